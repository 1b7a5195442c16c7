import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT, tracked } from '../tracked-files.ts';
import { chosenStep } from './chosen-step.mjs';
import { loadDeclarations } from './declarations.mjs';
import { addGreen, readGreen } from './green.mjs';
import { pruneFolders } from './prune.mjs';
import { reshapedSince } from './reshaped.mjs';
import { environmentKey, select } from './selection.mjs';
import { closureOf, inputsOf, readSources } from './sources.mjs';

const declarationOf = await loadDeclarations();

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'redoubt-gate-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const FILES = {
  'package-lock.json': '{}',
  'packages/a/package.json': '{"name":"@redoubt/a","exports":{".":"./src/index.ts"},"imports":{"#src/*":"./src/*"}}',
  'packages/a/src/index.ts': `export * from './deep.ts';`,
  'packages/a/src/deep.ts': `export const deep: number = 1;`,
  'packages/a/src/deep.test.ts': `import { deep } from '#src/deep.ts';`,
  'packages/b/src/uses-a.test.ts': `import { deep } from '@redoubt/a';\nimport type { X } from "./absent.ts";`,
  'packages/b/src/alone.test.ts': `export {};`,
  'packages/b/src/reads.test.ts': `import { readFileSync } from 'node:fs';`,
  'notes/text.txt': 'text',
  'notes/other/text.txt': 'text',
  'packages/b/src/reads-notes.check.ts': `// Reads: ../../../notes/other\nimport { readFileSync } from 'node:fs';`,
  'packages/b/src/names-fs.check.ts': `// Reads: nothing\nexport const text = 'import("node:fs")';`,
};
const paths = new Set<string>();

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  paths.add(path);
};

const writeAll = (): void => {
  paths.clear();
  for (const [path, text] of Object.entries(FILES)) write(path, text);
};

const treeNow = (versions: Record<string, string> = {}, variables: Record<string, string> = {}) => {
  const sources = readSources(root, [...paths], declarationOf);
  return { sources, environment: environmentKey(sources, { versions, variables }) };
};

describe('what a file depends on', () => {
  test('goes through packages, subpaths and files that do not exist', () => {
    writeAll();
    const { sources } = treeNow();
    expect([...closureOf(sources, 'packages/b/src/uses-a.test.ts')].toSorted()).toEqual([
      'packages/a/src/deep.ts',
      'packages/a/src/index.ts',
      'packages/b/src/absent.ts',
      'packages/b/src/uses-a.test.ts',
    ]);
    expect(closureOf(sources, 'packages/a/src/deep.test.ts')).toContain('packages/a/src/deep.ts');
  });

  test('is everything for a test that can read files, which linting it cannot', () => {
    writeAll();
    const { sources } = treeNow();
    expect(inputsOf(sources, 'packages/b/src/reads.test.ts', { seesAll: true })).toContain('notes/text.txt');
    expect(inputsOf(sources, 'packages/b/src/reads.test.ts', { seesAll: false }).size).toBe(1);
    expect(inputsOf(sources, 'packages/b/src/alone.test.ts', { seesAll: true }).size).toBe(1);
  });
});

describe('what a file that says what it reads depends on', () => {
  test('is what it imports and those folders', () => {
    writeAll();
    const { sources } = treeNow();
    const path = 'packages/b/src/reads-notes.check.ts';
    expect([...inputsOf(sources, path, { seesAll: true })]).toEqual([path, 'notes/other/text.txt']);
    expect(inputsOf(sources, 'packages/b/src/names-fs.check.ts', { seesAll: true }).size).toBe(1);
  });

  test('is there', () => {
    const sources = readSources(ROOT, tracked(), declarationOf);
    const named = [...sources.values()].flatMap(({ reads }) => reads);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });
});

