import type { Id } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  compilePlan,
  contributionsOf,
  countsKind,
  decide,
  recordedVelocities,
  VelocityRecorder,
  velocityReadsOf,
  type EngineInput,
  type PlanLevelSource,
  type PlanVelocitySetSource,
  type VelocityPort,
  type VelocityReads,
} from './index.ts';

const ROOT = '5d0e0000-0001-4000-8000-000000000001';
const CHILD = '5d0e0000-0001-4000-8000-000000000002';
const RULE = '5d0e0000-0001-4000-8000-000000000003';

const setOf = (id: Id, codes: readonly string[], active = true): PlanVelocitySetSource => ({
  id,
  name: `set ${id}`,
  version: 1,
  hash: codes.join(),
  active,
  text: {
    kind: 'velocity',
    condition: 'WHEN @"totalAmount" > 0',
    clauses: codes.map((code, index) => ({ id: `v${index + 1}`, name: `v${index + 1}`, code })),
  },
});

const level = (
  environmentId: Id,
  velocities: readonly string[],
  sets: readonly PlanVelocitySetSource[],
  code = '',
): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId,
  runMode: 'allUntilDecision',
  rules:
    code === ''
      ? []
      : [
          {
            id: RULE,
            name: 'rule',
            version: 1,
            hash: code,
            text: { condition: '', clauses: [{ id: 'c', name: 'c', code }] },
          },
        ],
  symbols: { attributes: [], lists: [], velocities },
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
  velocitySets: sets,
});

const COUNT = 'SELECT Count() AS tries FROM Purchase, Purchase:Chargeback GROUPBY @"user.userId"';
const SUM = 'SELECT Sum(@"totalAmount") AS spent FROM Purchase GROUPBY @"user.userId"';
const LABELS = 'SELECT Count() AS labels FROM Label GROUPBY @"labelObjectId"';

const input: EngineInput = {
  payload: { user: { userId: 'nora' }, totalAmount: 12.5 },
  generated: {},
  nowMs: 0,
  correlationId: 'c',
  seed: 1,
};

const planOf = (levels: readonly PlanLevelSource[]) => {
  const { plan, problems } = compilePlan('plan', CHILD, levels, new Map());
  expect(problems).toEqual([]);
  return plan;
};

const readsOf = (recorder: VelocityRecorder) => JSON.parse(recorder.readsText ?? '{}') as VelocityReads;

describe('what an event adds', () => {
  it('goes to the velocities of its environment and of all above it, by kind of event', () => {
    const plan = planOf([level(ROOT, [], [setOf('root', [COUNT, SUM])]), level(CHILD, [], [setOf('child', [COUNT])])]);
    const added = (kind: 'purchase' | 'chargeback' | 'label') =>
      contributionsOf(plan, kind, input).map(({ velocity, key, value }) => [velocity.series, key, value]);
    expect(added('purchase')).toEqual([
      ['root/v1/Count', 'nora', 1],
      ['root/v2/Sum', 'nora', 12.5],
      ['child/v1/Count', 'nora', 1],
    ]);
    expect(added('chargeback')).toEqual([
      ['root/v1/Count', 'nora', 1],
      ['child/v1/Count', 'nora', 1],
    ]);
    expect(added('label')).toEqual([]);
    expect([countsKind(plan, 'chargeback'), countsKind(plan, 'label')]).toEqual([true, false]);
  });

  it('is nothing where the condition does not hold or the set is inactive', () => {
    const plan = planOf([level(ROOT, [], [setOf('a', [COUNT]), setOf('b', [SUM, LABELS], false)])]);
    expect(contributionsOf(plan, 'purchase', { ...input, payload: { ...input.payload, totalAmount: 0 } })).toEqual([]);
    expect(contributionsOf(plan, 'purchase', input).map(({ velocity }) => velocity.name)).toEqual(['tries']);
    expect(countsKind(plan, 'label')).toBe(false);
  });

  it('is worked out by functions of the environment of the set and of those above it, as texts were published to read them', () => {
    const mail = (code: string, environment: string) =>
      ({
        id: `mail-${environment}`,
        name: 'mail',
        version: 1,
        text: {
          kind: 'function',
          condition: '',
          parameters: [{ name: 'address', type: 'String' }],
          clauses: [{ id: 'p', name: 'domain', code, result: 'String', fallback: '?' }],
        },
      }) as const;
    const own = 'SELECT Count() AS own FROM Purchase GROUPBY Functions.mail(@"user.userId").domain';
    const above = 'SELECT Count() AS above FROM Purchase GROUPBY Functions.root.mail(@"user.userId").domain';
    const gone = 'SELECT Count() AS gone FROM Purchase GROUPBY Functions.mail(@"user.userId").host';
    const host = { name: 'host', type: 'String', fallback: 'as it was' } as const;
    const plan = planOf([
      { ...level(ROOT, [], []), functions: [mail('RETURN "root " + address', ROOT)] },
      {
        ...level(
          CHILD,
          [],
          [
            setOf('child', [own, above]),
            { ...setOf('old', [gone]), former: [{ environmentId: CHILD, name: 'mail', outputs: [host] }] },
          ],
        ),
        functions: [mail('RETURN "child " + address', CHILD)],
      },
    ]);
    expect(contributionsOf(plan, 'purchase', input).map(({ key }) => key)).toEqual([
      'child nora',
      'root nora',
      'as it was',
    ]);
  });
});

