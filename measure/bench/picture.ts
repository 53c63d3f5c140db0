import { init } from 'echarts';

import { themes } from '../../test/docs/themes';
import type { Run } from './page';
import { otherTitles, titles } from './works';

/** From the root of the repository. */
export const picture = 'docs/benchmark.svg';

/** In pixels. */
const size = { width: 860, work: 64, top: 40, bottom: 40, left: 230, right: 70 };
const text = { color: 'var(--ink)', fontFamily: 'sans-serif', fontSize: 13 };

/** Seconds of this node and of HTTP Request as bars, as SVG text. */
export function drawBenchmark({ rows }: Run): string {
	const shown = rows.filter(
		({ other, work }) => other === 'httpRequest' && work !== titles.limited,
	);
	const { width, left, right, top, bottom } = size;
	const height = top + shown.length * size.work + bottom;
	const line = { lineStyle: { color: 'var(--line)' } };
	// Okabe and Ito's colours, which colour-blind people can tell apart.
	const bars = (name: string, color: string, seconds: number[]) => ({
		type: 'bar' as const,
		name,
		data: seconds,
		itemStyle: { color },
		barWidth: 18,
		// Otherwise it changes its look under the mouse.
		silent: true,
		label: {
			...text,
			show: true,
			position: 'right' as const,
			formatter: ({ value }: { value?: unknown }) => `${Number(value).toFixed(2)} s`,
		},
	});
	const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
	chart.setOption({
		animation: false,
		backgroundColor: 'transparent',
		textStyle: text,
		grid: { left, right, top, bottom },
		legend: { textStyle: text, left, top: 8, selectedMode: false },
		xAxis: { type: 'value', splitLine: line, axisLabel: { ...text, formatter: '{value} s' } },
		yAxis: {
			type: 'category',
			inverse: true,
			axisTick: { show: false },
			axisLine: line,
			axisLabel: text,
			data: shown.map(({ work }) => work),
		},
		series: [
			bars(
				'Voice and SMS',
				'#0072b2',
				shown.map(({ own }) => own.wall),
			),
			bars(
				otherTitles.httpRequest,
				'#e69f00',
				shown.map(({ others }) => others.wall ?? 0),
			),
		],
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	const named = 'role="img" aria-label="Seconds of this node and of HTTP Request"';
	return `${svg.replace(/^<svg([^>]*)>/, `<svg$1 ${named}>\n${themes}`)}\n`;
}
