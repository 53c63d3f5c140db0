import { type PageTexts, usualTexts } from './openQuestion';

/** In the order of `names`, in the polite form. */
const translated: Record<string, string[] | undefined> = {
	de: [
		...['Bitte antworten Sie', 'Zustimmen', 'Ablehnen', 'Ihre Antwort', 'Senden'],
		'Es wurde nichts gespeichert. Bitte schreiben Sie eine Antwort.',
		...['Vielen Dank', 'Ihre Antwort wurde gespeichert:', 'Sie können diese Seite schließen.'],
		'Diese Frage ist geschlossen',
		'Es wird keine Antwort mehr erwartet. Es wurde nichts gespeichert. Sie können diese Seite schließen.',
	],
	es: [
		...['Esperamos su respuesta', 'Aceptar', 'Rechazar', 'Su respuesta', 'Enviar'],
		'No se ha guardado nada. Por favor, escriba una respuesta.',
		...['Gracias', 'Su respuesta ha quedado guardada:', 'Puede cerrar esta página.'],
		'Esta pregunta está cerrada',
		'Ya no se espera ninguna respuesta. No se ha guardado nada. Puede cerrar esta página.',
	],
	fr: [
		...['Votre réponse est attendue', 'Accepter', 'Refuser', 'Votre réponse', 'Envoyer'],
		'Rien n’a été enregistré. Veuillez écrire une réponse.',
		...['Merci', 'Votre réponse a été enregistrée :', 'Vous pouvez fermer cette page.'],
		'Cette question est close',
		'Aucune réponse n’est plus attendue. Rien n’a été enregistré. Vous pouvez fermer cette page.',
	],
	it: [
		...['Attendiamo la Sua risposta', 'Accetta', 'Rifiuta', 'La Sua risposta', 'Invia'],
		'Non è stato registrato nulla. Scriva una risposta, per favore.',
		...['Grazie', 'La Sua risposta è stata registrata:', 'Può chiudere questa pagina.'],
		'Questa domanda è chiusa',
		'Non si attende più alcuna risposta. Non è stato registrato nulla. Può chiudere questa pagina.',
	],
	nl: [
		...['Uw antwoord is nodig', 'Akkoord', 'Afwijzen', 'Uw antwoord', 'Versturen'],
		'Er is niets opgeslagen. Schrijf alstublieft een antwoord.',
		...['Dank u wel', 'Uw antwoord is opgeslagen:', 'U kunt deze pagina sluiten.'],
		'Deze vraag is gesloten',
		'Er wordt geen antwoord meer verwacht. Er is niets opgeslagen. U kunt deze pagina sluiten.',
	],
	pt: [
		...['Aguardamos a sua resposta', 'Aceitar', 'Recusar', 'A sua resposta', 'Enviar'],
		'Nada foi guardado. Por favor, escreva uma resposta.',
		...['Muito obrigado', 'A sua resposta foi guardada:', 'Pode fechar esta página.'],
		'Esta pergunta está encerrada',
		'Já não se espera nenhuma resposta. Nada foi guardado. Pode fechar esta página.',
	],
};

const names = [
	...(['title', 'approve', 'decline', 'answerLabel', 'sendLabel', 'emptyText'] as const),
	...(['thanksTitle', 'thanksText', 'thanksNote', 'closedTitle', 'closedText'] as const),
];

/** The page's own words in a language, by its code; in English for a language that is not built in. */
export function pageTextsIn(code: string): PageTexts {
	const texts = translated[new Intl.Locale(code).language] ?? [];
	const own = names.map((name, index) => [name, texts[index] ?? usualTexts[name]]);
	return { ...(Object.fromEntries(own) as PageTexts), language: code };
}
