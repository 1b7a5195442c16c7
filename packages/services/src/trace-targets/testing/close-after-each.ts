import { afterEach } from 'vitest';

/** Closes what a test opened once it has ended, the last first. */
export const closeAfterEach = (): (() => Promise<unknown>)[] => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  return closing;
};
