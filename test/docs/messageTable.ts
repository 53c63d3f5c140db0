import { said } from '../harness/n8n/messages';
import { markdownTable } from './fieldTable';

/** What the node says, "…" for each value; what it means; what to do. In any order. */
const rows = readRows(`
	needs it: … | *Skip Contacts With Tag* of the credential cannot be used as it is. | Follow the error.
	If missing, use another key | A *Send Once Key* is in doubt. | See [after a crash](was-it-sent.md#after-a-crash).
	may be under way; nothing was … now | For a model, in a dry run: the key is taken. | Wait.
	cannot be SMS Reply in a tool | A tool asks by a page. | Set *Response Type* to *Approval* or *Free Text*.
	The person wrote the same a moment before this question, so the reply may be a copy of that | In \`replyNote\`: the same text came less than ten seconds before. [Rule](rules.md#answers-by-sms) | Read the reply, or ask again.
	In the chats of n8n (Chat Hub), a question by a page cannot be answered | n8n deletes the workflow of a chat, and its page with it. Nothing was sent. | Use an ordinary workflow.
	A human review cannot stand behind another human review, so nobody was asked | n8n runs only one review before a tool. | Remove one of them.
	n8n does not tell a human review which call it is about here, so nobody was asked | The workflow has n8n's old execution order. | Set *Execution Order* to v1 in the settings of the workflow.
	n8n refuses links below a path | The address of n8n has a path, such as example.com/n8n: the link of a question cannot be opened. | Give n8n a host name of its own.
	in the list of contacts; A phone number begins with + and the country code; more permissions; what is known of it now; The other fields are …; A person has to choose its Default Country from the list; A higher Limit shows more, at most …; and there may be more; This is …; These are …; [cut here: … characters in all; … fields in all] | Words for a model: [messages for a model](agents.md#messages-for-a-model). | -
	it is nested too deeply to be shown | Stands in place of data in a description. | Nothing.
	The service counts … messages and lists … | n8n's log, of a conversation. The trigger looks three more times, then it remembers the difference. | Nothing.
	Not sent: …; Perhaps sent: …; …, but a later step failed: … | The state of the message, then why, then what to do. "Perhaps": nobody knows whether it went out. "Sent, but": do not run it again. | Follow the description. For "Perhaps", look at the service first: [was it sent?](was-it-sent.md).
	Not … (or: Not started): the run ended before this item | In \`reason\`. It was not done. | Run it again.
	… of … are sent. Run it again without them. Left: … (or: Fix this, then run it again.) | The run stopped. The sentence names to whom it is still to go, with "item n of this node" beside it; a row of your list may have another number. | Run it again only for these people.
	${said.againWithKey} | Each item has a *Send Once Key*. | Fix the cause, and run it again.
	Nothing was sent. … (item …, …) Also: … ${said.setOnError} | A field of an item is invalid, so nothing was started. The option *Dry Run* shows all of them. | Fix the field. For the others, set *On Error* in Settings to *Continue (using error output)*.
	Failed: … of …, …; Perhaps sent: … of …, … | Hint. *On Error* lets the run go on. | Read the \`reason\` or, on the error branch, the \`error\` of these rows.
	Earlier runs of this node went through. | The node runs more than once, in a loop or behind several branches. | Leave the people of those runs out, too.
	${said.perhapsBefore}: … ${said.lookItUp} ${said.otherKey} (or: a new execution). | An earlier try, or an earlier execution with the same key, may have sent it. Nothing was sent now. | Look at the service.
	${said.lost}: … | The service may have got the request. | See "Perhaps sent".
	The service accepts no requests at the moment | It refused, or did not answer, other requests of this run: after ten writes in a row without a known end, no more begin. This one was not sent. | Run it again later.
	It is accepted: do not run it again. | It was done, and a later step failed. | Get it by its ID, or look it up at the service.
	The credential differs from item to item | A run has one credential. Its expressions give items other values. Nothing was sent. | Put a *Loop Over Items* node with a Batch Size of 1 before this node.
	The API Key of the credential is empty | Its expression gives nothing. | Check the expression.
	Skipped: item … ${said.sameKey} | In \`reason\`: two items of one run are for one number with one *Send Once Key*. | Nothing, or look for repeated rows in the list.
	A poll was skipped: n8n has not finished the previous poll | n8n's log. The previous poll is still running, or n8n is still saving what came of it. | Nothing. The next poll (look at the service) gives out the new events.
	Another server answered | HTTP 403, 407, or 500 and above: the answer does not have the form of the service. The API key is not the cause. | Follow the description. After sending, see "Perhaps sent".
	'Amount' must be at most 300000 days, not … | n8n cannot wait that long. Nothing was sent. | Enter a shorter time, or wait without a limit.
	A human review needs an answer on the page with buttons, so nobody was asked | The *Response Type* of a human review is *SMS Reply* or *Free Text*, for example in an imported workflow. Nothing was done. | Set it to *Approval*.
	and all other fields are empty | *Create* got no field of the contact. Nothing was created. | Fill in at least one field.
	and 'Yes Words' both contain "…" | The same word stands in *No Words* and *Yes Words*. | Remove the word from one of them.
	Another execution is using this Send Once Key now, or crashed while it used the key | *Dry Run*: the key is taken. | Run it again in a minute. If the reason stays, the key is in doubt: [after a crash](was-it-sent.md#after-a-crash).
	Another message went to this person between the question and the reply, so the reply may answer the other message | In \`replyNote\`. The reply is in \`data.text\`, and \`data.approved\` is \`null\`. | Read the reply, or ask again.
	Another question to this person is open, so the reply may answer the other question | In \`replyNote\`. The reply is in \`data.text\`, and \`data.approved\` is \`null\`. See [two questions to one person](rules.md#answers-by-sms). | Read the reply, or ask again.
	Ask one question after the other: this node has another question in this execution | Nothing was sent for this item (of a tool: "Nothing was sent for this call"). | Several branches lead to this node: give each branch its own copy of this node. An agent can call the tool again.
	A message in the conversation is from another number than the question went to, so it does not count | In \`replyNote\`: nobody answered from the number that was asked. | Read the conversation.
	A reply from …, the other number of this phone, is in another conversation, which was not read | In \`replyNote\`. Mexico and Argentina write some numbers in two ways, and nobody answered in the conversation of this one. | Look at the other conversation.
	Asked, but nobody waits: … | The run ended before these people answered. | Do not ask again without looking: these people have the question.
	${said.unknownCode} | The phone number is invalid. | Enter the country code right after the +. See [phone numbers](phone-numbers.md).
	… call had not ended within the limit. Do not call again: get it later by its ID; … calls had not ended within the limit. Do not call again: get them later by their IDs. | Hint. *Wait for End* reached its limit. The calls were started. | Get the calls later.
	Canceled: workflow "…", execution …, node "…". … | n8n's log. Somebody stopped the execution. It names who perhaps got it, how many got it, and to whom it is still to go ("Left"). | See [You pressed Stop](was-it-sent.md#you-pressed-stop).
	cannot be "…" | The value is not in the list, or not a usable ID or language code. | Choose one of the values in the description, or enter the ID of a record. A language code is \`de\`, \`en-GB\` or \`ar\`, for example.
	cannot be read: … | The expression of this field fails. | Correct the expression. The text behind the colon is n8n's.
	cannot be read, because "…" ${said.notACountry} | *Default Country* is an expression that gives something else. | Choose a country from the list of *Default Country*.
	cannot contain "…" | *Fields to Clear* names a field that cannot be cleared. | Choose from the fields in the description.
	cannot contain "…", because people ask for no more SMS by this word | *Yes Words*: carriers take this word as a wish for no more SMS. | Use another word.
	cannot contain "…", because a reply with these signs is no clear yes | *Yes Words*: a reply with this word could never count as yes. | Use words of letters and numbers, separated by commas.
	Checked again later, because they cannot be read: … | n8n's log. The trigger could not read these SMS conversations. Others do not wait for them. If it comes in each poll, SMS wait there: its end says why. | Nothing, unless the line comes again and again.
	Contact … has a number of more than 15 digits in its custom fields: … | Nothing was written. | Change it to text at the service, or give this custom field as text.
	… contacts have the phone number … (or the email address …) | Several contacts match. Nothing was written. | Merge the contacts at the service. Or choose one by its ID, with *Update* in place of *Create or Update*.
	… conversations have the phone number … | The customer writes with several numbers of your company. | Choose a conversation by its ID. The description names the IDs.
	Dry Run is on for … of … items: nothing was sent for these. … | Hint. The option is an expression, and it was on for these items only. The other items were sent. | Switch *Dry Run* off to send to all.
	Dry Run is on: nothing was sent. … items would be sent, … would fail, … would be skipped. | Hint. Only a check was made. | Switch *Dry Run* off to send.
	Filters without a value: …. They leave out no records. Check the expressions, or remove these filters. | Hint. The expression of a filter gives nothing in these items, so they have all records. | Correct the name in the expression, for example \`{{ $json.segment }}\`.
	has a number of more than 15 digits in "…" (or: ${said.moreDigits}) | JSON loses the last digits of long numbers, in any field. Nothing was sent. | Write the number as text, in quotes: \`{"page": "17841405793187219"}\`.
	has an empty blank: … | *Refuse Empty Blanks*: these fields have no value in this item. Nothing was sent. | Fill in the fields, or correct their names in the text.
	… items ${said.changedNothing}. Check them. | Hint. Each expression of *Update Fields* gave nothing in these items, so nothing was written. | Check the names in the expressions. A row without a value may be right.
	${said.noBraces}: … | The text has \`$json.name\` without \`{{ }}\`, which would go out letter by letter. Nothing was sent. | Write \`{{ $json.name }}\`, and choose *Expression* beside the field.
	has an expression that is not switched on: … | The field holds \`{{ … }}\` as plain text, which would go out letter by letter. Nothing was sent. | Choose *Expression* beside the field.
	${said.extension} | An SMS or call cannot go to an extension. | Remove the extension. See [phone numbers](phone-numbers.md).
	has … characters, but at most 2000 are allowed | A text of *Page Texts* is too long. Nothing was sent. | Shorten the text.
	${said.lostDigits} | A spreadsheet has shortened the phone number, e.g. to 1.55501E+10. | Format the column of the spreadsheet as text and enter the number again.
	${said.noCountryCode} | The phone number has no country code, and no *Default Country* is chosen. | Enter the number with + and its country code, or choose a *Default Country*.
	has too many or too few digits for … | The phone number is invalid. | Enter + and all digits. See [phone numbers](phone-numbers.md).
	Ignore the line from n8n that this action runs only once: Dry Run checks every item, and 'SMS Reply' asks in every item, until the slowest has answered. | Hint. | Nothing.
	"…" in the pagination object of the list is not a whole number of 0 or more | The service sent an [unreadable answer](#unreadable-answers). | Report it to the service.
	In …, a message may be missing, also after three more polls: … | n8n's log, with the reason: the service counts more messages than it lists; no message has the time of the change. | Look at the conversation. If the line comes often, report it to the service.
	is a list (\`"data.…" is a list\`) | The service sent an [unreadable answer](#unreadable-answers): a list in place of one record. | Report it to the service.
	is both given and in 'Fields to Clear' | *Update* cannot set and clear the same field. | Give the field or clear it.
	${said.empty} | The field has no value. Nothing was sent. n8n gives nothing if a function such as \`.replace()\` fails. | Enter a value, or check the expression. For a number, write \`String($json.phone)\`.
	${said.empty} (*Send Once Key*) | The expression gives nothing, and without a key nothing is sent. | Check the expression, or remove the option to send without a key.
	${said.empty} (*Skip Contacts With Tag*) | The expression gives nothing, or the field of the credential has only commas. Nothing was sent. | Check the expression, or the credential. To send to all, remove the option and add *Send Even After STOP*.
	${said.empty} (*Update Fields*) | *Update* got nothing to change. | Add at least one field.
	${said.notADate} | The text cannot be read as a date, or its day, time or offset does not exist, such as month 13 or 24:00. | Enter a date such as 2026-01-31T09:00:00Z.
	${said.notJson} | The field needs JSON in braces. | Enter an object such as \`{"key": "value"}\`.
	${said.onlyCommas}: "…" | A filter holds only commas or other signs between tags. It would leave nobody out. | Check the expression, or remove the filter.
	${said.severalTags}: "…" | A filter takes one tag. | Enter one tag. For several, filter again behind this node.
	${said.noTags}: … | The text is a part of JSON, such as \`["vip"\`. Nothing was sent or written. | Separate the tags with commas, without brackets.
	is not a list (\`"data.…" is not a list\`) | The service sent an [unreadable answer](#unreadable-answers). | Report it to the service.
	${said.notAPhone} | The field holds something else. | Enter a number such as +15550100042. See [phone numbers](phone-numbers.md).
	"…" is not a valid ID | The ID is empty or consists of dots. | Check the expression of the ID.
	${said.notAnEmail}: "…" | The address is invalid. | Enter an address such as nathan@example.com.
	${said.notText} | The expression gives a list or an object. | Use an expression that gives text or a number. From a list of one value, take the value with \`[0]\`.
	is off, so custom fields cannot be merged | Nothing was written. | Switch *Keep Other Fields* on, or set *Custom Fields Mode* to Replace.
	is off, so tags cannot be added or removed | Nothing was written. | Switch *Keep Other Fields* on, or set *Tags Mode* to Replace.
	is still to be filled in: "…" | An AI that built the workflow left this field for a person. Nothing was sent. | Enter a value in place of the placeholder.
	is not before 'End Date' | The range is empty. | Swap the two dates. For one day, enter its date alone, or 23:59:59 as the time of *End Date*.
	is not before 'Started Before' | No call can start in between. | Swap the two times. For one day, enter the next day as *Started Before*.
	${said.tooLong}; ${said.tooShort} | The number has extra digits, lacks digits, or is a short code. A number of another country begins with + and its country code. The description names the *Default Country*, and whether it is set in the node or in the credential. | Enter one number with all its digits. Short codes cannot be used.
	It is unclear whether a contact has the phone number … | The same number is stored without a country code, or the service did not give all contacts. Nothing was written. Run it again. | Choose a *Default Country*, correct the number at the service, or run it again.
	it took longer than … s | The service is slow: the trigger's poll ran out of time. | Nothing: the next poll goes on. If it stays so, poll less often.
	… items cannot wait together, because n8n waits for one answer at a time | Several items came in, and the answer comes by link. | Nothing was sent. Put a Loop Over Items node with a Batch Size of 1 before this node, and connect the output of this node back to the loop.
	the host name cannot be looked up at the moment (EAI_AGAIN) | n8n cannot look up host names. Nothing was sent. | Check the network and the DNS of n8n.
	Left out: … without a readable time. | Hint. A filter by time cannot judge these records. | Nothing, or list them without the filter.
	'Max Date and Time' is in the past | No time is left for an answer. Nothing was sent. | Enter a later time.
	… ${said.mayBeMissing}: the list kept changing while it was read, or the service counts records that it does not return. | Hint. The node read the list three times. | Run it again at a quiet time. If the number stays the same, the service counts wrongly and the list is whole.
	${said.twoNumbers}; may be … or … | The field holds two phone numbers, or digits with two meanings. Nothing was sent. | Enter one number with + and its country code. See [phone numbers](phone-numbers.md).
	… message needs (or: messages need) more than one SMS part, … parts in total. Carriers charge for each part. Parts hold less text because of … … | Hint. Long texts cost more, and so do texts with the characters that it names. | Shorten the texts, or pay for the parts: [what a text costs](send-to-many.md#what-a-text-costs).
	… message was not delivered within the limit. It may still arrive: do not send it again; … messages were not delivered within the limit. They may still arrive: do not send them again. | Hint. *Wait for Delivery* reached its limit. The messages were sent. | Nothing.
	must be a number above 0, not "…" | The field needs a time to wait. | Enter a number above 0.
	${said.notSeconds}, … or more, not … | The field needs a time in seconds. | Enter seconds with a decimal point, e.g. 0.5.
	${said.notAWholeNumber}, not … | The field needs a whole number. | Enter 1 or more.
	${said.notABoolean}, not … | A switch needs true or false. | Use an expression that gives true or false.
	n8n could not load the credential: … | n8n failed, for example because its database did not answer. | Run the workflow again.
	n8n could not store the file: … | n8n's own storage failed, for example on a full disk. The recording was not fetched again. | Check n8n's storage.
	n8n could not look up its key: … | *Dry Run*: n8n's database reported an error, or did not answer for half a minute. Nothing was sent. | Run it again when n8n's database answers.
	n8n could not save its key: … | n8n's database reported an error, or did not answer for half a minute: "no answer came", "it takes too long" or "the row belongs to another execution". Nothing was sent. | Run the item again when n8n's database answers.
	needs … SMS parts, but 'Max Parts' allows … | The text needs more SMS parts than *Max Parts* allows. Nothing was sent. | Shorten the text, or raise *Max Parts*. "Because of these characters, each part holds less text" names signs that cost parts: *Use Plain Characters* replaces them.
	No action required (on the page); is running already | n8n's own words: the question was answered before, or its limit was reached. | Nothing.
	no answer came within … ms | The service is slow. | Raise the option *Timeout*. After sending, see "Perhaps sent".
	no connection could be made; no connection could be made within … ms | The service took no connection in *Timeout*, or the network refused it. Nothing was sent. | Check the Base URL, and that the service is running.
	No contact has the phone number … (or the email address …, or the ID …) | The service does not know this contact. | Check the value, or find the contact with *Get Many*. For an empty item in place of the error: the option *If Not Found*.
	… with the tag …, who asked for no more (…): 'Send Even After STOP' is on. | Hint. These people got it, or in a dry run would get it, although they wrote STOP. | Remove the option, unless the message is one that they need.
	No contact was found for … of …, so 'Skip Contacts With Tag' could not see whether they wrote STOP. It reads the service's contacts, not your list. | Hint. A tag in your list does not count. | Nothing, or create the contacts first.
	No conversation has the phone number … | There is no message with this number yet. | Check the number, or use *Get Many Conversations*.
	no new data came for … ms | The transfer of the recording stopped. | Run it again, or raise *Timeout*.
	No row has the field '…'. Fields: … | In the description of "has an empty blank". The text names a field that no row of the input has, so it would stay empty for everybody. Nothing was sent. | Correct the name in the text. A field that may be missing in all rows: \`{{ $json.Note ?? '' }}\`.
	None of the newest records matches | *Fetch Test Event* found nothing. It looks in the 200 newest records, and for SMS Received in the 50 newest conversations. | Make an event, e.g. send an SMS to your company's number. Or check the *Filters*.
	Not changed in one contact (or: … contacts) that already existed: …. The service accepts these fields for new contacts only. | Hint. An update cannot change these fields. | Nothing.
	Not created: contact … | An earlier item or call of this tool may have created this contact, but the search does not find it. "The answer does not name …", or why the answer was lost, says how the earlier item or call ended. | Look up the contact. If it is missing, run this item in a new execution.
	${said.notFound} | HTTP 404: the service does not know the ID, or a web server before the service answered. | Check the ID, and that the Base URL ends in /api/v1.
	${said.notRepeated}: …. It may already have been done, because the answer was lost. Look for it …. If it is missing there, tell the user: only a new execution can do it again. | The same, in words for an AI agent. | Look at the service. If it is missing there, let the agent do it in a new execution, e.g. the next chat message.
	Not sent: … | n8n's own store could not take the *Send Once Key*. The description says whether the key stays taken. | Run it again when n8n's database answers. If the key is then in doubt: [after a crash](was-it-sent.md#after-a-crash).
	Key "…" is in doubt. (or: Item … took its key "…".) | The *Send Once Key* is in doubt, after a crash or a lost answer. Nothing was sent now. | Look for the message in its conversation, for a call in the list of calls: [after a crash](was-it-sent.md#after-a-crash).
	… needs its contact | *Skip Contacts With Tag*, of the node or of the credential, needs the contact and could not read it. | Follow the description, then run the item again.
	Not sent: the tags of contact … cannot be read | *Skip Contacts With Tag* needs a list of texts. The tags of this contact are missing or something else. | Change the tags at the service, then run the item again.
	Not sent: the text with its link needs … SMS parts, but 'Max Parts' allows … | *Send and Wait for Response* adds a link to the text, and the link counts. | Shorten the text, raise *Max Parts*, or set *Response Type* to *SMS Reply*, which sends no link.
	[not shown: it may contain a part of the API key] | The service's words hold your key, or ten characters of it. | Look up the request at the service.
	nothing answers at the address (ECONNREFUSED) | The port is wrong, or the service is not running. Nothing was sent. | Check the Base URL and the service.
	Nothing was recorded. … (on the page) | The person pressed no button, wrote nothing or wrote too much: "Your answer has … characters, but at most … are allowed." | Nothing: the person can answer again.
	Nothing was …: the Send Once Keys of all … items were used before for the same numbers. A new message needs a new key: add a date or a column. | Hint. | Nothing, if you wanted that. Else put the date or a column into the key.
	… of … people did not answer: they agreed to nothing. | Hint of *SMS Reply*. | Nothing, or ask again.
	… of … went to nobody: this is a test run, and the number is not one of the 'Test Numbers' of the credential (…). To send to everybody in tests too, add the option 'Send in Test Runs'. | Hint. The execution was a test: somebody started it in n8n. | Nothing, or add the option to this node.
	Test run: only the Test Numbers of the credential get it | In \`reason\`, with the outcome \`wouldSend\`. Nothing was sent. | Nothing. To test with this number, add it to the credential.
	Nothing was …: this is a test run, and the number is not one of the Test Numbers of the credential. Tell the user, and do not try another way. | To a model. Its tool was tried in n8n. | Nothing, or add the option *Send in Test Runs* to the tool.
	'Test Numbers' of the credential … | A number in the field is invalid. Nothing was sent in this test. | Correct it in the credential, or empty the field.
	'Query Parameters' cannot contain page | The node reads the pages of a list itself. | Remove the row. *Limit* and *Return All* set the number of records.
	record … of "data.…" is not an object: … | The service sent an [unreadable answer](#unreadable-answers). | Report it to the service.
	\`repeated: true\`: This was already done in this run, so it was not done again: … | An AI agent made the same call again and got the first answer. | Nothing. To allow the same message twice in one execution: *Allow Repeats*.
	This was already done in this run, so nobody was asked: …. Do not call this tool for it again. | An AI agent wanted an approval for a call that it had already made. Nothing was sent, and no person was asked. | Nothing. |
	Send Once Key does not work in Agents (Preview), because n8n keeps no data there. Remove the option, or use a workflow. | Nothing was sent. | Remove the option, or use an AI Agent node in a workflow.
	Send Once Key does not work in this version of n8n. Remove the option, or use a version that this node's README names. | Nothing was sent. | Remove the option, or use [another version of n8n](measured.md#versions-of-n8n).
	Replies from … to … to several items cannot be told apart | Two items ask the same person from the same number. Nothing was sent. | Put a Loop Over Items node with a Batch Size of 1 before this node.
	Several replies say different things, so it is unclear which one is the answer | In \`replyNote\`. \`data.text\` has one of them, and \`data.approved\` is \`null\`. | Read the conversation, or ask again.
	Several rows go to one number: … If you did not expect this, look for repeated rows in the list. | Hint. The number after each phone number counts its rows. | Nothing, if you wanted that. Else look at the node that joined the list.
	… skipped, because an earlier item of the same run has the same Send Once Key and number: … (…). If you did not expect this, look for repeated rows in the list. To send several messages to one number, put an ID into the key. | Hint. One of these items was sent. | Nothing, if these items are the same message. Else put an ID into the key.
	… skipped, because the contact has this tag: … (…). | Hint. Nothing was sent to these people. | Nothing.
	… skipped, because the Send Once Key ${said.keyUsed}: … (…). | Hint. Nothing was sent for these items, because their messages went out earlier. | Nothing, if you wanted that. Else put the date or a column into the key.
	Thank you. ${said.recorded}. You can close this page. (on the page) | The person has answered. The workflow goes on. | Nothing.
	It gets no API Key from the node | The host that has the recording failed, not the service. | Open its address in a browser: the description has it.
	the address redirects too often, or not to a web address | The host of the recording is set up wrongly. | Open the address in a browser.
	The answer could not be processed: … | The node or n8n failed on the answer. The request may have been carried out. | Look at the service first. Report the answer to the service.
	The answer from this address is not from the service. Check that the Base URL ends in /api/v1. | Test of the credential. | Check the Base URL.
	the answer is not a recording: … | The address of the recording gives a web page or text. | Open the address in a browser.
	the answer is not HTTP 200, so the recording may be incomplete | The address gave a part of the recording or nothing. | Try again later.
	the answer is not JSON: …; a web page answered | A web page came, or nothing ("it is empty"): an [unreadable answer](#unreadable-answers). | Check the Base URL.
	the answer lacks "data": …; the answer lacks "data.…" | The answer does not fit the request: an [unreadable answer](#unreadable-answers). | Check the Base URL. Else report it to the service.
	the answer lacks "success": … | JSON of something else came: an [unreadable answer](#unreadable-answers). | Check the Base URL.
	The API Key is wrong, or it may not read contacts (HTTP 403). It may still send. | Test of the credential. | If the key may only send, save and use it. Else check the key.
	The API Key of the credential has an invalid character. Copy the key from the service again. | For example, a long dash or a letter of another script. | Copy the key from the service again.
	${said.baseUrl} is empty | Nothing was sent. | Enter the address of the service, which ends in /api/v1.
	${said.baseUrl} ${said.noScheme} | Nothing was sent. | Enter the whole address.
	${said.baseUrl} must not contain a user name or password | Nothing was sent. | Remove the name and password. The API key stands in its own field.
	${said.baseUrl} must not contain ? or # | Nothing was sent. | Remove ? or # and all text after it.
	The call cannot be shown to a person as it would be done, so nobody was asked | A human review: the model gave arguments that n8n would show, or do, in place of others. Nothing was done. | If the tool has an argument called \`query\` or \`tool\`, or two argument names that look the same, [rename it](send-and-wait.md#before-an-agent-does-something).
	The call could not be read: … | In \`endNote\` or \`recordingNote\`. The last look before *Wait Limit* failed. | Get the call later.
	The call had not ended | In \`recordingNote\`: at *Wait Limit* the call went on, so there is no recording. | Get the recording later.
	the certificate of the service …; the certificate of the host … | Nothing was sent. The text says why: it is self-signed, is for another host name, has expired, comes without its intermediate certificates, or is not accepted, with Node's code for the reason. "The certificate of the service …" is the same in the test of the credential. | Use the host name of the certificate, get a valid certificate, or make its authority known to n8n with NODE_EXTRA_CA_CERTS.
	the connection broke; the connection ended with … | The network or a proxy failed. | Run it again. After sending, see "Perhaps sent".
	${said.hasTag} "…" | In \`reason\`, with the outcome \`skipped\`. *Skip Contacts With Tag* names this tag. Nothing was sent. | Nothing.
	The contact that was found no longer has the phone number … (or the email address …) | The contact differs from what the list of the service shows, or from what an earlier item made of it. Nothing was written. | Run the item again later.
	The conversation could not be read: … | In \`replyNote\` or \`deliveryNote\`. The last look before the limit failed. The message was sent. | Look at the conversation later.
	The conversation did not show this message, so the status is from the time of sending | In \`deliveryNote\`. The message was sent. | Look at the conversation later.
	The conversation never showed the question, so it is unclear which messages came after the question | In \`replyNote\`. The service's list of messages is behind. | Look at the conversation later.
	the encrypted connection failed: … | The port has no encryption, or the service or a proxy broke off. Nothing was sent. | Follow the description.
	The execution was canceled | Somebody stopped it. n8n shows no error, only "No output data". The rows are in n8n's log. | See [You pressed Stop](was-it-sent.md#you-pressed-stop).
	The execution was canceled before: … | Somebody stopped the execution before this item. It was not sent. | Run the item again.
	n8n ${said.notFreed} (…): use another key. | The message may have been sent. | Look at the conversation. If the message is missing, send it with another key.
	The link in the SMS begins with …. A phone cannot open this address. Set the public address of n8n in WEBHOOK_URL. | Hint. The person cannot answer. | Set WEBHOOK_URL: [by link](send-and-wait.md#by-link).
	the list has no pagination object | The service sent an [unreadable answer](#unreadable-answers). | Report it to the service.
	The list of contacts lacks the field "…" (or: of conversations) | "So the node cannot find the contact with the …": the service does not show this field in the list. Nothing was written or sent. | Tell the people who run the service. Choose the record by its ID.
	The list of … kept changing while it was read | The trigger could not read the list. Nothing is lost: the next poll reads it again. | Nothing.
	The list of the service lacks … of the … that it counts | n8n's log. | Nothing, unless the line comes again and again.
	These went out, but n8n could not save their Send Once Keys: … | Hint, and a line in n8n's log. The messages were sent. Run again, these items are in doubt. | Nothing. Do not run these items again.
	the answer has the character set … instead of UTF-8, so nothing was written | *Update*, *Create or Update*: letters such as é would be written back wrong. An [unreadable answer](#unreadable-answers). | Report it to the service.
	the node asked for the record … and got … (or: one without an ID) | The service gave another record than the one with this ID: an [unreadable answer](#unreadable-answers). Nothing was written. | Report it to the service.
	the node asked for page … and got page … | The service ignores the page number: an [unreadable answer](#unreadable-answers). | Report it to the service.
	The node cannot wait for an answer by link here | AI Agent version 2 and the MCP Server Trigger cannot wait. Nothing was sent. | Use the AI Agent node from version 3 on. SMS Reply does not work in a tool.
	'Default Country' of the credential (or: of the options): … | The description of a refused phone number that has no country code. | If the number belongs to another country, write it with + and its country code. Otherwise correct the number, or the country where it is set.
	'Skip Contacts With Tag' of the credential is empty | The field is an expression, and it gives nothing. Nothing was sent. | Check the expression. To send to everyone, empty the field.
	Some messages of the conversation could not be read | In \`replyNote\`. The service counts more messages than it returns. | Look at the conversation.
	The person answered with a word that means: no more SMS | In \`replyNote\`, with \`optedOut: true\`: the answer is STOP, CANCEL, END or another [opt-out word](rules.md#answers-by-sms). \`data.approved\` is \`false\`. | Do not write to this person again.
	Nobody waits for the answer. | The answer to the sending of the question was lost. | Look at the conversation before you ask again.
	The poll took longer than n8n allows | The service is slow. Nothing is lost: the next poll starts from the same point. | Poll less often, or add a filter.
	${said.notByHost} | The recording is not at the service. Nothing is wrong with the credential. | Open the address in a browser.
	The proxy of n8n could not connect | Nothing was sent. n8n uses a proxy (HTTPS_PROXY, HTTP_PROXY). | Ask the people who run n8n to check the proxy.
	the proxy of n8n made no connection to the host of the recording | The same, for a recording. | Ask the people who run n8n to check the proxy.
	the proxy of ${said.noConnection} | n8n uses a proxy. The proxy was silent, closed the connection, or was away. Nothing was sent. | Ask the people who run n8n to check the proxy.
	the recording came compressed, so the node cannot check whether it is complete | The host of the recording compresses it against the node's request. | Ask the people who run the host to send recordings uncompressed.
	The recording has no address | In \`recordingNote\`: the service gave no address, so \`recordingAttached\` is false. | Ask the service.
	the recording has no web address | The service gave something else in place of an address. | Ask the service.
	the recording is empty, so it may not be ready yet | The file has no content. | Try again later, or set *If Not Ready* to Wait.
	The recording is not ready yet | In \`reason\`: the call is there, its recording is not. *If Not Ready* is Skip. | Get it later.
	The recording of call … is not ready yet | The call is there, its recording is not. | Set *If Not Ready* to Wait.
	The recording of call … was not ready within … | It did not come within *Wait Limit*. | Raise *Wait Limit*, or get the recording later.
	The service gave only … calls, and it has more. Search for something more exact, or filter by 'Status'. | Hint. The search of calls came with a part only. | Search for something more exact, or use *Get Many* with its filters.
	The service ignored the search, so only records that contain "…" come out. The service may use another parameter name than "…" for the search. Set the name in the credential, under 'Service Uses Other Names'. | Hint. The service gives records for every text, so the node reads the list and compares. | Enter the service's name for the search in the credential.
	${said.fewerRequests} | HTTP 429 after all tries. It was not sent. | Wait a while, or lower the option *Requests at Once*.
	The service cannot be reached at the moment (HTTP 502). Try again later. | Test of the credential. | Try again later.
	${said.couldNotAnswer} | HTTP 500 or above, from the service. | Run it again later. After sending, see "Perhaps sent".
	${said.couldNotAnswer} (HTTP 500). Try again later. | Test of the credential. | Try again later.
	${said.notReached} | There was no connection. Nothing was sent. | Check the Base URL, and that the service is running.
	The service counts … more contact (or: contacts) than it returns. | Hint or error. A contact may exist that was not found. The same for conversations. | Run it again. Check for duplicate contacts.
	The service did not find something that this request needs | HTTP 404. Nothing was done. | Check that the Base URL ends in /api/v1, and check the numbers and IDs.
	The service does not accept this API Key (HTTP 401). Copy the key from the service again. | Test of the credential. | Copy the whole key.
	${said.notAllowed} | HTTP 403 from the service: the key lacks a permission, or a number belongs to another company. | Read the reason in the description. "it needs the permission …" names it: sending needs \`sms:send\`, deleting calls \`calls:delete\`, analytics \`analytics:read\`.
	The service does not know this address (HTTP 404). Check that the Base URL ends in /api/v1. | Test of the credential. | Check the Base URL.
	${said.unreadable} | A web page, or an [unreadable answer](#unreadable-answers). The description quotes its beginning. | Check the Base URL.
	The service is not available at the moment (HTTP 503). Try again later. | Test of the credential. | Try again later.
	The service received too many requests (HTTP 429). Wait a minute and test again. | Test of the credential. | Wait a minute.
	${said.redirected}; the new address is … | The node does not follow redirects, to keep the API Key safe. | Enter the final address as the Base URL.
	The service redirects to another address. Enter the final address in the Base URL. | Test of the credential. | Enter the final address as the Base URL.
	The service refused the API Key | HTTP 401. | Check the *API Key* of the credential and what it may do.
	${said.refused} | The service said no, for example HTTP 400. Nothing was done. | Follow the reason in the description.
	The service rejected the request. Check the API Key. | Test of the credential. | Check the API key.
	The service returned no valid ID for the call, so the node cannot wait for its end | The call was made. | Do not run it again. Look at the service.
	The service returned no valid ID for the message or its conversation, so the node cannot wait for its delivery (or: for the reply) | The SMS was sent. | Do not run it again. Look at the conversation.
	${said.serviceSays} … | In descriptions: the service's own words. | Follow these words.
	the SSRF protection of n8n blocks requests to this address | n8n forbids this address. Nothing was sent. | Ask the people who run n8n to allow the address.
	${said.noLink} | An earlier try asked by SMS, without a link, and then *Response Type* was changed. Or the link leads to the execution before "Retry". The question was sent. | Set *Response Type* back to *SMS Reply*, or ask again in a new execution.
	The tags of contact … cannot be read. Make them a list of texts at the service. | *Skip Contacts With Tag* cannot tell whether this person wants SMS. Nothing was sent. | Follow the error.
	The service gives no list of texts as the tags of contact …; The service gives no object as the custom fields of contact … | The given ones cannot be added. Nothing was written. | With *Tags Mode* or *Custom Fields Mode* set to Replace, the given ones replace all others.
	The trigger starts again from now: … | n8n's log, with the reason: the event, a filter or a query parameter was changed; the list has none of the remembered records, because the credential is of another company, or all IDs have changed; the saved state cannot be read; the saved state is from another version of this package. | Nothing. Events before this moment start nothing.
	There is no event "…" | An expression gave a wrong word. | Choose an event from the list.
	no host has this name (ENOTFOUND) | The host name in the Base URL is wrong. Nothing was sent. | Check the host name.
	There is no operation "…" of resource "…" | An expression gave a wrong word. | Choose an operation from the list.
	This question is closed. It is no longer waiting for an answer. (on the page) | The link belongs to an earlier round of a loop. | Nothing. This link answers nothing.
	${said.keyUsedBefore} (or: Already started …) | In \`reason\`, with the outcome \`skipped\`. An earlier item or execution sent this message. | Nothing, if you wanted that. Else the key lacks a date or a column.
	This was the last check within …. Raise the option 'Wait Limit', or get it later. | The service could not say whether there is a recording. | Raise *Wait Limit*, or get it later.
	\`timedOut: true\` | The limit was reached: no reply, no delivery yet, or the call goes on. The message or call itself went out. | After *Wait for Delivery*, do not send it again. Look at the conversation or the call later.
	Unrecognized node type | n8n's words: a worker (a second n8n that runs executions) lacks this package. | Install it on every worker: [queue mode](operators.md#queue-mode).
	Use the HTTP Request node for a custom API call | This node has no custom API calls. | Add an HTTP Request node. Set its *Authentication* to *Predefined Credential Type* and its *Credential Type* to *Voice and SMS API*. Its *URL* is the Base URL of the credential and the path, such as /api/contacts.
	Voice and SMS: …: try … of …, next try after … ms (or: no more tries). … | n8n's log at the level debug: a request failed, or the service refused it. | See [the log](operators.md#the-log).
	Voice and SMS: …: waits for another execution that sends with the same key | n8n's log at the level debug: *Send Once Key*. | Nothing. The item is sent or skipped soon.
	…, ${said.notANumber} | The value is NaN or Infinity: the expression calculates with text, or divides by 0, for example. | Check the calculation of the expression.
	… ${said.failedWord}: … Check the data. | Hint. The message is one expression, and its text has a word such as "undefined" or "Invalid DateTime". It went out, because somebody may have written the word. | Check the data of these rows, and the expression that made the text.
	… with a gap: … ${said.checkNames} The option 'Refuse Empty Blanks' stops these items. | Hint. The text names these fields, and some items have no value there. The messages have a gap. | Check the names in the text, and the data. [*Refuse Empty Blanks*](rules.md#empty-fields-in-a-text) stops these messages.
	With several items in the agent, n8n may do an approved call for another one | A person approves the calls of this agent. Nobody was asked or, if another node had asked, the approved call was not done. | Put a Loop Over Items node with a Batch Size of 1 [before the agent](agents.md#which-runtime-shows-what).
	Without an execution, the node cannot wait for an answer by link | The node was not run in a workflow. | Run the node in a workflow.
	In a real run, nothing would be sent: … | Hint. Each question is right, but one run cannot ask them all. | Do what the hint says, often a *Loop Over Items* node.
	Without the list, choose 'By ID' or 'Number' and enter the value. | The key may not read this list. | Choose *By ID* or *Number* and type the value.
	\`wouldSend\` | In \`outcome\`. *Dry Run*: this item is fine. Nothing was sent. | Switch *Dry Run* off to send.
	Your answer is needed (on the page) | The question, with its buttons. | Answer it.
`);

