import type { Database } from '@redoubt/storage';

/** Something that looks at once and again after each pause, one look after the other; it does not keep the process alive. */
export type SteadyWatch = { readonly close: () => Promise<void> };

/** @param failed what the log of the server says of a look that threw; the next one comes after the pause */
export const watchSteadily = (
  database: Pick<Database, 'log'>,
  look: () => Promise<unknown>,
  { everyMs, failed }: { readonly everyMs: number; readonly failed: string },
): SteadyWatch => {
  const lookOnce = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      database.log.warn({ err: error }, failed);
    }
  };
  let looking = lookOnce();
  const timer = setInterval(() => {
    looking = looking.then(lookOnce);
  }, everyMs);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return looking;
    },
  };
};