describe('a step over what a change affects', () => {
  const ran: (readonly string[])[] = [];
  beforeEach(() => {
    ran.length = 0;
    writeAll();
  });

  /** A check that fails where any file of ours holds the word. */
  const check = async (
    changed: readonly string[],
    tree = treeNow(),
    meanwhile: () => void = () => undefined,
  ): Promise<number> => {
    const greenFile = join(root, '.cache', 'green.json');
    const step = chosenStep(
      {
        title: 'tests',
        step: 'unit',
        seesAll: true,
        isItem: (path) => path.endsWith('.test.ts'),
        run: async (items) => {
          ran.push(items);
          const broken = [...paths].some((path) => readFileSync(join(root, path), 'utf8').includes('BROKEN'));
          meanwhile();
          return { code: broken ? 1 : 0, output: '' };
        },
      },
      {
        tree,
        changed: new Set(changed),
        reshaped: new Set(changed),
        green: await readGreen(greenFile),
        greenFile,
        readTree: async () => treeNow(),
      },
    );
    return (await step.run()).code;
  };
  const DEEP = 'packages/a/src/deep.ts';

  test('takes the tests that import the changed file and those that read files', async () => {
    expect(await check([DEEP])).toBe(0);
    expect(ran).toEqual([
      ['packages/a/src/deep.test.ts', 'packages/b/src/uses-a.test.ts', 'packages/b/src/reads.test.ts'],
    ]);
  });

  test('does not run again what was green with the same content', async () => {
    await check([DEEP]);
    expect(await check([DEEP])).toBe(0);
    expect(ran).toHaveLength(1);
  });

  test('fails for a broken file, again and again, until its content is what was green', async () => {
    await check([DEEP]);
    write(DEEP, 'BROKEN');
    expect(await check([DEEP])).toBe(1);
    expect(await check([DEEP])).toBe(1);
    write(DEEP, FILES[DEEP]);
    expect(await check([DEEP])).toBe(0);
    expect(ran).toHaveLength(3);
  });

  test('keeps nothing of a file that changed while the step ran', async () => {
    await check([DEEP], treeNow(), () => write(DEEP, 'export const deep = 2;'));
    write(DEEP, FILES[DEEP]);
    await check([DEEP]);
    expect(ran).toHaveLength(2);
  });

  test('takes the tests of a file that was deleted', async () => {
    rmSync(join(root, DEEP));
    paths.delete(DEEP);
    expect(await check([DEEP])).toBe(0);
    expect(ran[0]).toContain('packages/b/src/uses-a.test.ts');
  });

  test('takes everything where the lockfile changed, and again with other tools or variables', async () => {
    await check(['package-lock.json']);
    expect(ran[0]).toHaveLength(4);
    await check(['package-lock.json']);
    expect(ran).toHaveLength(1);
    write('package-lock.json', '{ "lockfileVersion": 3 }');
    await check(['package-lock.json']);
    expect(ran[1]).toHaveLength(4);
    await check(['package-lock.json'], treeNow({ typescript: '7.0.3' }));
    await check(['package-lock.json'], treeNow({}, { TZ: 'Asia/Tokyo' }));
    expect(ran).toHaveLength(4);
  });

  test('keeps what steps that end together found', async () => {
    const file = join(root, 'cache', 'green.json');
    const steps = ['unit', 'lint', 'types'];
    await Promise.all(steps.map((step) => addGreen(file, [step])));
    expect([...(await readGreen(file))]).toEqual(steps);
  });

  test('runs everything that is due where the record of green results is damaged', async () => {
    await check([DEEP]);
    writeFileSync(join(root, '.cache', 'green.json'), '[[');
    await check([DEEP]);
    expect(ran).toHaveLength(2);
  });
});

describe('a step that sees only the types of what it imports', () => {
  const USER = 'packages/b/src/uses-a.test.ts';
  const DEEP = 'packages/a/src/deep.ts';

  /** The files due after a change of one of them, with an empty record of green results. */
  const dueAfter = async (text: string, seesAll = false): Promise<readonly string[]> => {
    writeAll();
    write(DEEP, text);
    const { sources, environment } = treeNow();
    const changed = new Set([DEEP]);
    const before = async (): Promise<string> => FILES[DEEP];
    const reshaped = await reshapedSince({ base: 'HEAD', changed, sources, declarationOf, before });
    const items = [...paths].filter((path) => path.endsWith('.ts'));
    const input = { sources, step: 'lint', items, seesAll, changed, reshaped, environment, green: new Set<string>() };
    return [...select(input).due.keys()];
  };

  test('takes the changed file alone where its declarations stay', async () => {
    expect(await dueAfter('export const deep: number = 2;')).toEqual([DEEP]);
    expect(await dueAfter('export const deep: number = 2;', true)).toContain(USER);
  });

  test('takes its users where a declaration, an import, or what is only inferred changed', async () => {
    expect(await dueAfter('export const deep: string = "2";')).toContain(USER);
    expect(await dueAfter('import "./other.ts"; export const deep: number = 1;')).toContain(USER);
    expect(await dueAfter('export const deep = [1].map((each) => each);')).toContain(USER);
  });

  test('keeps what is green by the declarations of what it imports', () => {
    const keyOf = (text: string): string | undefined => {
      writeAll();
      write(DEEP, text);
      const { sources, environment } = treeNow();
      const [changed, green] = [new Set([DEEP]), new Set<string>()];
      const input = {
        sources,
        step: 'lint',
        items: [USER],
        seesAll: false,
        changed,
        reshaped: changed,
        environment,
        green,
      };
      return select(input).due.get(USER);
    };
    expect(keyOf('export const deep: number = 2;')).toBe(keyOf(FILES[DEEP]));
    expect(keyOf('export const deep: string = "2";')).not.toBe(keyOf(FILES[DEEP]));
  });
});

describe('folders of the cache', () => {
  test('are removed where they were used longest ago; files beside them stay', async () => {
    writeFileSync(join(root, 'green.json'), '[]');
    for (const [age, name] of ['newest', 'newer', 'older', 'oldest'].entries()) {
      mkdirSync(join(root, name));
      const file = join(root, name, 'node.tsbuildinfo');
      writeFileSync(file, '{}');
      utimesSync(file, 1_000_000 - age, 1_000_000 - age);
    }
    await pruneFolders(root, 2);
    expect(readdirSync(root).toSorted()).toEqual(['green.json', 'newer', 'newest']);
    await pruneFolders(join(root, 'absent'));
  });
});
