import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeOptions, readCommandLine, wholeNumber } from './command-line.ts';

const OPTIONS = {
  events: { takes: 'number', least: 1, fallback: 1000, help: 'events stored' },
  threads: { takes: 'number', least: 0, fallback: 0, help: 'answering threads' },
  profile: { takes: 'text', as: 'dir', help: 'where profiles go' },
  save: { takes: 'nothing', help: 'keep the results' },
} as const;
const KNOWN = 'Options: --events <n>, --threads <n>, --profile <dir>, --save.';

const read = (...words: readonly string[]) => readCommandLine(words, OPTIONS);

describe('the words of a command line', () => {
  it('stand for what is used where there are none', () => {
    expect(read()).toEqual({ values: { events: 1000, threads: 0, profile: null, save: false }, word: undefined });
  });

  it('are read in any order, with values beside or after their name', () => {
    expect(read('--events', '20', 'growth', '--threads=2', '--profile', '/tmp/x', '--save')).toEqual({
      values: { events: 20, threads: 2, profile: '/tmp/x', save: true },
      word: 'growth',
    });
  });

  it.each([
    [['growth', '--foo'], 'There is no option --foo.'],
    [['--constructor'], 'There is no option --constructor.'],
    [['-x'], 'There is no option -x.'],
    [['--no-save'], 'There is no option --no-save.'],
    [['--events', 'abc'], '--events takes a whole number from 1 on, not “abc”.'],
    [['--events', '0'], '--events takes a whole number from 1 on, not “0”.'],
    [['--events=1.5'], '--events takes a whole number from 1 on, not “1.5”.'],
    [['--threads', ''], '--threads takes a whole number from 0 on, not “”.'],
    [['--threads', '-1'], '--threads takes a whole number from 0 on, not “-1”.'],
    [['--events'], '--events takes a whole number from 1 on.'],
    [['--profile'], '--profile takes a value.'],
    [['--save=yes'], '--save takes no value.'],
    [['growth', 'search'], '“search” is one word too many.'],
  ])('%j are refused in one line that names what there is', (words, said) => {
    expect(() => read(...words)).toThrow(new Error(`${said} ${KNOWN}`));
  });

  it('are described with what is used without them', () => {
    expect(describeOptions(OPTIONS)).toBe(
      `  --events <n>     events stored (1000)
  --threads <n>    answering threads (0)
  --profile <dir>  where profiles go
  --save           keep the results
`,
    );
  });

  it('are read as numbers where they stand alone', () => {
    expect(wholeNumber('npm run chaos', '40', 1)).toBe(40);
    expect(() => wholeNumber('npm run chaos', 'many', 1)).toThrow(
      'npm run chaos takes a whole number from 1 on, not “many”.',
    );
  });
});

describe('a program that is told something it does not know', () => {
  it.each([
    ['main.ts', ['growth', '--foo'], 'There is no option --foo. Options: --seconds <n>, '],
    ['main.ts', ['nothing'], 'There is no bench “nothing”. Benches: plan, velocity, '],
    ['chaos.ts', ['--bad'], 'There is no option --bad. Options: --threads <n>, --save, --help.'],
  ])('%s %j says so in one line and ends with 2', (program, words, said) => {
    const path = fileURLToPath(new URL(program, import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...words], { encoding: 'utf8' });
    expect(stderr).toContain(said);
    expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  });
});