/** The table of `docs/messages.md`, in alphabetical order. */
export const messageRows: readonly MessageRow[] = [...rows].sort((a, b) => {
	return letters(a.message) < letters(b.message) ? -1 : 1;
});

interface MessageRow {
	message: string;
	means: string;
	todo: string;
}

/** What an error cannot say itself: lines, notes in columns, n8n's log and words, and whatever needs a page. */
const needsPage = /\]\(|^Hint|n8n's|`\w+Note`|^In `/;

/** The messages that the page explains; each error says itself what to do. */
export function messageTable(): string {
	return markdownTable(
		['Message', 'What it means'],
		messageRows
			.filter(({ means, todo }) => needsPage.test(`${means} ${todo}`))
			.map(({ message, means, todo }) => [
				message,
				todo.includes('](') ? `${means} ${todo}` : means.replace(/^Hint\. /, ''),
			]),
	);
}

function readRows(lines: string): MessageRow[] {
	return lines
		.trim()
		.split('\n')
		.map((line) => {
			const [message, means, todo, ...more] = line.trim().split(' | ');
			if (todo === undefined || more.length > 0) throw new Error(`Not three cells: ${line}`);
			return { message, means, todo };
		});
}

/** A message's letters and figures: the order leaves out quotes and a leading "…". */
export function letters(message: string): string {
	return message
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.trim();
}
