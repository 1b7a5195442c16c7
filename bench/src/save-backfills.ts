import type { BackfillFigures } from './backfill.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const TABLE = 'backfill.md';
const TABLE_HEAD = `# Backfills beside live decisions

One line per run of \`npm run bench -- backfill\`: half load through the whole path without and with a backfill of ten
velocities beside it, in turns; medians of the rounds. Processor time is that of server and PostgreSQL for each live
decision, the backfill's included. The last two columns are events a second that the backfill looked at.

| Run | Machine | Stored | Half load | p50 without → with | p99 without → with | Processor time | Under load | At rest |
|---|---|---|---|---|---|---|---|---|
`;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Adds a run to the table of all runs; gives its line. */
export const saveBackfills = async (directory: string, at: string, figures: BackfillFigures): Promise<string> => {
  const { machine, without, during } = figures;
  const pair = (of: (stretch: BackfillFigures['during'][number]) => number, unit: string, decimals: number): string => {
    const [before, after] = [median(without.map(of)), median(during.map(of))];
    return `${before.toFixed(decimals)} → ${after.toFixed(decimals)} ${unit} (× ${(after / before).toFixed(2)})`;
  };
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    whole(figures.storedEvents),
    `${whole(median(during.map(({ perSecond }) => perSecond)))}/s`,
    pair(({ p50Ms }) => p50Ms, 'ms', 1),
    pair(({ p99Ms }) => p99Ms, 'ms', 1),
    pair(({ cpuUs }) => cpuUs, 'µs', 0),
    `${whole(figures.underLoadPerSecond)}/s`,
    `${whole(figures.atRestPerSecond)}/s`,
  ];
  return appendResults(directory, TABLE, TABLE_HEAD, [cells]);
};
