/** Who asks for no more SMS, in a question's answer and in the trigger's list: one rule for both. */
import { optOutWordIn, optOutWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';

test.each([
	...optOutWords,
	...['Yes, stop', 'No. STOP', 'stop messages', 'stop sms', 'STOP STOP', 'Ok stop, thanks!'],
	...['Wrong number, stop', 'STOP wrong number', 'Sorry, wrong number. Please stop', 'stop 🙏'],
	...['Do not text me again', "Don't text me anymore", 'Never text me again', 'do not contact me'],
	...[
		'Stop texting me',
		'Please stop sending me these messages',
		...[
			'Remove me from your list',
			'Please stop contacting us',
			'STOP au 36180',
			'Stop, wrong person',
		],
		...['Arrêter', 'Me désinscrire', 'Bitte keine weiteren SMS', 'Unsubscribe me from this list'],
		'Stop writing',
		'STOP IT NOW',
	],
	...["Don't send me any more texts", 'Do not send me messages', 'Never send me these SMS again'],
	...['Unsubscribe me please', 'stop all messages', 'No more texts please', 'Never write again'],
	...['arret svp', 'Arrêtez, s’il vous plaît', 'stop aux sms', 'Non, stop', 'Merci, arrêt'],
	...[
		'Stopp bitte',
		'Bitte keine SMS mehr',
		'Danke, bitte abmelden',
		'Nein! Keine Nachrichten mehr',
	],
	...['Darme de baja por favor', 'Stop grazie', 'Stop, obrigado', 'Afmelden aub'],
])('%j asks for no more', (text) => expect(optOutWords).toContain(optOutWordIn(text)));

test.each([
	...['Cancel my reservation', 'Please cancel', 'Yes, cancel', 'No, cancel it', 'Cancel it please'],
	...[
		'Stop by 8?',
		'Can you stop by tomorrow',
		"I'll stop by later",
		'Stop by, please',
		'Stopping by',
	],
	...['End of May?', 'The end', 'Yes, end of the week', 'no, end it', 'The weekend'],
	...[
		"Don't stop",
		'Do not stop',
		'Never stop',
		'Non-stop',
		'nonstop please',
		"Don't stop texting me",
	],
	...['bus stop?', 'Which stop?', 'the stop', 'this stop?', 'Your stop', 'last stop', 'wrong stop'],
	...[
		'Is this the stop',
		'stop 5',
		'Stop 12 please',
		'One stop more',
		'At the bus stop now',
		'F stop',
	],
	...["No, don't send me the list", 'Do not send me this', "Please don't send me it again"],
	...['Never send me this', "Don't send me the bill"],
	...['Do stop', 'Stop at the shop', 'stop the car', 'Stop the delivery', 'Please stop my order'],
	...["Don't call me, text me", "Don't text me before 9", 'Do not text me at work', 'Text me'],
	...[
		'Please text me',
		'No texts yet',
		'No message',
		'Wrong number',
		'wrong',
		'me',
		'please',
		'yes',
	],
	...[
		'no',
		'START',
		'unstop',
		'Quit smoking',
		'I quit',
		'quite',
		'Remove the first one',
		'remove it',
	],
	...[
		'No, baja',
		'Baja el precio?',
		'Alto ahí',
		'Pare o carro',
		'Sair agora?',
		'Er ist abgemeldet',
		'arrête-toi ici',
	],
	...[
		'Wie kann ich mich abmelden?',
		'How do I unsubscribe',
		'Liked “Reply STOP to stop”',
		'',
		'👍',
	],
	...[
		'No more time',
		'Keine Zeit mehr',
		'Stop me if I am wrong',
		'We stop at 5, ok?',
		'Full stop.',
	],
])('%j does not', (text) => expect(optOutWordIn(text)).toBeUndefined());

test('a long text ends, too', () => {
	for (const word of ['stop ', 'no more ', 'please ', 'do not text me ', 'no more texts ']) {
		expect(optOutWordIn(`${word.repeat(190 / word.length)} x`)).toBeUndefined();
	}
});
