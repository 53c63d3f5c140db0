/** How people see that another question is open: its signs, in many languages. */
import { yesWords as usualWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';
import { person, questions } from '../../../harness/n8n/askedBySms';
import { companyNumbers } from '../../../simulator';

const { time, simulator, reply, ofWorkflow } = questions();
const [from] = companyNumbers;
const usual = usualWords.join(', ');

/** The answer to a question a minute after this message, where the person writes `said`. */
async function answered(other: string, yesWords: string, said: string) {
	simulator.store.sendSms({ from, to: person, body: other });
	await time.run(time.sleep(60_000));
	reply(12, said);
	const replyOptions = { values: { yesWords, noWords: 'no' } };
	return (await time.run(ofWorkflow('Are you well today', { replyOptions }))).json;
}

test.each<[other: string, yesWords: string, reply: string]>([
	['Reply I AGREE to cancel your policy', 'I agree, yes', 'I agree'],
	['Zum Absagen JA, BITTE schreiben', 'ja bitte', 'Ja bitte'],
	['如果要取消预约请回复是。', '是', '是'],
	['キャンセルするにははいと返信してください', 'はい', 'はい'],
	['หากต้องการยกเลิกตอบใช่ครับ', 'ใช่', 'ใช่'],
	['रद्द करने के लिए हाँ लिखें', 'हाँ', 'हाँ'],
	['Send + to cancel', '+, yes', '+'],
	['React with 👍 to cancel', '👍, yes', '👍'],
	['Θέλετε να ακυρώσουμε;', 'ναι', 'ναι'],
	['Ցանկանու՞մ եք չեղարկել', 'այո', 'այո'],
	['እንሰርዘው፧', 'አዎ', 'አዎ'],
	['Shall we cancel❓', 'yes', 'yes'],
	['Shall we cancel⁉️', 'yes', 'yes'],
	['May we charge you the sum at https://example.com/bill?', 'ja', 'ja'],
	['May we charge you (https://example.com/bill?)', 'ja', 'ja'],
	['Reply OK to confirm.', 'yes, y, ok', 'OK'],
	['Text Y to keep it', 'yes, y, ok', 'Yes'],
	['Para confirmar, responda SI', 'sí, s', 'Sí'],
	['Responda Sí para confirmar', usual, 'Sí'],
	['Responda Si para confirmar', usual, 'Sí'],
	['Para confirmar responda "si"', usual, 'Sí'],
	['Rispondi sì per confermare.', usual, 'si'],
	['Zum Bestätigen mit Ja antworten', usual, 'ja'],
])('%j asks: a %s is no yes to the question after it', async (other, yesWords, said) => {
	expect(await answered(other, yesWords, said)).toMatchObject({ data: { approved: null } });
});

test.each<[string, string, string]>([
	['See you yesterday', 'yes', 'yes'],
	['We disagree', 'agree', 'agree'],
	['Your bill: https://example.com/?id=7&x', 'ja', 'ja'],
	['Your booking; see you', 'yes', 'yes'],
	['Your appointment is on Monday at 9. Susan Ott, Ana’s team', usual, 'yes'],
	['Ihr Termin ist am Montag. Jana Ott', usual, 'ja'],
	['Si no puede venir, llame.', usual, 'Sí'],
	['Abrimos lunes y martes. Si no puede venir, llame.', 'sí, si, y', 'Sí'],
])('%j does not ask: %s is a yes', async (other, yesWords, said) => {
	expect(await answered(other, yesWords, said)).toMatchObject({ data: { approved: true } });
});
