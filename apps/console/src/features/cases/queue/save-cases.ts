import type { CaseSummary } from '@redoubt/contracts';
import type { GridColumn } from '@redoubt/ui';
import { csvText } from '../../../shared/files/csv-text.ts';
import { saveFile } from '../../../shared/files/read-file.ts';

/** Columns that hold no fact of a case. */
const CONTROLS: ReadonlySet<string> = new Set(['select', 'start']);

/** Gives the reader cases as a CSV file, with the columns that are shown. */
export const saveCases = (
  queue: string,
  rows: readonly CaseSummary[],
  columns: readonly GridColumn<CaseSummary>[],
  shown: readonly string[] | undefined,
  nowMs: number,
): void => {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const chosen = (
    shown?.flatMap((id) => byId.get(id) ?? []) ?? columns.filter((column) => !column.hiddenAtFirst)
  ).filter(({ id }) => !CONTROLS.has(id));
  const csv = csvText([
    chosen.map(({ header }) => header),
    ...rows.map((each) => chosen.map((column) => column.text?.(each) ?? '')),
  ]);
  const name = `${queue} ${new Date(nowMs).toISOString().slice(0, 16)}Z.csv`;
  saveFile(name.replace(/[\\/:]/g, '-'), new Blob([csv], { type: 'text/csv' }));
};
