import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RuleText } from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { createList, replaceList } from '../lists/lists.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { evaluateRule } from './evaluate-rule.query.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let scene: Scene;

type Sample = Record<string, unknown>;

const text = (condition: string, codes: readonly string[], samplePayload: Sample): RuleText => ({
  condition,
  clauses: codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code })),
  samplePayload,
});
const evaluate = (rule: RuleText, context = scene.contextIn('Root')) =>
  evaluateRule(context, evaluator, 'purchase', rule);

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
});
afterAll(() => evaluator.close());

describe('evaluating a rule text', () => {
  it('answers the decision, what was read and the value of every part', async () => {
    const rule = text(
      'WHEN @"currency" == "EUR"',
      ['OBSERVE Output(amount = @"totalAmount".ToDouble())', 'RETURN Reject("High") WHEN @"totalAmount" > 220'],
      { currency: 'EUR', totalAmount: 300 },
    );
    const { diagnostics, result } = await evaluate(rule);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(result).toMatchObject({
      conditionMet: true,
      decision: 'Reject',
      reason: 'High',
      clauseId: rule.clauses[1]?.id,
      clauseName: 'Clause 2',
      outputs: { 'Clause 1': { amount: 300 } },
    });
    expect(result?.steps.map(({ part, outcome }) => [part, outcome])).toEqual([
      ['condition', 'true'],
      [rule.clauses[0]?.id, 'fired'],
      [rule.clauses[1]?.id, 'fired'],
    ]);
    const last = result?.steps[2];
    expect(last).toMatchObject({ name: 'Clause 2', decision: 'Reject' });
    expect(last?.reads).toEqual([{ path: 'totalAmount', value: 300, missing: false }]);
    expect(last?.values.find((value) => value.text === '@"totalAmount" > 220')?.value).toBe(true);
  });

  it('says that a condition did not hold, and NO_CLAUSE_HIT where no clause decided', async () => {
    const notMet = await evaluate(text('WHEN @"totalAmount" > 500', ['RETURN Reject()'], { totalAmount: 1 }));
    expect(notMet.result).toMatchObject({ conditionMet: false, decision: 'Approve', reason: null, clauseId: null });
    const noClause = await evaluate(text('', ['RETURN Reject() WHEN @"totalAmount" > 5'], { totalAmount: 1 }));
    expect(noClause.result).toMatchObject({ conditionMet: true, decision: 'Approve', reason: 'NO_CLAUSE_HIT' });
  });

  it('answers diagnostics and no result where a text has errors', async () => {
    const { diagnostics, result } = await evaluate(text('', ['RETURN Reject('], {}));
    expect(result).toBeNull();
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('asks the stored lists, as they are now', async () => {
    const context = scene.contextIn('Root');
    const file = (content: string) => Readable.from([Buffer.from(content)]);
    const list = await createList(context, { name: 'Zones', description: '', stream: file('zone\nA\n') });
    const rule = text('', ['RETURN Reject() WHEN ContainsKey("zones", "ZONE", @"user.zipCode")'], {
      user: { zipCode: 'a' },
    });
    expect((await evaluate(rule)).result?.decision).toBe('Reject');
    await replaceList(context, list.id, { version: list.version, stream: file('zone\nB\n') });
    expect((await evaluate(rule)).result?.decision).toBe('Approve');
  });

  it('counts nothing but the sample itself, where the rule includes it', async () => {
    const spent = 'Velocity.spentPerEmail(@"user.email", 7d';
    const rule = text(
      '',
      [
        `OBSERVE Output(before = ${spent}), with = ${spent}, includeCurrent = true), other = Velocity.spentPerEmail("x", 1h, includeCurrent = true))`,
      ],
      { user: { email: 'nora@mailbox.example' }, totalAmount: 12.5 },
    );
    const { result } = await evaluate(rule);
    expect(result?.outputs).toEqual({ 'Clause 1': { before: 0, with: 12.5, other: 0 } });
  });

  it('refuses a sample that is no JSON object', async () => {
    const attempt = evaluate({ ...text('', ['RETURN Approve()'], {}), samplePayload: [1] });
    await expect(attempt).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.text.samplePayload' }],
    });
  });

  it('survives a text that grows without end', async () => {
    const doubling = (times: number) =>
      Array.from({ length: times }, (_, index) => `LET $v${index + 1} = $v${index} + $v${index}`);
    const grow = (times: number) =>
      text('', [['LET $v0 = @"a"', ...doubling(times), `RETURN Reject() WHEN $v${times}.Length > 5`].join('\n')], {
        a: 'x'.repeat(64),
      });
    const small = await evaluate(grow(4));
    expect(small.result).toMatchObject({ decision: 'Reject' });
    const large = await evaluate(grow(18));
    expect(JSON.stringify(large).length).toBeLessThan(200_000);
    await evaluate(grow(40)).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'RULE-EVALUATION-TIMEOUT' }),
    );
    expect((await evaluate(grow(4))).result?.decision).toBe('Reject');
  });

  it('keeps several callers apart', async () => {
    const amounts = [1, 300, 2, 400];
    const results = await Promise.all(
      amounts.map((totalAmount, index) =>
        evaluate(text('', ['RETURN Reject() WHEN @"totalAmount" > 220'], { totalAmount }), {
          ...scene.contextIn('Root'),
          actor: { kind: 'person', id: `person ${index}`, name: '' },
        }),
      ),
    );
    expect(results.map(({ result }) => result?.decision)).toEqual(['Approve', 'Reject', 'Approve', 'Reject']);
  });
});

