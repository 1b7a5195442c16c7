import type { Machine } from './measure/machine.ts';
import type { NodesFigures } from './nodes.ts';
import { appendResults } from './measure/result-table.ts';

const TABLE = 'nodes.md';
const TABLE_HEAD = `# Several nodes

One line per run of \`npm run bench -- nodes\`: decisions per second of one node with velocities of its own, of one with its
velocities in Redis, and of two that share them, in turns on one machine with PostgreSQL, Redis and the shoppers. Every
decision reads three velocities and adds to those of the system. On two cores more nodes share the same cores: what is seen
is the price of sharing, not what more machines bring. “Reach” is the time from the publication of a rule to its first
decision on the slower of two nodes.

| Run | Machine | Alone | One, Redis | Two, Redis | Reach: median | Reach: longest |
|---|---|---|---|---|---|---|
`;

const rate = (value: number): string => `${value.toLocaleString('en-US', { maximumFractionDigits: 0 })}/s`;

/** Keeps a run as a line of the table; gives the line. */
export const saveNodes = async (
  directory: string,
  at: string,
  machine: Machine,
  { alone, oneSharing, twoSharing, reachMs }: NodesFigures,
): Promise<string> => {
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    rate(alone),
    `${rate(oneSharing)} (${(oneSharing / alone).toFixed(2)})`,
    `${rate(twoSharing)} (${(twoSharing / alone).toFixed(2)})`,
    `${reachMs.median.toFixed(0)} ms`,
    `${reachMs.longest.toFixed(0)} ms of ${reachMs.publications}`,
  ];
  return appendResults(directory, TABLE, TABLE_HEAD, [cells]);
};
