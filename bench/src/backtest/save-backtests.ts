import { loadavg } from 'node:os';
import type { BacktestFigures } from '../backtest.ts';
import type { Machine } from '../measure/machine.ts';
import { appendResults } from '../measure/result-table.ts';

const TABLE = 'backtest.md';
const TABLE_HEAD = `# Backtests

One line per history and run of \`npm run bench -- backtest\`: a changed rule, with one clause for each velocity, is tried on
a stored history and compared with the rules of today, so every event is decided twice. Events per second from the order to
the result, the start of the threads included; the processor time counts all threads of the process, PostgreSQL's left out.
The goals are meant for two cores that do nothing else; the load says what else ran.

| Run | Machine | History | Bytes | Events | Best round | All rounds | Goal | Processor time per event | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Adds a line for each history to the table of all runs; gives the lines. */
export const saveBacktests = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: readonly BacktestFigures[],
): Promise<string> => {
  const rows = figures.map(({ shape, events, bytes, perSecond, rounds, cpuUs }) => {
    const cells = [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      shape.name,
      whole(bytes),
      whole(events),
      `${whole(perSecond)}/s`,
      rounds.map(whole).join(', '),
      `${whole(shape.goal)}/s ${perSecond >= shape.goal ? 'reached' : 'missed'}`,
      `${cpuUs.toFixed(1)} µs`,
      (loadavg()[0] ?? 0).toFixed(1),
    ];
    return cells;
  });
  return appendResults(directory, TABLE, TABLE_HEAD, rows);
};
