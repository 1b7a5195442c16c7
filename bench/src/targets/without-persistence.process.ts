import { readIdentitySettings } from '@redoubt/identity';
import { readSettings, startServer } from '@redoubt/server';
import type { Log } from '@redoubt/storage';
import { pino } from 'pino';

/**
 * The product's own path with a log that keeps nothing and acknowledges at once: what tokens, checks, rules and the
 * answer cost without the database. It is put together here, because the product must not have such a switch.
 */
const forgetfulLog = (): Log => {
  let position = 0;
  const append = (): ReturnType<Log['append']> => {
    position += 1;
    return Promise.resolve({ position });
  };
  return {
    append,
    appendEncoded: append,
    onCommitted: () => () => undefined,
    stats: () => ({ pending: 0, pendingBytes: 0, batches: 0, events: position, lastPosition: position }),
    close: () => Promise.resolve(),
  };
};

const server = await startServer({
  settings: readSettings(process.env),
  identitySettings: readIdentitySettings(process.env),
  log: pino({ level: 'error' }, pino.destination(2)),
  progress: () => undefined,
  openLog: forgetfulLog,
});
const stop = (): void => void server.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send?.({ ready: { facts: server.demonstration } });
