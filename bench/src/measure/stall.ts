import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time that nothing else could happen in the process, in milliseconds. */
export type Stall = {
  /** By the clock: a thread that waits for a processor stalls too. */
  readonly clockMs: number;
  /** By the processor time of the thread, between two looks a millisecond apart: what the work itself costs. */
  readonly processorMs: number;
};

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest stall while some work is done. */
export const stallOf = async (work: () => Promise<unknown>): Promise<Stall> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let last = processorMs();
  let longest = 0;
  const timer = setInterval(() => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
    clearInterval(timer);
  }
  return { clockMs: delay.max / 1e6, processorMs: Math.max(longest, processorMs() - last) };
};
