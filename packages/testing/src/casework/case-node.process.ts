import { once } from 'node:events';
import { createCaseTimeOuts, startJobs } from '@redoubt/services';
import { openDatabase, silentLogger } from '@redoubt/storage';
import { createRandom } from '../simulator/random.ts';
import { createAgent } from './agent.ts';
import { createFastClock } from './fast-clock.ts';
import type { NodeMessage, NodeOrder } from './protocol.ts';

/** A node as far as cases go: its agents, and the job of time-outs, on the one database of all nodes. */
const say = (message: NodeMessage): void => void process.send?.(message);

const [order] = (await once(process, 'message')) as [NodeOrder];
const { server, databaseName, seed, agents } = order;
const database = await openDatabase({ server, databaseName, log: silentLogger });
const clock = createFastClock(order.time);
const stop = new AbortController();
process.once('disconnect', () => process.exit(0));
process.once('message', () => stop.abort());
const jobs = startJobs({ database, clock, runners: [createCaseTimeOuts({ database, clock })] });
say({ ready: true });
try {
  await Promise.all(
    agents.map(({ number }) => {
      const random = createRandom(seed + number);
      const tell = (operation: Extract<NodeMessage, { operation: unknown }>['operation']) => say({ operation });
      return createAgent({ database, clock, random, order, number, tell }).work(stop.signal);
    }),
  );
} catch (error) {
  say({ failed: (error as Error).stack ?? String(error) });
}
await jobs.close();
await database.close();
process.disconnect();
