import type { BacktestCount, BacktestResult } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { formatCount } from '../terminal/format.ts';

const MAX_SAMPLES = 3;

const UNKNOWN: Readonly<Record<BacktestResult['unknown'][number]['kind'], (name: string) => string>> = {
  list: (name) => `came before the list "${name}" existed; nothing was found in it`,
  velocity: (name) => `came before the velocity ${name} was counted; it read as 0`,
  call: (name) => `never made the external call ${name}; it counts as failed`,
  fact: (name) => `never asked for ${name}; it counts as not found`,
  data: (name) => `looked up ${name} facts in the data of today, not in the edition of then`,
  plan: (name) => `were decided by a plan that is not kept any more (${name.slice(0, 12)}) and may be left out`,
  moment: (name) => `read the velocity ${name} slightly later than their decision did`,
};

const moneyOf = ({ amounts }: BacktestCount): string =>
  amounts
    .map(({ currency, amount }) => `${currency} ${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`.trim())
    .join(', ');

/** Columns as wide as their widest cell; the first one to the left, the others to the right. */
const tableOf = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
};

const cells = (count: BacktestCount): readonly string[] => [
  formatCount(count.events),
  formatCount(count.fraud),
  formatCount(count.genuine),
  moneyOf(count),
];

const decisionTable = ({ before, after }: BacktestResult): readonly string[] =>
  tableOf([
    ['', 'before', 'after', 'fraud before', 'after'],
    ...DECISIONS.map((decision) => [
      decision,
      formatCount(before[decision].events),
      formatCount(after[decision].events),
      formatCount(before[decision].fraud),
      formatCount(after[decision].fraud),
    ]),
  ]);

const changeTable = ({ changes }: BacktestResult): readonly string[] =>
  tableOf([
    ['', 'events', 'fraud', 'genuine', 'money'],
    ...changes.map((change) => [`${change.before} → ${change.after}`, ...cells(change)]),
  ]);

/** Money and labels are those of the events that a clause decided differently. */
const clauseTable = ({ clauses }: BacktestResult): readonly string[] =>
  tableOf([
    ['', 'fired', 'decided', 'changed', 'fraud', 'genuine', 'money', 'fraud among fired'],
    ...clauses.map(({ name, fired, decided, changed }) => [
      name,
      formatCount(fired.events),
      formatCount(decided.events),
      ...cells(changed),
      fired.events === 0 ? '–' : `${((fired.fraud / fired.events) * 100).toFixed(1)} %`,
    ]),
  ]);

const samples = ({ changes }: BacktestResult): readonly string[] =>
  changes.map(({ before, after, samples: shown }) => {
    const ids = shown.slice(0, MAX_SAMPLES).map(({ eventId }) => eventId);
    return `${before} → ${after}, such as ${ids.join(', ')}`;
  });

const notes = ({ errors, unknown }: BacktestResult): readonly string[] => [
  ...(errors.events > 0
    ? [`${formatCount(errors.events)} events could not be worked out: ${errors.messages.join(' ')}`]
    : []),
  ...unknown.map(({ kind, name, events }) => `${formatCount(events)} events ${UNKNOWN[kind](name)}.`),
];

/** What a backtest says, for a person. */
export const reportOf = (result: BacktestResult): string => {
  const changed = result.changes.reduce((sum, { events }) => sum + events, 0);
  if (result.events === 0) return ['No event of the period was decided.', ...notes(result)].join('\n');
  const parts = [
    [`${formatCount(result.events)} events, ${formatCount(changed)} would be decided differently.`],
    decisionTable(result),
    ...(changed > 0 ? [changeTable(result), samples(result)] : []),
    clauseTable(result),
    notes(result),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
};
