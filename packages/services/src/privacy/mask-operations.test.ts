import type { Backtest, BacktestSample } from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { maskDeviceSession, seenBacktest, seenMessage, summaryMessage } from './mask-operations.ts';

const [masked, plain] = [newId(), newId()];
const viewer = { environmentId: masked, maskedEnvironments: new Set([masked]) };
const reader = { environmentId: masked, maskedEnvironments: undefined };
const TOLD =
  'Input validation failed - $.user.phoneNumber: found the number 4915123456789, near "nora@mailbox.example"';
const SHAPES =
  'Input validation failed - $.user.phoneNumber: found the number 0000000000000, near "xxxx@xxxxxxx.xxxxxxx"';

describe('a message of the public API', () => {
  it('keeps places, and says values as shapes where masks hold', () => {
    expect(seenMessage(viewer, masked, TOLD)).toBe(SHAPES);
    expect(seenMessage(viewer, null, TOLD)).toBe(SHAPES);
    expect([seenMessage(viewer, plain, TOLD), seenMessage(reader, masked, TOLD)]).toEqual([TOLD, TOLD]);
    const short = 'Input validation failed - $.shippingAddress.zipCode: expected text, found the number ';
    expect(seenMessage(viewer, masked, `${short}12`)).toBe(`${short}00`);
    expect(seenMessage(viewer, masked, null)).toBeNull();
    expect([summaryMessage({ ...viewer, environmentId: plain }, TOLD), summaryMessage(reader, TOLD)]).toEqual([
      SHAPES,
      TOLD,
    ]);
  });
});

describe('a session of a device', () => {
  it('has masks for addresses and ids, and keeps what describes the device', () => {
    const deviceId = newId();
    const attributes = {
      trueIp: '203.0.113.77',
      ipAddressHistory: ['203.0.113.77', '198.51.100.4'],
      proxyIp: '203.0.113.77',
      deviceCity: 'Rotterdam',
      devicePostalCode: '3011',
      latitude: '51.9225',
      userAgentBrowser: 'Firefox',
    };
    const collected = { sessionId: 's-1', collectedAt: '2026-03-14T10:00:00.000Z', confidence: 0.9, speedMph: 0 };
    const seen = maskDeviceSession({ ...collected, deviceId, attributes });
    const text = JSON.stringify(seen);
    for (const secret of [deviceId, '203.0.113.77', '198.51.100.4', '51.9225']) expect(text).not.toContain(secret);
    expect(seen.attributes).toMatchObject({ trueIp: '203.0.•••', userAgentBrowser: 'Firefox' });
  });
});

describe('a result of a backtest', () => {
  const sample = (environmentId: string): BacktestSample => ({
    environmentId,
    eventId: 'order-1',
    eventTime: '2026-03-14T10:00:00.000Z',
    amount: 12,
    currency: 'EUR',
    label: 'none' as BacktestSample['label'],
    clause: 'Large',
    reason: 'Ask Nora Quist',
    customer: 'Nora Quist',
  });
  const samples = [sample(masked), sample(plain)];
  const count = { events: 2, fraud: 0, genuine: 0, amounts: [] };
  const decisions = { Approve: count, Reject: count, Review: count, Challenge: count };
  const result: NonNullable<Backtest['result']> = {
    events: 2,
    before: decisions,
    after: decisions,
    changes: [{ before: 'Approve', after: 'Reject', ...count, samples }],
    clauses: [
      {
        name: 'Large',
        fired: count,
        decided: count,
        changed: count,
        samples: { fired: samples, decided: samples, changed: samples },
      },
    ],
    errors: { events: 1, messages: ['Nora is no number'] },
    unknown: [],
  };

  it('tells no customer and no computed text of masked events, and all of others', () => {
    const seen = seenBacktest(viewer, result);
    const expected = [
      { ...sample(masked), reason: null, customer: 'N••• Q•••' },
      { ...sample(plain), reason: 'Ask Nora Quist', customer: 'Nora Quist' },
    ];
    expect(seen.changes[0]?.samples).toEqual(expected);
    expect(seen.clauses[0]?.samples).toEqual({ fired: expected, decided: expected, changed: expected });
    expect(seen.errors).toEqual({ events: 1, messages: [] });
    expect(seenBacktest(reader, result)).toEqual(result);
  });
});
