import type { LoggedKind } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import type { IncomingEvent } from '../incoming-event.ts';
import type { ResolvedEnvironment } from '../tenant-plans/plan-registry.ts';
import { createNestedCalls } from './nested-calls.ts';

const TENANT = newId();
const ROOT = newId();

const TARGET = {
  kind: 'assessment-1',
  apiName: 'Check',
  rootId: ROOT,
  sharing: 'Private',
  schema: {},
  observations: new Map(),
  label: null,
} as const;

const ENVIRONMENT = {
  environment: { id: ROOT },
  rootId: ROOT,
  assessments: new Map([['check', TARGET]]),
} as unknown as ResolvedEnvironment;

const eventOf = (kind: LoggedKind, path?: readonly string[]): IncomingEvent => ({
  kind,
  tenantId: TENANT,
  environment: ENVIRONMENT,
  body: {},
  requestText: '{}',
  receivedAtMs: Date.UTC(2026, 2, 14),
  historical: false,
  correlationId: newId(),
  ...(path ? { nesting: { path, untilMs: Number.POSITIVE_INFINITY } } : {}),
});

const LEVEL = {
  environmentId: ROOT,
  calls: new Map(),
  assessments: new Map([
    [
      'check',
      {
        id: newId(),
        name: 'check',
        target: { environmentId: ROOT, assessment: TARGET.kind },
        defaultResponse: { decision: '' },
      },
    ],
  ]),
} as const;

/** Calls `check` as the rules of an event do, with what it sent and how the call was counted. */
const call = async (event: IncomingEvent, fields: JsonObject = {}, eventId = 'one') => {
  const sent: IncomingEvent[] = [];
  const outcomes: string[] = [];
  const nested = createNestedCalls({
    plans: { planned: () => ENVIRONMENT },
    record: async (each) => {
      sent.push(each);
      return '{"decision":"Reject"}';
    },
    monotonicMs: () => 0,
    count: ({ outcome }) => outcomes.push(outcome),
  });
  const request = {
    kind: 'assessment',
    name: 'check',
    method: 'Evaluate',
    api: null,
    baseInput: null,
    fields,
  } as const;
  const answer = await nested.forEvent(event, eventId, 5000).call(request, LEVEL);
  return { answer, sent, outcomes };
};

describe('a call of another assessment', () => {
  it('carries the way it came, and gives itself less time than its caller has', async () => {
    const { answer, sent, outcomes } = await call(eventOf('purchase'));
    expect(answer).toMatchObject({ response: { decision: 'Reject' }, httpStatusCode: 200, error: '' });
    expect(sent[0]?.nesting).toEqual({ path: [`${ROOT} purchase`, `${ROOT} assessment-1`], untilMs: 4900 });
    expect(outcomes).toEqual(['ok']);
  });

  it('is not made where it would come back to an assessment on its way', async () => {
    const path = [`${ROOT} purchase`, `${ROOT} assessment-1`];
    const { answer, sent, outcomes } = await call(eventOf('assessment-1', path));
    expect(answer).toMatchObject({ response: { decision: '' }, error: 'The assessment calls itself.' });
    expect(sent).toEqual([]);
    expect(outcomes).toEqual(['circle']);
  });

  it('is the same event for the same question, and another for any other', async () => {
    const idOf = async (...args: Parameters<typeof call>) => {
      const [event] = (await call(...args)).sent;
      const { eventId } = (event?.body['metadata'] ?? {}) as JsonObject;
      return eventId;
    };
    const purchase = eventOf('purchase');
    const first = await idOf(purchase, { stars: 1 });
    expect(first).toMatch(/^one-[0-9a-f]{8}$/);
    expect(await idOf(eventOf('purchase'), { stars: 1 })).toBe(first);
    const others = [
      await idOf(purchase, { stars: 2 }),
      await idOf(eventOf('accountLogin'), { stars: 1 }),
      await idOf(purchase, { stars: 1 }, 'two'),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    expect(await idOf(purchase, { metadata: { eventId: 'mine' } })).toBe('mine');
  });
});
