const everyMs = 1000;
const $ = (id) => document.getElementById(id);
const otherNumber = 'Another number …';
const unreachable = 'The simulated service does not answer.';

let number = decodeURIComponent(location.hash.slice(1));
let newest;
const drawn = {};

const make = (name, text, more) =>
	Object.assign(document.createElement(name), { textContent: text }, more);
const button = (text, onclick) => make('button', text, { type: 'button', onclick });

async function ask(address, body) {
	const given = body && { method: 'POST', body: JSON.stringify(body) };
	const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), ...given });
	const data = await answer.json();
	if (!answer.ok) throw new Error(data.message ?? data.page);
	return data;
}

/** Does something, and says what went wrong. Gives whether it went well. */
const attempt = async (act) => {
	const say = ({ name, message }) => (name === 'Error' ? message : unreachable);
	const problem = await act().then(() => '', say);
	const said = $('problem').textContent;
	if (problem !== said && (problem || said === unreachable)) $('problem').textContent = problem;
	return problem === '';
};

const post = async (path, body) => {
	$('problem').textContent = '';
	return await attempt(async () => {
		const { page } = await ask(`/__simulator/${path}`, body);
		if (page) $('news').textContent = `The page says: ${page}`;
		await look();
	});
};

function use(chosen) {
	number = chosen;
	history.replaceState(null, '', `#${number}`);
	for (const id of ['log', 'news', 'problem']) $(id).replaceChildren();
	return attempt(look);
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

/** Adds new entries. An SMS that changes keeps its place, so that a screen reader reads it once. */
function drawEntry({ id, at, mine, company, text, state, call }) {
	const time = at === null ? '' : `${new Date(at).toLocaleTimeString()}, `;
	const below = `${mine ? 'to' : 'from'} ${company}, ${time}${state}`;
	const there = $('log').querySelector(`[data-id="${id}"]`);
	const last = there?.lastElementChild;
	if (last?.textContent === below) return;
	if (last && !call) return void (last.textContent = below);
	const item = make('li', '', { className: mine ? 'mine' : '' });
	item.dataset.id = id;
	item.append(...linked(text));
	if (call === 'live')
		item.append(
			' ',
			button('Hang up', () => post(`calls/${id}/end`, {})),
		);
	item.append(make('small', below));
	if (there) there.replaceWith(item);
	else $('log').append(item);
	$('log').scrollTop = $('log').scrollHeight;
	// An answer goes to the number that wrote. A text that is being written keeps its receiver.
	if (!there && !mine && $('text').value === '') $('company').value = company;
}

async function look() {
	const asked = number;
	const now = await ask(`/phone/state?number=${encodeURIComponent(asked)}`);
	if (asked !== number) return;
	number = now.number;
	const option = (text) => make('option', text);
	draw('number', [...new Set([number, ...now.numbers]), otherNumber], option);
	$('number').value = number;
	draw('company', now.companyNumbers, option);
	now.entries.forEach(drawEntry);
	draw('tries', now.tries, ({ does, phone, path, body, ...one }) => {
		const press = async () => (await use(phone)) && (await post(path, body));
		const item = make('li', `${does} `);
		item.append(button(one.button, press));
		return item;
	});
	const { id, phone } = now.newest;
	if (newest !== undefined && id !== newest && phone !== number)
		$('news').replaceChildren(
			`An SMS has gone to ${phone}.`,
			button('Show', () => use(phone)),
		);
	newest = id;
	const ringing = now.entries.filter(({ mine, state }) => !mine && state === 'it rings');
	if ($('silent').checked)
		for (const call of ringing) await ask(`/__simulator/calls/${call.id}/end`, {});
}

$('number').onchange = () => {
	const chosen = $('number').value;
	$('number').value = number;
	const typed = chosen === otherNumber ? prompt('Number, with + and country code:') : chosen;
	if (typed === null) return;
	const digits = typed.replace(/[\s().-]/g, '');
	if (/^\+\d{7,15}$/.test(digits)) void use(digits);
	else $('problem').textContent = `${typed} is not a phone number with + and country code.`;
};
$('write').onsubmit = async (event) => {
	event.preventDefault();
	const body = $('text').value;
	$('text').value = '';
	if (!(await post('sms', { from: number, to: $('company').value, body }))) $('text').value = body;
};
document.querySelectorAll('[data-call]').forEach((one) => {
	const call = { direction: 'INBOUND', status: one.dataset.call };
	one.onclick = () => post('calls', { ...call, fromNumber: number, toNumber: $('company').value });
});

const live = async () => void (await attempt(look), setTimeout(live, everyMs));
void live();
