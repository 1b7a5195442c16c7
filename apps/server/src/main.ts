import { IdentitySettingsError, readIdentitySettings } from '@redoubt/identity';
import { BootError } from '@redoubt/storage';
import { pino } from 'pino';
import { letOldGenerationGrow } from './boot/collector.ts';
import { describeDemonstration } from './boot/demonstration.ts';
import { readSettings, SettingsError } from './boot/settings.ts';
import { maskedLog } from './boot/masked-log.ts';
import { startServer, type RunningServer } from './boot/start-server.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What a person at a terminal reads instead of a stack trace; unknown failures keep theirs. */
const sentenceOf = (error: unknown): string => {
  const isOurs = error instanceof BootError || error instanceof SettingsError || error instanceof IdentitySettingsError;
  if (isOurs) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Stops on the first signal, as soon as the start is through; a second one does not wait. */
const stopOnSignals = (starting: Promise<RunningServer>): void => {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(130);
    stopping = true;
    say(`\nStopping (${signal}) …`);
    const stopped = starting.then((server) => server.stop());
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Could not stop cleanly: ${sentenceOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

const run = async (): Promise<void> => {
  letOldGenerationGrow();
  const settings = readSettings(process.env);
  const identitySettings = readIdentitySettings(process.env);
  const log = pino(
    { level: settings.LOG_LEVEL, redact: ['req.headers.authorization'] },
    maskedLog(pino.destination(2)),
  );
  const started = performance.now();
  const starting = startServer({ settings, identitySettings, log, progress: (step) => say(`  ${step} …`) });
  stopOnSignals(starting);
  const server = await starting;
  void server.displaced.then(async (reason) => {
    process.stderr.write(`${reason.message}\n`);
    await server.stop().catch(() => undefined);
    process.exit(1);
  });
  say(`\nRedoubt is ready at ${server.origin} after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  if (server.demonstration) say(describeDemonstration(server.demonstration, settings));
  say('Ctrl-C stops it.');
};

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
