import { SYSTEM_VELOCITY_SETS, VELOCITY_SAMPLES, VELOCITY_TEMPLATES, type EventKind } from '@redoubt/domain';
import { NO_DATA_SOURCES, openData } from '@redoubt/enrichment';
import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { evaluateVelocityJob } from './evaluate-velocity-job.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { velocitySource } from '../symbols/velocity-text.ts';

const evaluate = (
  codes: readonly string[],
  options: { readonly condition?: string; readonly event?: EventKind; readonly payload?: JsonObject } = {},
) => {
  const { condition = '', event = 'purchase', payload = VELOCITY_SAMPLES[event] } = options;
  const velocities = codes.map((code, at) => ({ id: `v${at + 1}`, code }));
  return evaluateVelocityJob(
    {
      kind: 'velocitySet',
      event,
      source: velocitySource({ condition, velocities }),
      symbols: velocitySymbolsOf([], []),
      environmentId: 'here',
      above: [],
      functions: [],
      callable: { calls: [], assessments: [] },
      lists: [],
      payload,
      nowMs: 0,
      correlationId: 'c',
      seed: 1,
    },
    {
      contents: new Map(),
      data: () => openData(NO_DATA_SOURCES, { onProblem: () => undefined }),
      need: async () => undefined,
    },
  );
};

const outcomes = async (...parameters: Parameters<typeof evaluate>): Promise<readonly string[] | undefined> =>
  (await evaluate(...parameters)).result?.velocities.map(
    ({ name, outcome, key, value }) => `${name} ${outcome}${key === null ? '' : ` ${key} ${value}`}`,
  );

describe('a sample event', () => {
  it('adds to each velocity that counts it, and says why not to the others', async () => {
    expect(
      await outcomes([
        'SELECT Sum(@"totalAmount") AS spent FROM Purchase GROUPBY @"user.userId"',
        'SELECT DistinctCount(@"user.email") AS emails FROM Purchase GROUPBY @"deviceContext.ipAddress"',
        'SELECT Count() AS chargebacks FROM Chargeback GROUPBY @"userId"',
        'SELECT Count() AS expensive FROM Purchase WHEN @"totalAmount" > 1000 GROUPBY @"user.userId"',
        'SELECT Count() AS keyless FROM Purchase GROUPBY @"user.timeZone"',
        'SELECT DistinctCount(@"user.timeZone") AS zones FROM Purchase GROUPBY @"user.userId"',
        'SELECT Count() AS broken FROM Purchase WHEN 1 / @"user.timeZone".Length > 0 GROUPBY "a"',
      ]),
    ).toEqual([
      'spent adds cust-48213 214.9',
      'emails adds 203.0.113.24 nora.quill@mailbox.example',
      'chargebacks otherEvent',
      'expensive whenFalse',
      'keyless nothing',
      'zones nothing',
      'broken failed',
    ]);
  });

  it('adds nothing where the condition of the set is false', async () => {
    expect(
      await outcomes(['SELECT Count() AS n FROM Purchase GROUPBY @"user.userId"'], { condition: 'WHEN false' }),
    ).toEqual(['n conditionFalse']);
  });

  it('of an observation carries its purchase, one of a purchase what the rules made of it', async () => {
    expect(
      await outcomes(['SELECT Sum(@"amount") AS lost FROM Purchase:Chargeback GROUPBY @"purchase.user.email"'], {
        event: 'chargeback',
      }),
    ).toEqual(['lost adds nora.quill@mailbox.example 194.9']);
    expect(
      await outcomes(['SELECT Count() AS n FROM Purchase WHEN @"ruleEvaluation.decision" == "review" GROUPBY "all"']),
    ).toEqual(['n adds all 1']);
  });

  it('comes back with the problems of the text instead, where it has errors', async () => {
    const { diagnostics, result } = await evaluate(['SELECT Count() AS n FROM Nothing GROUPBY @"a"']);
    expect(result).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toContain('FQL-UNKNOWN-EVENT');
  });
});

describe('velocities that come with the product', () => {
  it.each([
    ...SYSTEM_VELOCITY_SETS.map(({ name, velocities }) => [name, velocities] as const),
    ...VELOCITY_TEMPLATES.map((template) => [template.id, [template]] as const),
  ])('%s have no errors or warnings, and count the sample or wait for another event', async (_name, velocities) => {
    const { diagnostics, result } = await evaluate(velocities.map(({ code }) => code));
    expect(diagnostics).toEqual([]);
    for (const { outcome } of result?.velocities ?? []) expect(outcome).not.toBe('failed');
  });
});