describe('more evaluations than can wait', () => {
  it('are refused, and the others answered', async () => {
    const job = {
      kind: 'rule' as const,
      decision: 'Approve' as const,
      source: { condition: '', clauses: [{ id: newId(), name: 'Decide', code: 'RETURN Approve()' }] },
      symbols: symbolsOf('purchase', []),
      environmentId: newId(),
      above: [],
      functions: [],
      callable: { calls: [], assessments: [] },
      lists: [],
      velocitySets: [],
      payload: {},
      nowMs: 0,
      correlationId: 'c',
      seed: 1,
    };
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_unused, index) => {
        const actor = { kind: 'person', id: `person ${index}`, name: '' } as const;
        return evaluator.evaluate({ tenantId: scene.tenantId, actor }, job, async () => []);
      }),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(10);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'REQ-OVERLOADED' });
  });
});

/** A worker that loops for ever at its first job; one started after that has happened answers. */
const endlessOnce = (seen: string): URL => {
  const program = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const seen = ${JSON.stringify(seen)};
    const isFresh = existsSync(seen);
    parentPort.on('message', ({ id }) => {
      if (isFresh) return parentPort.postMessage({ kind: 'failed', id, message: 'from a fresh worker' });
      writeFileSync(seen, '');
      for (;;);
    });
    parentPort.postMessage({ kind: 'ready' });`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
};

describe('an evaluation that takes too long', () => {
  it('is stopped, and the next one runs in a fresh worker', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-evaluation-'));
    const endless = createRuleEvaluator({ limitMs: 300, program: endlessOnce(join(folder, 'seen')) });
    const rule = text('', ['RETURN Approve()'], {});
    const run = () => evaluateRule(scene.contextIn('Root'), endless, 'purchase', rule);
    await expect(run()).rejects.toMatchObject({ code: 'RULE-EVALUATION-TIMEOUT', params: { limitMs: 300 } });
    await expect(run()).rejects.toThrow('from a fresh worker');
    await endless.close();
    await rm(folder, { recursive: true });
  });

  it('holds no other tenant up while it runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-evaluation-'));
    const endless = createRuleEvaluator({ limitMs: 2000, program: endlessOnce(join(folder, 'seen')) });
    const other = await createScene(test.database, { Root: {} });
    const rule = text('', ['RETURN Approve()'], {});
    const ended: string[] = [];
    const run = (context: ReturnType<Scene['contextIn']>, name: string) =>
      evaluateRule(context, endless, 'purchase', rule).catch((error: unknown) =>
        ended.push(`${name}: ${String(error)}`),
      );
    const first = run(scene.contextIn('Root'), 'endless');
    await expect.poll(() => existsSync(join(folder, 'seen'))).toBe(true);
    await run(other.contextIn('Root'), 'other');
    expect(ended).toEqual([expect.stringContaining('other: Error: evaluation failed')]);
    await first;
    expect(ended).toHaveLength(2);
    await endless.close();
    await rm(folder, { recursive: true });
  });

  it('is stopped earlier where another tenant waits for a thread', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { for (;;); });
      parentPort.postMessage({ kind: 'ready' });`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
    const shared = createRuleEvaluator({ limitMs: 600_000, sharedLimitMs: 20, program: url });
    const others = await Promise.all(Array.from({ length: 4 }, () => createScene(test.database, { Root: {} })));
    const runs = others.map((other) =>
      evaluateRule(other.contextIn('Root'), shared, 'purchase', text('', ['RETURN Approve()'], {})),
    );
    const ended = Promise.allSettled(runs);
    await expect(Promise.race(runs)).rejects.toMatchObject({
      code: 'RULE-EVALUATION-TIMEOUT',
      params: { limitMs: 20 },
    });
    await shared.close();
    await ended;
  });

  it('is not stopped for time in which it had no processor', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        parentPort.postMessage({ kind: 'failed', id, message: 'answered late' });
      });
      parentPort.postMessage({ kind: 'ready' });`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
    const waiting = createRuleEvaluator({ limitMs: 200, program: url });
    const run = () => evaluateRule(scene.contextIn('Root'), waiting, 'purchase', text('', ['RETURN Approve()'], {}));
    await expect(run()).rejects.toThrow('answered late');
    await waiting.close();
    const impatient = createRuleEvaluator({ limitMs: 50, program: url });
    const late = evaluateRule(scene.contextIn('Root'), impatient, 'purchase', text('', ['RETURN Approve()'], {}));
    await expect(late).rejects.toMatchObject({ code: 'RULE-EVALUATION-TIMEOUT', params: { limitMs: 50 } });
    await impatient.close();
  });
});