describe('a rule that reads velocities', () => {
  const code = 'OBSERVE Output(n = Velocity.TRIES(@"user.userId", 2h) + Velocity.tries(@"user.userId", 2h))';
  const plan = planOf([
    level(ROOT, ['tries'], [setOf('root', [COUNT])], code),
    level(CHILD, ['tries'], [setOf('child', [COUNT], false)], code.replace('n =', 'm =')),
  ]);

  it('reads those of its own environment, inactive ones too, each value once', () => {
    const asked: string[] = [];
    const port: VelocityPort = {
      read: (velocity, key, amount, unit) => {
        asked.push(`${velocity.series} ${key} ${amount}${unit}`);
        return velocity.series.startsWith('root') ? 3 : 5;
      },
    };
    const recorder = new VelocityRecorder(port);
    const result = decide(plan, { ...input, velocities: recorder });
    expect(result.outputs).toMatchObject({ c: { n: 6, m: 10 } });
    expect(asked).toEqual(['root/v1/Count nora 2h', 'child/v1/Count nora 2h']);
    expect(readsOf(recorder)).toEqual({ '0.tries': [['2h', 'nora', 3]], '1.tries': [['2h', 'nora', 5]] });
    expect(decide(plan, { ...input, velocities: recordedVelocities(readsOf(recorder)) })).toEqual(result);
  });

  it('goes on with 0 where a velocity cannot be read, and again in a replay', () => {
    const recorder = new VelocityRecorder({
      read: () => {
        throw new Error('the store is away');
      },
    });
    const result = decide(plan, { ...input, velocities: recorder });
    expect(result.outputs).toMatchObject({ c: { n: 0, m: 0 } });
    expect(readsOf(recorder)).toEqual({ '0.tries': [['2h', 'nora', null]], '1.tries': [['2h', 'nora', null]] });
    expect(decide(plan, { ...input, velocities: recordedVelocities(readsOf(recorder)) })).toEqual(result);
  });
});

describe('a rule that reads with the current event', () => {
  const read = (velocity: string, key: string) => `Velocity.${velocity}(${key}, 2h, includeCurrent = true)`;
  const code = `OBSERVE Output(own = ${read('tries', '@"user.userId"')}, other = ${read('tries', '"somebody"')}, spent = ${read('spent', '@"user.userId"')})`;
  const plan = planOf([level(ROOT, ['tries', 'spent'], [setOf('root', [COUNT, SUM])], code), level(CHILD, [], [])]);

  it('is told what the event adds under the key it reads, and reads the same in a replay', () => {
    const port: VelocityPort = {
      read: (_velocity, _key, _amount, _unit, current) => 10 + Number(current?.()?.value ?? 0),
    };
    const recorder = new VelocityRecorder(port);
    const result = decide(plan, { ...input, velocities: recorder });
    expect(result.outputs).toMatchObject({ c: { own: 11, other: 10, spent: 22.5 } });
    expect(readsOf(recorder)).toEqual({
      '0.tries': [
        ['2h+', 'nora', 11],
        ['2h+', 'somebody', 10],
      ],
      '0.spent': [['2h+', 'nora', 22.5]],
    });
    expect(decide(plan, { ...input, velocities: recordedVelocities(readsOf(recorder)) })).toEqual(result);
  });

  it('keeps what makes a value doubtful, and reads the value', () => {
    const recorder = new VelocityRecorder({
      read: () => ({ value: 5, uncertainEvents: 2, isEstimate: false }),
    });
    const result = decide(plan, { ...input, velocities: recorder });
    expect(result.outputs).toMatchObject({ c: { own: 5 } });
    expect(decide(plan, { ...input, velocities: recordedVelocities(readsOf(recorder)) })).toEqual(result);
    expect(velocityReadsOf(readsOf(recorder))[0]).toEqual({
      level: 0,
      name: 'tries',
      window: '2h',
      includesCurrent: true,
      key: 'nora',
      value: { value: 5, uncertainEvents: 2, isEstimate: false },
    });
  });
});
