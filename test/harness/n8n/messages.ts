/**
 * The words that the node says in many places, once for all tests: a changed sentence changes its line here.
 * The table of all messages (`test/docs/messageTable.ts`) takes them from here, too.
 */
export const said = {
	// A phone number.
	notAPhone: 'is not a phone number',
	tooShort: 'is too short for',
	tooLong: 'is too long for',
	twoNumbers: 'may be two numbers',
	noCountryCode: 'has no country code',
	unknownCode: 'begins with an unknown country code',
	extension: 'has an extension',
	lostDigits: 'has lost digits',
	moreDigits: 'is a number of more than 15 digits, and its last digits are lost',
	noTags: 'is not a list of tags',
	severalTags: 'holds several tags',
	onlyCommas: 'holds no tag',
	notACountry: 'is not a country',
	// A field.
	empty: 'is empty',
	notText: 'is not text',
	notADate: 'is not a date',
	notJson: 'is not a JSON object',
	notANumber: 'which is not a number',
	notAWholeNumber: 'must be a whole number of 1 or more',
	notABoolean: 'must be true or false',
	notAnEmail: 'is not an email address',
	notSeconds: 'must be a number of seconds',
	baseUrl: 'The Base URL of the credential',
	noScheme: 'must begin with https:// or http://',
	// A request that failed.
	notFound: 'Not found (HTTP 404)',
	refused: 'The service refused the request',
	notAllowed: 'The service does not allow this request',
	fewerRequests: 'The service asked for fewer requests',
	redirected: 'The service redirected to another address',
	couldNotAnswer: 'The service could not answer',
	notReached: 'The service could not be reached',
	noConnection: 'n8n made no connection to the service',
	lost: 'The answer was lost',
	wasLost: 'answer was lost',
	unreadable: 'The service gave an answer that cannot be read',
	serviceSays: 'The service says:',
	fixThis: 'Fix this, then run it again.',
	notByHost: 'The host of the recording did not give it',
	unclear: 'is unclear whether',
	// The states by which an error of a write begins.
	perhaps: 'Perhaps ',
	not: 'Not ',
	butFailed: ', but a later step failed',
	nobodyWaits: 'Asked, but nobody waits',
	notRunAgain: 'do not run it again',
	lookItUp: 'Look at the service.',
	left: 'Left:',
	againWithout: 'Run it again without them.',
	againWithKey: 'Run it again: keys send once.',
	setOnError: "For the others, set 'On Error' in Settings.",
	// What became of the rows.
	nothingSent: 'Nothing was sent',
	nothingSentOf: 'nothing was sent',
	noBraces: 'has an expression without double braces',
	changedNothing: "changed nothing: the expressions in 'Update Fields' give nothing",
	mayBeMissing: 'may be missing',
	notRepeated: 'Not repeated',
	// Send Once Key, Skip Contacts With Tag.
	maybeSent: 'may have been sent before',
	perhapsBefore: 'Perhaps sent before',
	notFreed: 'could not free its key',
	otherKey: 'If missing, use another key',
	keyUsed: 'was used before for the same number',
	keyUsedBefore: 'Already sent with this Send Once Key',
	sameKey: 'has the same number and key',
	hasTag: 'The contact has the tag',
	// The page behind a link.
	noLink: 'The SMS has no link to this execution, so nobody can answer it',
	recorded: 'Your answer was recorded',
	checkNames: 'Check the names and the data.',
	failedWord: 'with a word that an expression gives when it fails',
	mayNotRead: 'The API Key is wrong, or it may not read contacts',
	noCustomFields: 'The service gives no object as the custom fields of contact',
	// For a model.
	elseTellUser: 'Otherwise tell the user',
	notAgain: 'Do not do it again',
	oneAfterTheOther: 'Ask one question after the other',
	notAnotherWay: 'Tell the user, and do not try another way.',
	alreadyDone: 'This was already done in this run, so it was not done again',
	maybeDone: 'It may already have been done, because the answer was lost.',
	notReady: 'is not ready yet',
	toolThatLists: 'with a tool that lists the',
};

/** An empty blank as its refusal names it, for whoever keeps the list: `name` for `$json.name`. */
export function inRefusal(blank: string): string {
	return blank.replace(/^\$json(?:\.(\w+)|\["(\w+)"\])$/, '$1$2');
}
