const everyMs = 1000;
const dayMs = 86_400_000;
const $ = (id) => document.getElementById(id);
const make = (name, text, more) =>
	Object.assign(document.createElement(name), { textContent: text }, more);
/** An element of other elements and texts. */
const made = (name, className, ...inside) => {
	const element = make(name, '', { className });
	element.append(...inside);
	return element;
};
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

/** On a small screen, one view is there at a time. */
function show(view) {
	document.body.dataset.view = view;
	toNewest();
}

function toNewest() {
	$('log').scrollTop = $('log').scrollHeight;
}
window.onresize = toNewest;

async function use(chosen) {
	number = chosen;
	for (const id of ['log', 'news']) $(id).replaceChildren();
	show('phone');
	await look();
}

/** Fills an element anew if what it shows has changed. */
function draw(id, what, content) {
	const now = JSON.stringify([what, new Date().toDateString()]);
	if (drawn[id] !== now) $(id).replaceChildren(...what.map(content));
	drawn[id] = now;
}

/** Nothing in a text is HTML; its addresses become links. */
const linked = (text) =>
	text.split(/(https?:\/\/\S+)/).map((part, index) => {
		const more = { href: part, target: '_blank', rel: 'noopener noreferrer' };
		return index % 2 === 0 ? part : make('a', part, more);
	});

const timeOf = (at) =>
	at ? new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }) : '';
const midnight = (at) => new Date(at).setHours(0, 0, 0, 0);

function dayOf(at) {
	if (!at) return '';
	const days = Math.round((midnight(Date.now()) - midnight(at)) / dayMs);
	if (days === 0 || days === 1) return ['Today', 'Yesterday'][days];
	const weekday = { weekday: 'long' };
	const date = { day: 'numeric', month: 'short', year: 'numeric' };
	return new Date(at).toLocaleDateString('en-GB', days > 1 && days < 7 ? weekday : date);
}

const whenOf = (at) => (dayOf(at) === 'Today' ? timeOf(at) : dayOf(at));

/** Adds an SMS or a call, or changes the call. What has not changed stays, and is not read out again. */
function drawEntry(entry, index, all) {
	const { id, at, mine, company, text, isCall, live } = entry;
	const there = [...$('log').children].find((one) => one.id === id);
	const before = all[index - 1];
	const day = dayOf(before?.at) === dayOf(at) ? '' : dayOf(at);
	const line = before?.company === company ? '' : company;
	const now = JSON.stringify([entry, day, line]);
	if (drawn[id] === now && there) return;
	drawn[id] = now;
	const item = made('li', mine ? 'mine' : '');
	item.id = id;
	if (day || line) item.append(make('small', [day, line].filter(Boolean).join(' · ')));
	const words = isCall
		? [`${mine ? '☎ Your call' : '☎ Call from the company'}: ${text}`]
		: linked(text);
	const bubble = made('div', isCall ? 'bubble call' : 'bubble', ...words);
	if (live) bubble.append(button('Hang up', () => post(`calls/${id}/end`, {})));
	item.append(bubble, make('time', timeOf(at)));
	if (there) there.replaceWith(item);
	else $('log').append(item);
	toNewest();
	// An answer goes to the number that wrote. A text that is being written keeps its receiver.
	if (!there && $('text').value === '') $('company').value = company;
}

/** A line of a list: who, when, and the text. It leads to the phone of the customer. */
function lineOf({ customer, name, at, mine, text = 'No SMS yet', isCall, status }, isCompany) {
	const said = isCall ? `☎ ${text}` : text;
	const [toCompany, ofCompany] = isCompany ? ['↓ ', '↑ '] : ['', 'Company: '];
	const from = at ? (mine ? toCompany : ofCompany) : '';
	const ending = status === 'DELIVERED' ? '✓' : status?.toLowerCase();
	const more = isCompany && !mine && ending ? ` ${ending}` : '';
	const who = made('b', '', name || customer);
	const row = made('button', 'row');
	row.append(
		made('span', 'face', initialsOf(name)),
		who,
		make('time', `${whenOf(at)}${more}`),
		made('span', 'text', `${from}${said}`),
	);
	row.title = customer;
	row.onclick = () => use(customer);
	if (!isCompany && customer === number) row.setAttribute('aria-current', 'true');
	return made('li', '', row);
}

const initialsOf = (name) =>
	name
		.split(' ')
		.filter((word) => /^\p{L}/u.test(word))
		.slice(0, 2)
		.map((word) => [...word][0].toUpperCase())
		.join('') || '#';

async function look() {
	const asked = number;
	const now = await ask(`/phone/state?number=${encodeURIComponent(asked)}`).catch(() => undefined);
	$('gone').hidden = now !== undefined;
	$('clock').textContent = timeOf(Date.now());
	if (now === undefined || asked !== number) return;
	number = now.number;
	$('who').textContent = [now.name, number].filter(Boolean).join(' · ');
	const customers = now.customers.map((one) => ({ ...one, isShown: one.customer === number }));
	draw('customers', customers, (one) => lineOf(one, false));
	draw('ofAll', now.ofAll, (one) => lineOf(one, true));
	draw('company', now.companyNumbers, (text) => make('option', text));
	now.entries.forEach(drawEntry);
	draw('tries', now.tries, (one) => {
		const does = () => use(one.phone).then(() => post(one.path, one.body));
		return made('li', '', one.does, button(one.button, does));
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

$('other').onclick = () => {
	const chosen = prompt('Number, with + and country code:');
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
	one.onclick = () => {
		one.closest('details').open = false;
		void post('calls', { ...call, fromNumber: number, toNumber: $('company').value });
	};
}
for (const one of document.querySelectorAll('button[data-view]'))
	one.onclick = () => show(one.dataset.view);

const live = () => look().then(() => setTimeout(live, everyMs));
void live();
