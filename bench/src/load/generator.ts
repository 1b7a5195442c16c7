import { startChild } from '../child.ts';
import type { LoadOrder, LoadResult, ResultMessage } from './protocol.ts';

/** The load generator, in a process of its own. */
export type Generator = {
  readonly bodies: { readonly count: number; readonly averageBytes: number };
  readonly run: (order: LoadOrder) => Promise<LoadResult>;
  readonly stop: () => Promise<void>;
};

export const startGenerator = async (bodies: number): Promise<Generator> => {
  const child = await startChild('./load/generator.process.ts', { BENCH_BODIES: String(bodies) });
  return {
    bodies: child.ready as Generator['bodies'],
    run: (order) =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new Error('the load generator ended'));
        child.process.once('exit', onExit);
        child.process.once('message', (message) => {
          child.process.off('exit', onExit);
          resolve((message as ResultMessage).result);
        });
        child.process.send(order);
      }),
    stop: child.stop,
  };
};
