import { BENCHES, WHOLE_PATH } from './benches.ts';
import { describeOptions, orEnd, readCommandLine, WrongWords } from './command-line.ts';
import { resultsDirectory } from './results.ts';

const WIDTH = Math.max(...Object.keys(BENCHES).map((name) => name.length)) + 2;

const OPTIONS = {
  seconds: { takes: 'number', least: 1, fallback: 8, help: 'length of each stretch of load' },
  rounds: { takes: 'number', least: 1, fallback: 3, help: 'rounds of full load' },
  bodies: { takes: 'number', least: 1, fallback: 120_000, help: 'different bodies' },
  connections: { takes: 'number', least: 1, fallback: 256, help: 'connections' },
  events: {
    takes: 'number',
    least: 1,
    fallback: 1_000_000,
    help: 'events stored at the end of growth and before a run of retention',
  },
  history: { takes: 'number', least: 1, fallback: 200_000, help: 'events of each history of backtests and searches' },
  save: {
    takes: 'nothing',
    help: 'keep the results in bench/results, which is under version control; else below the temporary directory',
  },
  profile: { takes: 'text', as: 'dir', help: 'write CPU profiles of both servers there; nothing is recorded' },
  help: { takes: 'nothing', help: 'this' },
} as const;

const HELP = `npm run bench [-- options]
${Object.entries(BENCHES)
  .map(([name, { title }]) => `npm run bench -- ${name.padEnd(WIDTH)}${title}`)
  .join('\n')}

${describeOptions(OPTIONS)}`;

/** The bench of a name; the whole path where none is given. */
const benchOf = (name: string | undefined) => {
  if (name === undefined) return WHOLE_PATH;
  const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1];
  if (bench !== undefined) return bench;
  throw new WrongWords(`There is no bench “${name}”. Benches: ${Object.keys(BENCHES).join(', ')}.`);
};

const { values, bench } = orEnd(() => {
  const { word, ...told } = readCommandLine(process.argv.slice(2), OPTIONS);
  return { ...told, bench: benchOf(word) };
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

try {
  const { save, help, ...sizes } = values;
  const text = help
    ? HELP
    : await bench.run({
        ...sizes,
        results: resultsDirectory(save),
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
