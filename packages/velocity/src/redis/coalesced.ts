/**
 * Lets calls share one run of `work`. A call never joins a run that began before it, so what it then sees is at least as
 * new as itself; however many wait, one run goes on and one follows.
 */
export const coalesced = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const run = (): Promise<void> => {
    following = undefined;
    const own = work().finally(() => {
      if (running === own) running = undefined;
    });
    running = own;
    return own;
  };
  return () => {
    if (running === undefined) return run();
    following ??= running.then(run, run);
    return following;
  };
};
