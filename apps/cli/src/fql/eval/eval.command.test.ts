import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Json, type JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';
import { createEvaluator } from './evaluate.ts';
import { splitLines } from './lines.ts';

const evaluateLines = async (input: string): Promise<readonly JsonObject[]> => {
  const { output, errors, exitCode } = await runCli(['fql', 'eval', '--ndjson'], {
    dataDirectory: tmpdir(),
    input,
  });
  expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 });
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
};

const answerTo = async (request: Readonly<Record<string, unknown>>): Promise<JsonObject> =>
  createEvaluator(systemClock).answerLine(1, JSON.stringify({ id: 1, payload: {}, ...request }));

const observed = async (
  expression: string,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<Json | undefined> => {
  const code = `OBSERVE Output(value = ${expression})`;
  const answer = await answerTo({ kind: 'decision', clauses: [{ name: 'A', code }], ...facts });
  if (answer['rejected']) throw new Error(JSON.stringify(answer));
  return (answer['output'] as Record<string, Record<string, Json>>)['A']?.['value'];
};

describe('fql eval', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/language/cli.md'), 'utf8');
  const examples = [...guide.matchAll(/```json\n(.+)\n```\n```json\n(.+)\n```/g)].map(([, request, answer]) => ({
    request: request ?? '',
    answer: JSON.parse(answer ?? '') as JsonObject,
  }));

  it('answers the examples of its documentation, in order', async () => {
    expect(examples.length).toBe(7);
    const answers = await evaluateLines(`\uFEFF${examples.map(({ request }) => request).join('\r\n\n')}`);
    expect(answers).toEqual(examples.map(({ answer }) => answer));
  });

  it('answers a line that is no request and goes on with the next', async () => {
    const good = examples[2]?.request ?? '';
    const bad = ['{', '5', 'null', '[]', '{"id":7}', '{"id":8,"kind":"spell","clauses":[],"payload":{}}', '\u0000'];
    const answers = await evaluateLines([...bad, good].join('\n'));
    expect(answers.length).toBe(bad.length + 1);
    expect(answers.map((answer) => answer['id'])).toEqual([null, null, null, null, 7, 8, null, 3]);
    for (const [index, answer] of answers.slice(0, -1).entries()) {
      expect(answer['rejected']).toBe(true);
      expect(answer['diagnostics']).toEqual([
        expect.objectContaining({ code: expect.stringMatching(/^REQUEST-/) as string, line: index + 1 }),
      ]);
    }
    expect(answers[5]?.['diagnostics']).toEqual([
      expect.objectContaining({ message: expect.stringMatching('kind') as string }),
    ]);
    expect(answers.at(-1)?.['queue']).toBe('Senior analysts');
  });

  it('refuses members that it does not know, with their place', async () => {
    for (const [extra, place] of [
      [{ payloads: {} }, 'payloads'],
      [{ scores: { risk: 5 } }, 'risk'],
      [{ functions: { f: { clauses: [], outputs: [] } } }, 'outputs'],
      [{ geo: { '192.0.2.1': { land: 'DE' } } }, 'land'],
    ] as const) {
      const answer = await answerTo({ kind: 'decision', clauses: [], ...extra });
      expect(answer).toMatchObject({ rejected: true });
      expect(JSON.stringify(answer)).toContain(place);
    }
  });

  it('looks facts up in those it is given', async () => {
    const facts = {
      geo: { '192.0.2.1': { countryCode: 'DE', city: 'Ulm' } },
      bin: { '411111': { issuer: 'A bank' } },
      device: { s1: { os: 'iOS', speedOfTravel: 480 } },
    };
    expect(await observed('Geo.City("192.0.2.1") + Geo.City("192.0.2.2")', facts)).toBe('Ulm');
    expect(await observed('BIN.Lookup("411111").issuer', facts)).toBe('A bank');
    expect(await observed('Device.GetAttributes("s1").os', facts)).toBe('iOS');
    expect(await observed('Device.GetSpeedOfTravel("s1")', facts)).toBe(480);
  });

  it('takes defaults of parameters as their declared types', async () => {
    const clauses = [{ name: 'twice', code: 'RETURN _n * 2', type: 'Double' }];
    const parameters = [{ name: '_n', type: 'Double', default: 7 }];
    expect(await answerTo({ kind: 'function', parameters, clauses })).toMatchObject({ values: { twice: 14 } });
    expect(await answerTo({ kind: 'function', parameters, arguments: { _n: 'x' }, clauses })).toMatchObject({
      values: { twice: 14 },
    });
    const wrong = [{ name: '_n', type: 'Double', default: 'seven' }];
    expect(await answerTo({ kind: 'function', parameters: wrong, clauses })).toMatchObject({
      rejected: true,
      diagnostics: [{ message: 'parameters[0].default: is no Double' }],
    });
  });

  it('tells a condition that does not hold from one without a deciding clause', async () => {
    const clauses = [{ name: 'A', code: 'RETURN Reject("r") WHEN false' }];
    expect(await answerTo({ kind: 'decision', condition: 'WHEN false', clauses })).toMatchObject({
      decision: 'Approve',
      reason: null,
    });
    expect(await answerTo({ kind: 'decision', condition: 'WHEN true', clauses })).toMatchObject({
      decision: 'Approve',
      reason: 'NO_CLAUSE_HIT',
    });
    expect(await answerTo({ kind: 'decision', condition: 'WHEN 1 / 0 > 1', clauses })).toMatchObject({
      decision: 'Approve',
      reason: null,
      errors: [{ clause: null, code: 'EVAL-DIVISION-BY-ZERO', line: 1, column: 6 }],
    });
  });

  it('places evaluation errors by line and column of their clause', async () => {
    const code = 'LET $a = 0\nRETURN Reject()\nWHEN 5 / $a > 1';
    expect(await answerTo({ kind: 'decision', clauses: [{ name: 'A', code }] })).toMatchObject({
      errors: [{ clause: 'A', line: 3, column: 6 }],
    });
  });

  it('knows the time it is given, as UTC where nothing else is said', async () => {
    for (const now of ['2026-03-14T11:04:30', '2026-03-14 11:04:30Z', '2026-03-14T12:04:30+01:00']) {
      expect(await observed('DateTime.UtcNow', { now })).toBe('2026-03-14T11:04:30Z');
    }
    expect(await answerTo({ kind: 'decision', clauses: [], now: 'soon' })).toMatchObject({ rejected: true });
  });

  it('lets entries of support lists expire', async () => {
    const supportLists = {
      'User Support List': [
        { value: 'old', status: 'Safe', expiresAt: '2026-03-14T11:00:00Z' },
        { value: 'new', status: 'safe', expiresAt: '2026-03-14T11:00:01Z' },
        { value: 'ever', status: 'Watch', expiresAt: null },
      ],
      Wholesale: [{ value: 'w', status: 'Block' }],
    };
    const facts = { now: '2026-03-14T11:00:00Z', supportLists };
    expect(await observed('IsSafe("User Support List", "old")', facts)).toBe(false);
    expect(await observed('IsSafe("user support list", " NEW ")', facts)).toBe(true);
    expect(await observed('IsWatch("User Support List", "ever")', facts)).toBe(true);
    expect(await observed('IsBlock("Wholesale", "w")', facts)).toBe(true);
    expect(await observed('InSupportList("Email Support List", "w")', facts)).toBe(false);
    expect(await observed('Lookup("User Support List", "UserIds", "ever", "Status")', facts)).toBe('Watch');
  });

  it('looks lists up without regard to letter case; a list without rows has every column', async () => {
    const lists = {
      Rows: [
        { Key: 'B', Value: '1' },
        { Key: 'b', Value: '2' },
        { Key: 'd', Value: 3 },
      ],
      Empty: [],
    };
    expect(await observed('Lookup("rows", "KEY", " b ", "value")', { lists })).toBe('1');
    expect(await observed('LookupClosest("Rows", "Key", "c", "Value")', { lists })).toBe('2');
    expect(await observed('Lookup("Empty", "Any", "x", "Other", 0)', { lists })).toBe('0');
    expect(
      await answerTo({
        kind: 'decision',
        clauses: [{ name: 'A', code: 'OBSERVE Output(v = ContainsKey("Rows", "Kee", "b"))' }],
        lists,
      }),
    ).toMatchObject({
      rejected: true,
      diagnostics: [{ clause: 'A', code: 'FQL-UNKNOWN-COLUMN' }],
    });
  });

  it('gives scores as attributes and as models, and follows the choices of the environment', async () => {
    const scores = { riskScore: 100, botScore: 20 };
    expect(await observed('Model.Risk().Score + @"botScore"', { scores })).toBe(120);
    expect(await observed('@"riskScore" < @"botScore"', { scores })).toBe(true);
    expect(await observed('@"riskScore" < @"botScore"', { scores, environment: { untypedCompare: 'auto' } })).toBe(
      false,
    );
    expect(await observed('@"riskScore" < @"botScore"', { scores, environment: 'child' })).toBe(true);
  });

  describe('functions', () => {
    const functions = {
      mail: {
        parameters: [{ name: '_m', type: 'String' }],
        clauses: [
          { name: 'host', code: 'LET $at = _m.IndexOf("@") RETURN _m.Substring($at + 1)', type: 'String' },
          { name: 'length', code: 'RETURN _m.Length' },
          { name: 'broken', code: 'RETURN 1 / 0', type: 'Double', default: 7 },
        ],
      },
      sum: {
        parameters: [
          { name: 'a', type: 'Double' },
          { name: 'b', type: 'Double', default: 5 },
        ],
        clauses: [{ name: 'total', code: 'RETURN a + b + Functions.MAIL("x@y").Length', type: 'Double' }],
      },
      far: { clauses: [{ name: 'id', code: 'RETURN External.w().id', type: 'Integer' }] },
      throughFar: { clauses: [{ name: 'id', code: 'RETURN Functions.far().id + 1', type: 'Integer' }] },
      top: { clauses: [{ name: 'x', code: 'RETURN "here"' }] },
      'root.top': { clauses: [{ name: 'x', code: 'RETURN "root"' }] },
      'root.caller': { clauses: [{ name: 'x', code: 'RETURN Functions.top().x' }] },
      'env-1.top': { clauses: [{ name: 'x', code: 'RETURN "env"' }] },
    };

    it.each<readonly [string, Json]>([
      ['functions.MAIL(@"m").HOST', 'x.example'],
      ['Functions.mail(true).length', 4],
      ['Functions.mail("a").broken', 7],
      ['Functions.sum(2, "none").total', 10],
      ['Functions.throughFar().id', 5],
      ['Functions.top().x + Functions.root.top().x + Functions.environment["env-1"].top().x', 'hererootenv'],
      ['Functions.root.caller().x', 'root'],
    ])('%s is %j', async (expression, expected) => {
      const facts = { functions, external: { w: { id: 4 } }, payload: { m: 'n@x.example' } };
      expect(await observed(expression, facts)).toBe(expected);
    });

    it('see the global variables of the moment they are read', async () => {
      const code = 'OBSERVE Output(v = Functions.seen().x)';
      const answer = await answerTo({
        kind: 'decision',
        clauses: [
          { name: 'A', code },
          { name: 'B', code: `DO SetVariables(k = 3) ${code}` },
        ],
        functions: { seen: { clauses: [{ name: 'x', code: 'RETURN GetVariable("k").AsInt()', type: 'Integer' }] } },
      });
      expect(answer['output']).toEqual({ A: { v: 0 }, B: { v: 3 } });
    });

    it('with errors, and those that would call themselves, are told by name', async () => {
      const calls = (name: string) => ({ clauses: [{ name: 'x', code: `RETURN Functions.${name}().x` }] });
      expect(
        await answerTo({
          kind: 'decision',
          clauses: [{ name: 'A', code: 'RETURN Reject(Functions.none().x)' }],
          functions: { a: calls('b'), b: calls('a'), c: { clauses: [{ name: 'p', code: 'RETURN\n(' }] } },
        }),
      ).toMatchObject({
        rejected: true,
        diagnostics: [
          { clause: 'Functions.a.x', code: 'FQL-CALLS-ITSELF' },
          { clause: 'Functions.b.x', code: 'FQL-CALLS-ITSELF' },
          { clause: 'Functions.c.p', code: 'FQL-SYNTAX-EXPECTED', line: 2 },
          { clause: 'A', code: 'FQL-UNKNOWN-OWN-FUNCTION' },
        ],
      });
    });
  });

  it('treats names of prototypes as names', async () => {
    const facts = { velocities: { constructor: {} }, lists: { toString: [{ valueOf: 'x', a: 'b' }] } };
    expect(await observed('Velocity.constructor("toString", 1h)', facts)).toBe(0);
    expect(await observed('Lookup("toString", "valueOf", "x", "a")', facts)).toBe('b');
    const answer = await answerTo({
      kind: 'decision',
      clauses: [{ name: '__proto__', code: 'OBSERVE Output(__proto__ = 1)' }],
    });
    expect(JSON.stringify(answer['output'])).toBe('{"__proto__":{"__proto__":1}}');
  });
});

describe('lines', () => {
  const collect = async (chunks: readonly (string | Uint8Array)[], maxBytes = 1000) => {
    const lines: (readonly [number, string | null])[] = [];
    async function* source(): AsyncGenerator<string | Uint8Array> {
      for (const chunk of chunks) yield await Promise.resolve(chunk);
    }
    for await (const group of splitLines(source(), maxBytes)) {
      for (const { number, text } of group) lines.push([number, text]);
    }
    return lines;
  };

  it('are split at newlines alone, wherever the input is cut', async () => {
    const bytes = Buffer.from('é\u2028a\n\n漢\r\nlast');
    const expected = [
      [1, 'é\u2028a'],
      [3, '漢\r'],
      [4, 'last'],
    ];
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await collect([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
    }
  });

  it('that are too long are told as such, and the next one is read', async () => {
    expect(await collect(['x'.repeat(30), 'y'.repeat(30), '\nshort\n'], 50)).toEqual([
      [1, null],
      [2, 'short'],
    ]);
  });
});
