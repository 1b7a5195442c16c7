import fc from 'fast-check';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeSegment, splitSegment, writeSegment } from '../log/segment-codec.ts';
import { decodeHistory } from './history-codec.ts';

const PLACE = {
  tenant_id: '11111111-1111-4111-8111-111111111111',
  environment_id: '22222222-2222-4222-8222-222222222222',
  first_position: 41,
};
const CHOICE = { kind: 'purchase', fromMs: 1000, toMs: 2000 } as const;

const packed = (parts: readonly string[]): Buffer => zstdCompressSync(Buffer.from(parts.join('\0')));
/** Texts that look like what is searched for. */
const awkward = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
  fc.constantFrom('x,{', ',"amount":1,', '{"decision":"Reject"', '],[1,2]]', '\\', '\\"', 'a,\\', '"]]', '😀'),
);
const facts = fc.record({
  decision: fc.constantFrom('Approve', 'Reject', 'Review', 'Challenge'),
  reason: fc.option(awkward),
  clause: fc.option(awkward),
  hits: fc.array(fc.record({ ruleId: fc.uuid(), clause: awkward, decision: fc.constant(null) }), { maxLength: 2 }),
  amount: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 })),
  currency: fc.option(fc.oneof(fc.constantFrom('EUR', 'USD'), awkward)),
  email: fc.option(awkward),
});
const numbers = fc.array(
  fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(1e21)),
  { minLength: 1, maxLength: 12 },
);
const event = fc.record({
  kind: fc.constantFrom(1, 1, 1, 12),
  eventId: awkward,
  eventTimeMs: fc.integer({ min: -5, max: 3000 }),
  correlationId: awkward,
  facts,
  contributions: fc.option(numbers),
  request: awkward,
});

type Generated = typeof event extends fc.Arbitrary<infer Event> ? Event : never;

const rowOf = (events: readonly Generated[]) => ({
  ...PLACE,
  codec: 2,
  heads: packed(
    events.map(({ kind, eventId, eventTimeMs, correlationId, facts: its, contributions }) =>
      JSON.stringify([
        kind,
        eventId,
        900,
        eventTimeMs,
        0,
        correlationId,
        its,
        ...(contributions === null ? [] : [contributions]),
      ]),
    ),
  ),
  data: packed(events.flatMap(({ request }) => [JSON.stringify({ request }), '{"inputs":1}', '{"result":2}'])),
});

/** The same from whole heads and texts. */
const expectedOf = (row: ReturnType<typeof rowOf>) => {
  const events = decodeSegment(row);
  return {
    events: events.flatMap((each) =>
      each.kind === 'purchase' && each.eventTimeMs >= CHOICE.fromMs && each.eventTimeMs < CHOICE.toMs
        ? [
            {
              environmentId: each.environmentId,
              position: each.position,
              eventId: each.eventId,
              eventTimeMs: each.eventTimeMs,
              correlationId: each.correlationId,
              decision: each.facts.decision,
              amount: each.facts.amount,
              currency: each.facts.currency,
              request: each.requestText,
              inputs: each.inputsText,
              result: each.resultText,
            },
          ]
        : [],
    ),
    contributions: events.flatMap(({ position, eventTimeMs, contributions }) =>
      contributions ? [{ position, eventTimeMs, contributions }] : [],
    ),
  };
};

const found = (row: Parameters<typeof decodeHistory>[0]) => {
  const { events, contributions } = decodeHistory(row, CHOICE, () => true);
  const texts = events.map(({ request, inputs, result, ...rest }) => ({
    ...rest,
    request: request.toString(),
    inputs: inputs.toString(),
    result: result.toString(),
  }));
  return { events: texts, contributions };
};

describe('a segment of a history', () => {
  it('gives what whole heads and texts give, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), (events) => {
        const row = rowOf(events);
        expect(found(row)).toEqual(expectedOf(row));
        expect(found({ ...row, data: null })).toEqual({ events: [], contributions: expectedOf(row).contributions });
      }),
      { numRuns: 300 },
    );
  });

  it('that was merged gives those that are asked for, where they stood', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 30 }), (events, from) => {
        const source = rowOf(events);
        const positions = events.map((_, at) => source.first_position + at * at);
        const { codec, heads, texts } = writeSegment({ ...splitSegment(source), positions }, true);
        const row = { ...source, codec, heads: packed([heads]), data: packed([texts]) };
        const isAsked = (position: number): boolean => position > source.first_position + from;
        const all = found(row);
        expect(all).toEqual(expectedOf(row));
        const { events: asked, contributions } = decodeHistory(row, CHOICE, isAsked);
        const where = (each: { readonly position: number }) => each.position;
        expect(asked.map(where)).toEqual(all.events.map(where).filter(isAsked));
        expect(contributions).toEqual(all.contributions.filter(({ position }) => isAsked(position)));
      }),
      { numRuns: 200 },
    );
  });

  it('of the first codec gives its events', () => {
    const head = JSON.stringify([1, 'a', 900, 1500, 0, 'c', { decision: 'Approve', amount: 5, currency: 'EUR' }]);
    const row = { ...PLACE, codec: 1, heads: null, data: packed([head, '{"is":1}', '{}', '{"answer":1}']) };
    expect(found(row)).toMatchObject({
      events: [{ eventId: 'a', position: 41, amount: 5, currency: 'EUR', request: '{"is":1}', result: '{"answer":1}' }],
      contributions: [],
    });
    expect(found({ ...row, data: null })).toEqual({ events: [], contributions: [] });
  });
});
