import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';
import { differences } from './test/compare.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-fql-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const put = async (name: string, text: string): Promise<string> => {
  const path = join(directory, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};
const fql = (words: readonly string[], input = ''): Promise<CliRun> =>
  runCli(['fql', ...words], { dataDirectory: directory, input });

const GUIDE = join(import.meta.dirname, '../../../../docs/language/cli.md');
const RULE = `
clauses:
  - { name: Large, code: { file: large.fql } }
tests:
  - name: large
    payload: { amount: 900 }
    expect: { decision: Reject, output: {} }
`;

describe('fql check', () => {
  it('names file, line, column and code, shows the place and fails', async () => {
    await put('rules/a.fql', 'RETURN Reject()\nWHEN @"x" = 5');
    await put(
      'rules/deep/b.fql',
      'RETURN Reject() WHEN ContainsKey("Only there", "A", @"x") and Velocity.v(@"u", 1h) > 2',
    );
    await put('rules/.git/c.fql', '(');
    const { output, errors, exitCode } = await fql(['check', join(directory, 'rules')]);
    expect(exitCode).toBe(1);
    expect(output).toContain('a.fql:2:11 error FQL-FOREIGN-OPERATOR');
    expect(output).toContain('\n    WHEN @"x" = 5\n              ^');
    expect(errors).toContain('2 files, 1 error, 0 warnings.');
  });

  it('takes a text for what it is said to be', async () => {
    const path = await put('v.fql', 'SELECT Count() AS n FROM Purchase GROUPBY @"u"');
    expect((await fql(['check', path])).exitCode).toBe(1);
    expect((await fql(['check', path, '--kind', 'velocity'])).exitCode).toBe(0);
    const condition = await put('c.fql', 'WHEN @"u" == "x"');
    expect((await fql(['check', condition, '--kind', 'velocityCondition'])).exitCode).toBe(0);
  });

  it('takes a kind from the text, then from --kind, then from the folder', async () => {
    const velocity = 'SELECT Count() AS n FROM Purchase GROUPBY @"u"';
    await put('mixed/velocities/a.fql', velocity);
    await put('mixed/rules/b.fql', 'RETURN Reject() WHEN @"x" == 1');
    await put('mixed/rules/c.fql', `// Counts people.\n// kind: velocity\n${velocity}`);
    expect(await fql(['check', join(directory, 'mixed')])).toMatchObject({ exitCode: 0, output: '' });
    const { errors } = await fql(['check', join(directory, 'mixed'), '--kind', 'velocity']);
    expect(errors).toContain('3 files, 2 errors');
    const wrong = await put('d.fql', '// kind: spell\nRETURN Reject()');
    expect(await fql(['check', wrong])).toMatchObject({ exitCode: 2 });
  });

  it('reads standard input', async () => {
    const { output, exitCode } = await fql(['check', '-'], 'RETURN Reject() WHEN @"x" = 5');
    expect(output).toContain('standard input:1:27 error FQL-FOREIGN-OPERATOR');
    expect(exitCode).toBe(1);
  });

  it('knows the events of an assessment, and the scores of a section', async () => {
    const path = await put('a.fql', 'RETURN Reject() WHEN @"totalAmont" > 5');
    expect((await fql(['check', path])).errors).toContain('0 warnings');
    expect((await fql(['check', path, '--assessment', 'purchase'])).output).toContain('FQL-MISSPELT-ATTRIBUTE');
    expect(await fql(['check', path, '--assessment', 'Returns'])).toMatchObject({ exitCode: 2 });
    const rule = await put(
      'rule.yaml',
      'assessment: purchase\nclauses:\n  - { name: Early, code: \'RETURN Reject() WHEN @"riskScore" > 900\' }\n',
    );
    const { output, exitCode } = await fql(['check', rule]);
    expect(output).toContain('FQL-RISK-SCORE-EARLY');
    expect(exitCode).toBe(1);
  });

  it('holds functions of a file to the sections of the clauses that call them', async () => {
    const functions = 'functions:\n  level:\n    clauses: [{ name: high, code: \'RETURN @"riskScore" > 900\' }]\n';
    const clause = (section: string): string =>
      `assessment: purchase\n${functions}clauses:\n  - { name: Risky, ${section}code: 'RETURN Reject() WHEN (bool)Functions.level().high' }\n`;
    const early = await fql(['check', await put('early.yaml', clause(''))]);
    expect(early.output).toContain('FQL-RISK-SCORE-EARLY');
    const late = await fql(['check', await put('late.yaml', clause('section: postRisk, '))]);
    expect(late.output).not.toContain('FQL-RISK-SCORE-EARLY');
  });

  it('prints one JSON document, fixes included', async () => {
    const path = await put('a.fql', 'RETURN Reject(“x”)');
    const { output, exitCode } = await fql(['check', path, '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      files: [{ valid: false, diagnostics: [{ clause: null, code: 'FQL-TYPOGRAPHIC-QUOTE', line: 1, column: 15 }] }],
      errors: expect.any(Number) as number,
    });
    expect((await fql(['check', path, '--accept-typographic-quotes'])).exitCode).toBe(0);
  });

  it('reads rule files whole, with their lists, and says when there is nothing', async () => {
    const path = await put(
      'r.yaml',
      'clauses:\n  - name: A\n    code: RETURN Reject() WHEN ContainsKey("Nope", "A", "x")',
    );
    const { output, exitCode } = await fql(['check', path]);
    expect(exitCode).toBe(1);
    expect(output).toContain('[A] 1:');
    const ofConfiguration = 'rule: r\nassessment: purchase\nclauses:\n  - name: A\n    section: postRisk\n';
    const exported = await put(
      'exported.yaml',
      `${ofConfiguration}    code: RETURN Reject() WHEN @"riskScore" > 700\n`,
    );
    expect(await fql(['check', exported])).toMatchObject({ exitCode: 0 });
    await put('other/other.yaml', 'a: 1');
    expect(await fql(['check', join(directory, 'other')])).toMatchObject({ exitCode: 2 });
    expect(await fql(['check', join(directory, 'missing')])).toMatchObject({ exitCode: 2 });
  });
});

