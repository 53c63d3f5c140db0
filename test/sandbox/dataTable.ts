import type { AxiosInstance } from 'axios';

/** A row of one of n8n's data tables, whose columns are text. */
export type Row = Record<string, string | null>;

/** One of n8n's data tables, by its name. */
export async function dataTable(rest: AxiosInstance, name: string) {
	const { data: project } = await rest.get<{ id: string }>('/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const { data: found } = await rest.get<{ data: Array<{ id: string; name: string }> }>(tables);
	const { id } = found.data.find((one) => one.name === name) ?? {};
	if (id === undefined) throw new Error(`n8n has no data table "${name}"`);
	return {
		async insert(rows: Row[]) {
			await rest.post(`${tables}/${id}/insert`, { data: rows });
		},
		/** Sets columns of the rows that have this text in a column. */
		async update(column: string, value: string, data: Row) {
			const filters = [{ columnName: column, condition: 'eq', value }];
			await rest.patch(`${tables}/${id}/rows`, { filter: { type: 'and', filters }, data });
		},
		async rows(): Promise<Row[]> {
			const { data } = await rest.get<{ data: Row[] }>(`${tables}/${id}/rows`);
			return data.data;
		},
	};
}
