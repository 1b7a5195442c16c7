import type { Machine } from '../measure/machine.ts';
import type { VelocityFigures } from '../velocity.ts';
import { appendResults } from '../measure/result-table.ts';

const TABLE = 'velocity.md';
const TABLE_HEAD = `# Velocities in memory

One line per run of \`npm run bench -- velocity\`. An event adds to twenty velocities and reads two windows of each, over a
million keys of five entries; Redis does the same with a sorted set per key over 200,000 keys, pipelined, sixteen events in
flight on a unix socket, in the same run. A snapshot of all of it is written piece by piece: how long one holds everything else up (the 99th of a hundred
and the longest, without those that another program interrupted), the processor time of all and of reading them back.

| Run | Machine | Store | Redis | Ratio | Bytes per key | Adds | Snapshot | Slices p99 / longest | Writing / reading |
|---|---|---|---|---|---|---|---|---|---|
`;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Keeps a run as a line of the table; gives the line. */
export const saveVelocities = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: VelocityFigures,
): Promise<string> => {
  const { eventsPerSecond, redisEventsPerSecond, timesRedis, bytesPerKey, addsPerSecond, keys, snapshot } = figures;
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    `${whole(eventsPerSecond)}/s`,
    redisEventsPerSecond === null ? 'no redis-server' : `${whole(redisEventsPerSecond)}/s`,
    timesRedis === null ? '' : timesRedis.toFixed(1),
    whole(bytesPerKey),
    `${whole(addsPerSecond)}/s`,
    `${whole(snapshot.bytes / keys)} bytes per key`,
    `${snapshot.p99SliceMs.toFixed(1)} / ${snapshot.longestSliceMs.toFixed(1)} ms`,
    `${(snapshot.writeMs / 1000).toFixed(2)} / ${(snapshot.readMs / 1000).toFixed(2)} s`,
  ];
  return appendResults(directory, TABLE, TABLE_HEAD, [cells]);
};
