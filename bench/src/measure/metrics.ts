/** One of the server's own metrics that has no labels. */
export const readMetric = async (origin: string, name: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${origin}/metrics has no ${name}`);
  return Number(line.slice(name.length + 1));
};

/** Events the slowest projector has yet to apply, from the server's own metrics. */
export const projectorLag = async (origin: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const values = [...text.matchAll(/^redoubt_projector_lag_events\{[^}]*\} (\S+)$/gm)].map((match) => Number(match[1]));
  if (values.length === 0) throw new Error(`${origin}/metrics has no redoubt_projector_lag_events`);
  return Math.max(...values);
};

/** Waits until every projector has applied everything; how long that took, in milliseconds. */
export const untilCaughtUp = async (origin: string, limitMs: number): Promise<number | null> => {
  const startMs = performance.now();
  while (performance.now() - startMs < limitMs) {
    if ((await projectorLag(origin)) === 0) return performance.now() - startMs;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
};

const SAMPLE_EVERY_MS = 250;

/** Watches the projectors while something runs: its result, and the most events they were behind. */
export const watchLag = async <Value>(
  origin: string,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly lag: number }> => {
  let lag = 0;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      lag = Math.max(lag, await projectorLag(origin));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  try {
    const value = await work();
    return { value, lag };
  } finally {
    isRunning = false;
    await watching;
  }
};
