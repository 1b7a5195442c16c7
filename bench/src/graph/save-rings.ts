import type { Machine } from '../measure/machine.ts';
import { appendResults } from '../measure/result-table.ts';
import type { RuleFigures } from './measure-rings.ts';

const TABLE_HEAD = `# Fraud rings

One line per rule and run of \`npm run bench -- rings\`: 60,000 purchases of six weeks, two of a hundred by 40 rings of twelve people,
a quarter by households. A device, card or drop of a ring is used by two or three of its people. Nothing is labelled. A person
counts as caught from the first purchase that the rule stops.

| Run | Rule | People of rings caught | Their purchases stopped | Honest purchases stopped |
|---|---|---|---|---|
`;

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;

/** Keeps a run as lines of the table; gives the lines. */
export const saveRings = (
  directory: string,
  at: string,
  machine: Machine,
  figures: readonly RuleFigures[],
): Promise<string> =>
  appendResults(
    directory,
    'rings.md',
    TABLE_HEAD,
    figures.map(({ rule, ringPeople, ringPurchases, falsePositives }) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      rule,
      percent(ringPeople),
      percent(ringPurchases),
      percent(falsePositives),
    ]),
  );
