import { init, type EChartsOption } from 'echarts';

import { themes } from '../docs/themes';
import { titles } from './contenders';
import type { ContenderName, Work } from './plan';
import { titleOf } from './plan';
import type { Section } from './targets';

/** A picture of bars, with one panel for each work that it shows. */
export interface Picture {
	/** In docs. */
	file: string;
	title: string;
	shows(work: Work): boolean;
	contenders: readonly ContenderName[];
}

export const pictures: readonly Picture[] = [
	{
		file: 'benchmark-sends.svg',
		title: 'Seconds for sends',
		shows: ({ kind }) => kind === 'send',
		contenders: ['voiceSms', 'httpRequest', 'declarative', 'raw'],
	},
	{
		file: 'benchmark-lists.svg',
		title: 'Seconds for Return All of contacts',
		shows: ({ kind, latencyMs }) => kind === 'list' && latencyMs > 0,
		contenders: ['voiceSms', 'httpRequest', 'declarative', 'raw'],
	},
	{
		file: 'benchmark-others.svg',
		title: 'Seconds for gets',
		shows: ({ kind }) => kind === 'get',
		contenders: ['voiceSms', 'httpRequest', 'declarative', 'raw'],
	},
];

/** Okabe and Ito's colours, which colour-blind people can tell apart. */
const colours: Partial<Record<ContenderName, string>> = {
	voiceSms: '#0072b2',
	httpRequest: '#e69f00',
	declarative: '#009e73',
	raw: '#8c8c8c',
};

const columns = 2;
/** In pixels. */
const panel = { width: 430, title: 34, bar: 26, axis: 36, labels: 128, values: 68 };
const text = { color: 'var(--ink)', fontFamily: 'sans-serif', fontSize: 13 };

/** The picture as SVG text, or undefined when the run has nothing that it shows. */
export function draw(picture: Picture, sections: readonly Section[]): string | undefined {
	const shown = sections.filter(({ work }) => picture.shows(work));
	if (shown.length === 0) return undefined;
	const height = heightOf(picture) * Math.ceil(shown.length / columns);
	const size = { width: panel.width * columns, height };
	const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
	chart.setOption(optionOf(picture, shown));
	const svg = chart.renderToSVGString();
	chart.dispose();
	const named = `role="img" aria-label="${picture.title}"`;
	return `${svg.replace(/^<svg([^>]*)>/, `<svg$1 ${named}>\n${themes}`)}\n`;
}

const heightOf = ({ contenders }: Picture) =>
	panel.title + contenders.length * panel.bar + panel.axis;

function optionOf(picture: Picture, shown: readonly Section[]): EChartsOption {
	const place = (index: number) => ({
		left: (index % columns) * panel.width,
		top: Math.floor(index / columns) * heightOf(picture),
	});
	const line = { lineStyle: { color: 'var(--line)' } };
	return {
		animation: false,
		backgroundColor: 'transparent',
		textStyle: text,
		title: shown.map(({ work }, index) => ({
			text: titleOf(work),
			left: place(index).left + 8,
			top: place(index).top + 8,
			textStyle: { ...text, fontWeight: 'bold' },
		})),
		grid: shown.map(({ rows }, index) => ({
			left: place(index).left + panel.labels,
			top: place(index).top + panel.title,
			width: panel.width - panel.labels - panel.values,
			height: rowsOf(picture, rows).length * panel.bar,
		})),
		xAxis: shown.map((_, gridIndex) => ({
			gridIndex,
			type: 'value',
			splitNumber: 3,
			splitLine: line,
			axisLabel: { ...text, fontSize: 12, formatter: '{value} s' },
		})),
		yAxis: shown.map(({ rows }, gridIndex) => ({
			gridIndex,
			type: 'category',
			inverse: true,
			axisTick: { show: false },
			axisLine: line,
			axisLabel: text,
			data: rowsOf(picture, rows).map(({ contender }) => titles[contender]),
		})),
		series: shown.map(({ rows }, index) => ({
			type: 'bar',
			// Else it would change its look under the mouse.
			silent: true,
			xAxisIndex: index,
			yAxisIndex: index,
			barWidth: panel.bar * 0.6,
			label: {
				...text,
				show: true,
				position: 'right',
				formatter: ({ value }) => `${secondsOf(Number(value))} s`,
			},
			data: rowsOf(picture, rows).map(({ contender, result }) => ({
				value: result.wall,
				itemStyle: { color: colours[contender] },
			})),
		})),
	};
}

function rowsOf({ contenders }: Picture, rows: Section['rows']): Section['rows'] {
	return rows.filter(({ contender }) => contenders.includes(contender));
}

/** As precise as it is worth. */
export function secondsOf(wall: number): string {
	return wall.toFixed(wall < 1 ? 2 : wall < 100 ? 1 : 0);
}
