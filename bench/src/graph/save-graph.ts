import type { Machine } from '../measure/machine.ts';
import { appendResults } from '../measure/result-table.ts';
import type { GraphFigures } from './measure-graph.ts';

const TABLE_HEAD = `# The graph in memory

One line per read and run of \`npm run bench -- graph\`: values that twenty thousand events held are asked for, in windows that end
with the newest event. Events hold eight values each; one of twelve shares some with a neighbour, one of a hundred comes through
one of twenty busy addresses. Adding hashes the values of an event as well. Unknown answers are those whose work was cut off.

| Run | Machine | Values / edges / events | Bytes per edge | Adding an event, p50 / p99 | Building | Read | p50 | p99 | Longest | Unknown |
|---|---|---|---|---|---|---|---|---|---|---|
`;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Keeps a run as lines of the table; gives the lines. */
export const saveGraph = (directory: string, at: string, machine: Machine, figures: GraphFigures): Promise<string> => {
  const { nodes, edges, events, bytesPerEdge, addUs, p99AddUs, buildMs, reads } = figures;
  const head = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    `${whole(nodes)} / ${whole(edges)} / ${whole(events)}`,
    bytesPerEdge.toFixed(1),
    `${addUs.toFixed(1)} / ${p99AddUs.toFixed(1)} µs`,
    `${(buildMs / 1000).toFixed(1)} s`,
  ];
  const rows = reads.map(({ name, p50Us, p99Us, longestUs, unknown }) => [
    ...head,
    name,
    `${whole(p50Us)} µs`,
    `${whole(p99Us)} µs`,
    `${whole(longestUs)} µs`,
    `${(unknown * 100).toFixed(1)} %`,
  ]);
  return appendResults(directory, 'graph.md', TABLE_HEAD, rows);
};
