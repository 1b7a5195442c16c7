// `npm run chaos`: kills server and database under load, a hundred times or as often as told, and looks for damage;
// with `--threads 2` a server with so many answering threads.
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds, type KillRoundsResult, type Victim } from '@redoubt/testing/durability';
import { describeOptions, orEnd, readCommandLine, wholeNumber } from './command-line.ts';
import { readMachine, type Machine } from './measure/machine.ts';
import { resultsDirectory } from './results.ts';

const OPTIONS = {
  threads: { takes: 'number', least: 0, fallback: 0, help: 'answering threads of the server' },
  save: { takes: 'nothing', help: 'keep the results in bench/results; else below the temporary directory' },
  help: { takes: 'nothing', help: 'this' },
} as const;
const USUAL_KILLS = 100;
const HELP = `npm run chaos [-- <kills> (${USUAL_KILLS})] [options]

${describeOptions(OPTIONS)}`;

const { told, kills } = orEnd(() => {
  const { values, word } = readCommandLine(process.argv.slice(2), OPTIONS);
  return { told: values, kills: word === undefined ? USUAL_KILLS : wholeNumber('npm run chaos', word, 1) };
});
if (told.help) {
  process.stdout.write(HELP);
  process.exit();
}
const { threads } = told;
const RESULTS = resultsDirectory(told.save);
const TABLE = join(RESULTS, 'chaos.md');
const TABLE_HEAD = `# Killed and ready again

One line per run of \`npm run chaos\`: SIGKILL of the server, of every process of its PostgreSQL, or of both, in turn, while
merchants send. Times run from the kill to the first answer to a call that began after it, start of the next process and
recovery of the database included. The server alone is killed in the middle of a snapshot of velocities. Afterwards every
acknowledged event is looked up, every projection rebuilt, every velocity counted again from the log and compared with a start
from the newest snapshot, and every value that a decision read worked out from what the log held at its read position.

| Run | Machine | Threads | Kills | Acknowledged | Sent again | Snapshots torn | Damage | Server median / worst | PostgreSQL median / worst | Both median / worst |
|---|---|---|---|---|---|---|---|---|---|---|
`;
const MERCHANTS = 24;
const EVENTS_PER_ROUND = 200;
const VICTIMS: readonly Victim[] = ['server', 'postgres', 'both'];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const timesOf = ({ rounds }: KillRoundsResult, victim: Victim): string => {
  const times = rounds
    .filter((round) => round.victim === victim)
    .map((round) => round.readyAgainMs)
    .toSorted((left, right) => left - right);
  const [median, worst] = [times[times.length >> 1], times.at(-1)];
  return median === undefined || worst === undefined ? '–' : `${seconds(median)} / ${seconds(worst)}`;
};

const lineOf = (name: string, machine: Machine, threads: number, result: KillRoundsResult): string => {
  const cells = [
    `[${name}](${name}.json)`,
    `${machine.cores} × ${machine.cpu}`,
    threads,
    result.rounds.length,
    result.acknowledged + result.observations,
    result.repeated,
    result.tornSnapshots,
    result.damage.length === 0 ? 'none' : result.damage.length,
    ...VICTIMS.map((victim) => timesOf(result, victim)),
  ];
  return `| ${cells.join(' | ')} |`;
};

const save = async (machine: Machine, threads: number, result: KillRoundsResult): Promise<string> => {
  const at = new Date();
  const name = `${at.toISOString().slice(0, 10)}-${machine.commit}-chaos${threads === 0 ? '' : `-${threads}-threads`}`;
  const line = lineOf(name, machine, threads, result);
  await mkdir(RESULTS, { recursive: true });
  const report = JSON.stringify({ at: at.toISOString(), machine, threads, ...result }, null, 2);
  await writeFile(join(RESULTS, `${name}.json`), `${report}\n`);
  const isThere = await readFile(TABLE).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(TABLE, TABLE_HEAD);
  await appendFile(TABLE, `${line}\n`);
  return line;
};

const run = async (): Promise<void> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-chaos-'));
  const seed = Date.now() % 0xffff_ffff;
  console.log(`${kills} kills, seed ${seed}`);
  try {
    let done = 0;
    const result = await runKillRounds({
      dataDirectory,
      rounds: kills,
      merchants: MERCHANTS,
      eventsPerRound: EVENTS_PER_ROUND,
      seed,
      threads,
      onRound: ({ victim, readyAgainMs, acknowledged }) => {
        done += 1;
        console.log(`${done}  ${victim.padEnd(8)}  ready again after ${seconds(readyAgainMs)}, ${acknowledged} stored`);
      },
    });
    const machine = await readMachine(join(dataDirectory, 'postgres', 'data'));
    console.log(`\n${await save(machine, threads, result)}`);
    for (const problem of result.damage) console.log(problem);
    if (result.damage.length > 0) process.exitCode = 1;
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

await run();
