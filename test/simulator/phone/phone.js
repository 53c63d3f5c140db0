const everyMs = 1000;
const otherNumber = 'Another number …';
const $ = (id) => document.getElementById(id);
const make = (name, text, more) =>
	Object.assign(document.createElement(name), { textContent: text }, more);
const button = (text, onclick) => make('button', text, { onclick });

/** The customer whose phone it is; before the first answer, the service chooses. */
let number = '';
let newest;
const drawn = {};

async function ask(address, given) {
	const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), ...given });
	return await answer.json();
}

/** Does something at the service, and says what came of it. Gives whether it was done. */
async function post(path, body) {
	const given = { method: 'POST', body: JSON.stringify(body) };
	const failed = { message: 'The simulated service could not do that.' };
	const answer = await ask(`/__simulator/${path}`, given).catch(() => failed);
	$('news').textContent = answer.message ?? (answer.page ? `The page says: ${answer.page}` : '');
	await look();
	return answer.message === undefined;
}

async function use(chosen) {
	number = chosen;
	for (const id of ['log', 'news']) $(id).replaceChildren();
	await look();
}

/** Fills an element anew if what it shows has changed. */
function draw(id, what, content) {
	const now = JSON.stringify(what);
	if (drawn[id] !== now) $(id).replaceChildren(...what.map(content));
	drawn[id] = now;
}

/** Nothing in a text is HTML; its addresses become links. */
const linked = (text) =>
	text.split(/(https?:\/\/\S+)/).map((part, index) => {
		const more = { href: part, target: '_blank', rel: 'noopener noreferrer' };
		return index % 2 === 0 ? part : make('a', part, more);
	});

/** Adds an SMS or a call, or changes the call. What has not changed stays, and is not read out again. */
function drawEntry(entry) {
	const { id, at, mine, company, text, live } = entry;
	const there = [...$('log').children].find((one) => one.id === id);
	if (drawn[id] === JSON.stringify(entry) && there) return;
	drawn[id] = JSON.stringify(entry);
	const below = `${mine ? 'to' : 'from'} ${company}, ${new Date(at).toLocaleTimeString()} `;
	const item = make('li', '', { id, className: mine ? 'mine' : '' });
	item.append(...linked(text), make('small', below));
	if (live) item.append(button('Hang up', () => post(`calls/${id}/end`, {})));
	if (there) there.replaceWith(item);
	else $('log').append(item);
	$('log').scrollTop = $('log').scrollHeight;
	// An answer goes to the number that wrote. A text that is being written keeps its receiver.
	if (!there && $('text').value === '') $('company').value = company;
}

async function look() {
	const asked = number;
	const now = await ask(`/phone/state?number=${encodeURIComponent(asked)}`).catch(() => undefined);
	$('gone').hidden = now !== undefined;
	if (now === undefined || asked !== number) return;
	number = now.number;
	const option = (text) => make('option', text);
	draw('number', [...new Set([number, ...now.numbers]), otherNumber], option);
	$('number').value = number;
	draw('company', now.companyNumbers, option);
	now.entries.forEach(drawEntry);
	draw('tries', now.tries, (one) => {
		const item = make('li', one.does);
		item.append(button(one.button, () => use(one.phone).then(() => post(one.path, one.body))));
		return item;
	});
	const { id, phone } = now.newest;
	if (![undefined, id].includes(newest) && phone !== number)
		$('news').replaceChildren(
			`An SMS has gone to ${phone}. `,
			button('Show', () => use(phone)),
		);
	newest = id;
	const ringing = now.entries.find(({ rings }) => rings);
	if (!ringing || !$('silent').checked) return;
	await fetch(`/__simulator/calls/${ringing.id}/end`, { method: 'POST' }).catch(() => undefined);
}

$('number').onchange = ({ target: { value } }) => {
	$('number').value = number;
	const chosen = value === otherNumber ? prompt('Number, with + and country code:') : value;
	if (chosen) void use(chosen);
};
$('write').onsubmit = async (event) => {
	event.preventDefault();
	const body = $('text').value;
	$('text').value = '';
	if (!(await post('sms', { from: number, to: $('company').value, body }))) $('text').value = body;
};
for (const one of document.querySelectorAll('[data-call]')) {
	const call = { direction: 'INBOUND', status: one.dataset.call };
	one.onclick = () => post('calls', { ...call, fromNumber: number, toNumber: $('company').value });
}

const live = () => look().then(() => setTimeout(live, everyMs));
void live();
