import { parseArgs } from 'node:util';
import { BENCHES, WHOLE_PATH } from './benches.ts';
import { resultsDirectory } from './results.ts';

const WIDTH = Math.max(...Object.keys(BENCHES).map((name) => name.length)) + 2;

const HELP = `npm run bench [-- options]
${Object.entries(BENCHES)
  .map(([name, { title }]) => `npm run bench -- ${name.padEnd(WIDTH)}${title}`)
  .join('\n')}

  --seconds <n>      length of each stretch of load (8)
  --rounds <n>       rounds of full load (3)
  --bodies <n>       different bodies (120000)
  --connections <n>  connections (256)
  --events <n>       events stored at the end of growth and before a run of retention (1000000)
  --history <n>      events of each history of backtests and searches (200000)
  --save             keep the results in bench/results, which is under version control; else below the temporary directory
  --profile <dir>    write CPU profiles of both servers there; nothing is recorded
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    bodies: { type: 'string', default: '120000' },
    connections: { type: 'string', default: '256' },
    events: { type: 'string', default: '1000000' },
    history: { type: 'string', default: '200000' },
    profile: { type: 'string' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Everything that runs, newest first; each is stopped whatever becomes of the others. */
const running: { readonly stop: () => Promise<void> }[] = [];
const stopAll = async (): Promise<void> => {
  await Promise.allSettled(running.splice(0).map((thing) => thing.stop()));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().then(() => process.exit(130)));
}

/** The bench of a name; the whole path where none is given. */
const benchOf = ([name]: readonly string[]) => {
  if (name === undefined) return WHOLE_PATH;
  const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1];
  if (bench !== undefined) return bench;
  process.stderr.write(`There is no bench ${name}. npm run bench -- --help lists them.\n`);
  return process.exit(1);
};

try {
  const text = values.help
    ? HELP
    : await benchOf(positionals).run({
        seconds: Number(values.seconds),
        rounds: Number(values.rounds),
        bodies: Number(values.bodies),
        connections: Number(values.connections),
        events: Number(values.events),
        history: Number(values.history),
        profile: values.profile ?? null,
        results: resultsDirectory(values.save),
        say,
        keep: (thing) => {
          running.unshift(thing);
          return thing;
        },
      });
  if (text !== '') say(text);
} finally {
  await stopAll();
}
