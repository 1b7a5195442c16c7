import { IdentitySettingsError, readIdentitySettings } from '@redoubt/identity';
import { BootError } from '@redoubt/storage';
import { pino, type Logger } from 'pino';
import { tuneGarbageCollection } from './boot/garbage-collection.ts';
import { describeDemonstration } from './boot/demonstration/demonstration.ts';
import { readSettings, SettingsError } from './boot/settings/settings.ts';
import { createAnnouncer, createServerLog, FATAL } from './boot/logging/server-log.ts';
import { startServer, type RunningServer } from './boot/start-server.ts';

const say = createAnnouncer(process.stdout, Date.now);

/** A person reads a sentence, a collector one JSON object per line, whatever the level of the log is. */
const report = createAnnouncer(process.stderr, Date.now, FATAL);

/** What a person at a terminal reads instead of a stack trace; unknown failures keep theirs. */
const sentenceOf = (error: unknown): string => {
  const isOurs = error instanceof BootError || error instanceof SettingsError || error instanceof IdentitySettingsError;
  if (isOurs) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Stops on the first signal, as soon as the start is through; a second one does not wait. */
const stopOnSignals = (starting: Promise<RunningServer>, log: Logger): void => {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(130);
    stopping = true;
    say(`\nStopping (${signal}) …`);
    // Ctrl-C stops without draining; a supervisor (SIGTERM) moves callers first.
    const stopped = starting.then(async (server) => {
      if (signal === 'SIGTERM') await server.drain();
      await server.stop();
    });
    stopped.then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        report(`Could not stop cleanly: ${sentenceOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

const run = async (): Promise<void> => {
  tuneGarbageCollection();
  const settings = readSettings(process.env);
  const identitySettings = readIdentitySettings(process.env);
  const log = createServerLog(settings.LOG_LEVEL, pino.destination(2));
  const started = performance.now();
  const starting = startServer({ settings, identitySettings, log, progress: (step) => say(`  ${step} …`) });
  stopOnSignals(starting, log);
  const server = await starting;
  void server.displaced.then(async (reason) => {
    report(reason.message);
    await server.stop().catch(() => undefined);
    process.exit(1);
  });
  say(`\nRedoubt is ready at ${server.origin} after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  if (server.demonstration) say(describeDemonstration(server.demonstration, settings));
  say('Ctrl-C stops it.');
};

run().catch((error: unknown) => {
  report(sentenceOf(error));
  process.exit(1);
});
