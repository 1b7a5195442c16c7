import type { Machine } from '../measure/machine.ts';
import { addResult } from '../measure/result-file.ts';
import { shownFigure, type Figure } from './figures.ts';
import type { GrowthFigures, Mark } from './measure-growth.ts';

const HEAD = `# Costs by what is stored

A table per run of \`npm run bench -- growth --events <n>\`. The real server takes about 100,000 purchases through the whole path; what they left in
the log, in search and in reports is written again by SQL for other days in the past, positions, ids and times moved, nine of ten
customers, addresses, devices and cards other ones, so that a mark holds 10, 30 and 100 days. Projections stand at the end then, tables are
vacuumed and their indexes made anew: what grew by itself is less dense. Cases, velocities in memory and links of the graph stay
those of one day; events of a day were received within minutes, so sums by minute are few. Segments of a copy hold the bodies of the first.

At each mark: time to ready after a start and (the middle of three) after a SIGKILL; full load with the processor time of an event,
projections included, and load at even distances; 20 searches over HTTP by a person over the whole time; reports over the whole time,
worked out and asked again; a backup by the command line beside 500 events a second, its files checked, at the first mark
restored and counted; 20,000 older events removed by age beside the same load. Sizes are those before the load of the mark.
In brackets the ratio to the first mark; the load of the machine in the last line.

Up to 2026-11-22 \`npm run bench -- curve\` measured decisions alone: [cost-curve.md](cost-curve.md).
`;

const cellOf = (mark: Mark, what: string, first: Figure | undefined): string => {
  const figure = mark.figures.find((each) => each.what === what);
  if (figure === undefined) return '';
  if (first === undefined || first === figure || first.value === 0) return shownFigure(figure);
  return `${shownFigure(figure)} (${(figure.value / first.value).toFixed(2)})`;
};

/** Adds the table of a run to the results of all runs; gives it. */
export const saveGrowth = (
  directory: string,
  at: string,
  machine: Machine,
  { marks }: GrowthFigures,
): Promise<string> => {
  const names = [...new Set(marks.flatMap(({ figures }) => figures.map(({ what }) => what)))];
  const rows = names.map((what) => {
    const first = marks[0]?.figures.find((figure) => figure.what === what);
    return [what, ...marks.map((mark) => cellOf(mark, what, first))];
  });
  const table = [
    ['', ...marks.map(({ events }) => `${events.toLocaleString('en-US')} events`)],
    ['---', ...marks.map(() => '---')],
    ...rows,
    ['load of the machine', ...marks.map(({ load }) => load.toFixed(1))],
  ];
  const text = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return addResult({ directory, name: 'growth.md', head: HEAD }, at, machine, text);
};
