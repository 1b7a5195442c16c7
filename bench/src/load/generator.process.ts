import { createBodies } from './bodies.ts';
import type { LoadOrder } from './protocol.ts';
import { runLoad } from './run-load.ts';

/** The load generator's process: makes all bodies once, then does one stretch of load for each order it is sent. */
const bodies = createBodies(Number(process.env.BENCH_BODIES), Date.now());

process.on('message', (order: LoadOrder) => {
  void runLoad(order, bodies).then((result) => process.send?.({ result }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: { count: bodies.count, averageBytes: bodies.averageBytes } });
