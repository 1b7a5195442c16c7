import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createInFlightLimit } from './in-flight.ts';

it('lets no more calls in than its limit, and another as soon as one has ended, even without an answer', () => {
  const inFlight = createInFlightLimit(2);
  const responses = [new EventEmitter(), new EventEmitter(), new EventEmitter()] as const;
  expect(responses.map((response) => inFlight.enter(response as never))).toEqual([true, true, false]);
  responses[0].emit('close');
  expect(inFlight.enter(responses[2] as never)).toBe(true);
});