describe('fql format', () => {
  it('lays files out in place, once', async () => {
    const path = await put('a.fql', 'return reject("x")   when @"a">5 // why\r\n');
    expect(await fql(['format', '--check', path])).toMatchObject({ exitCode: 1 });
    expect(await fql(['format', path])).toMatchObject({ exitCode: 0, output: path });
    expect(await readFile(path, 'utf8')).toMatch(/^RETURN .*\nWHEN .*\n$/s);
    expect(await fql(['format', '--check', path])).toMatchObject({ exitCode: 0, output: '' });
  });

  it('leaves a text with an error as it is and says so', async () => {
    const path = await put('a.fql', 'RETURN Reject( WHEN');
    const { errors, exitCode } = await fql(['format', path]);
    expect(exitCode).toBe(1);
    expect(errors).toContain('a.fql:1:');
    expect(await readFile(path, 'utf8')).toBe('RETURN Reject( WHEN');
  });

  it('works from input to output', async () => {
    expect(await fql(['format'], 'return  approve()')).toMatchObject({ output: 'RETURN approve()\n', exitCode: 0 });
    expect(await fql(['format', '-'], 'RETURN (')).toMatchObject({ output: 'RETURN (', exitCode: 1 });
  });
});

describe('fql test', () => {
  it('passes the example of its documentation', async () => {
    const [, example = ''] = /```yaml\n([\s\S]+?)\n```/.exec(await readFile(GUIDE, 'utf8')) ?? [];
    const { errors, exitCode } = await fql(['test', await put('example.yaml', example)]);
    expect({ errors, exitCode }).toEqual({ errors: '1 rule files, 2 tests passed, 0 failed.', exitCode: 0 });
  });

  it('reads texts beside the rule file and shows what differs', async () => {
    await put('rules/large.fql', 'OBSERVE Output(n = 1) RETURN Review("why") WHEN @"amount" > 500');
    const path = await put('rules/r.yaml', RULE);
    await put('rules/notes.yml', '- no rule');
    const { output, errors, exitCode } = await fql(['test', dirname(path)]);
    expect(exitCode).toBe(1);
    expect(output).toContain('r.yaml › large');
    expect(output).toMatch(/decision +expected "Reject"\n +got +"Review"/);
    expect(output).toMatch(/output +expected \{\}\n +got +\{"Large":\{"n":1\}\}/);
    expect(errors).toContain('1 rule files, 0 tests passed, 1 failed.');
  });

  it('gives rules the functions they call, and checks those as well', async () => {
    const text = (code: string): string => `
clauses: [{ name: Host, code: 'RETURN Review(Functions.mail(@"mail").host)' }]
functions:
  mail:
    parameters: [{ name: _m, type: String }]
    clauses: [{ name: host, type: String, code: '${code}' }]
tests: [{ name: t, payload: { mail: n@x.example }, expect: { reason: x.example } }]
`;
    const good = await put('good.yaml', text('RETURN _m.Substring(_m.IndexOf("@") + 1)'));
    expect(await fql(['test', good])).toMatchObject({ exitCode: 0 });
    expect(await fql(['check', good])).toMatchObject({ exitCode: 0 });
    const bad = await put('bad.yaml', text('RETURN _n'));
    const { output, exitCode } = await fql(['check', bad]);
    expect({ output, exitCode }).toMatchObject({
      output: expect.stringContaining('Functions.mail.host') as string,
      exitCode: 1,
    });
  });

  it('names what a rule file has too much or too little', async () => {
    const wrong = await put('w.yaml', 'clauses: []\ntests: [{ name: a, expects: {} }]');
    expect(await fql(['test', wrong])).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('expect') as string,
    });
    const broken = await put('b.yaml', 'clauses: [');
    expect(await fql(['test', broken])).toMatchObject({ exitCode: 2 });
    const lost = await put('l.yaml', 'clauses: [{ name: A, code: { file: none.fql } }]');
    expect(await fql(['test', lost])).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('none.fql') as string,
    });
    const empty = await put('e.yaml', 'clauses: []');
    expect(await fql(['test', empty])).toMatchObject({ exitCode: 2 });
  });

  it('shows why a rule was rejected', async () => {
    const path = await put(
      'r.yaml',
      'clauses: [{ name: A, code: RETURN }]\ntests: [{ name: t, expect: { decision: Reject } }]',
    );
    const { output } = await fql(['test', path]);
    expect(output).toMatch(/got +nothing/);
    expect(output).toContain('FQL-');
  });
});

describe('differences', () => {
  it('are found by path; what is not expected may be anything', () => {
    expect(differences({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toEqual([]);
    expect(differences({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toEqual([
      { path: 'a[1].b', expected: 2, found: 3 },
    ]);
    expect(differences({ a: [1] }, { a: [1, 2] })).toEqual([{ path: 'a', expected: [1], found: [1, 2] }]);
    expect(differences({ toString: 1 }, {})).toEqual([{ path: 'toString', expected: 1, found: undefined }]);
    expect(differences({ a: null }, {})).toEqual([{ path: 'a', expected: null, found: undefined }]);
  });
});
