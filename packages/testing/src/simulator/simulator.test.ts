import { EVENT_SCHEMAS, maskCardData } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@redoubt/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAUD_PATTERNS } from './fraud/campaign.ts';
import { schemaProblems } from './schema-problems.ts';
import { createSimulator, type SimulatedEvent, type SimulatorOptions } from './simulator.ts';

const START_MS = Date.parse('2026-03-14T10:00:00Z');

/** So many events, one every given number of milliseconds. */
const traffic = (options: Partial<SimulatorOptions>, count: number, everyMs = SECOND_MS): SimulatedEvent[] => {
  const simulator = createSimulator({ seed: 7, nowMs: START_MS, population: 60, ...options });
  return Array.from({ length: count }, (_, index) => simulator.next(START_MS + index * everyMs));
};

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const purchases = (events: readonly SimulatedEvent[]) => events.filter(({ kind }) => kind === 'purchase');

describe('simulator', () => {
  it('gives the same events for the same seed and times, and others for another seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const first = traffic({ seed }, 60);
        expect(traffic({ seed }, 60)).toEqual(first);
        expect(traffic({ seed: (seed + 1) >>> 0 }, 60)).not.toEqual(first);
      }),
      { numRuns: 15 },
    );
  });

  it('makes only bodies that the schema of their kind describes, without anything that reads like a card number', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, fraudShare) => {
        for (const { kind, body } of traffic({ seed, fraudShare, delayScale: 1e-5 }, 250)) {
          expect(schemaProblems(EVENT_SCHEMAS[kind], body)).toEqual([]);
          const text = JSON.stringify(body);
          expect(maskCardData(text)).toBe(text);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('never gives two purchases one id, neither within a run nor across two runs of one seed', () => {
    const ids = [START_MS, START_MS + 1].flatMap((nowMs) =>
      purchases(traffic({ nowMs }, 500)).map(({ body }) => body.purchaseId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('knows every pattern of fraud and keeps to the share asked for', () => {
    const bought = purchases(traffic({ fraudShare: 0.1 }, 8000));
    const fraudulent = bought.filter(({ fraud }) => fraud !== null);
    expect(new Set(fraudulent.map(({ fraud }) => fraud))).toEqual(new Set(FRAUD_PATTERNS));
    expect(fraudulent.length / bought.length).toBeGreaterThan(0.08);
    expect(fraudulent.length / bought.length).toBeLessThan(0.12);
    expect(purchases(traffic({ fraudShare: 0 }, 500)).every(({ fraud }) => fraud === null)).toBe(true);
  });

  it('sends what becomes of a purchase after the purchase, and about purchases it made', () => {
    const events = traffic({ fraudShare: 0.3, delayScale: 1e-5 }, 2000);
    const known = new Set<unknown>();
    for (const { kind, body } of events) {
      if (kind === 'purchase') known.add(body.purchaseId);
      else expect(known).toContain(kind === 'label' ? body.labelObjectId : body.purchaseId);
    }
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['purchase', 'purchaseStatus', 'label', 'chargeback']),
    );
  });

  it('keeps chargebacks for weeks unless delays are scaled', () => {
    const withinAnHour = traffic({ fraudShare: 1 }, 3600);
    expect(withinAnHour.some(({ kind }) => kind === 'chargeback')).toBe(false);
    const overTwoMonths = traffic({ fraudShare: 1 }, 300, DAY_MS / 5);
    expect(overTwoMonths.some(({ kind }) => kind === 'chargeback')).toBe(true);
  });

  it('gives people habits: most shoppers come back with the same device and card', () => {
    const devicesByUser = new Map<unknown, Set<unknown>>();
    for (const { body, fraud } of purchases(traffic({}, 3000))) {
      if (fraud !== null) continue;
      const { userId } = body.user as { userId: string };
      const { deviceId } = body.deviceContext as { deviceId: string };
      devicesByUser.set(userId, (devicesByUser.get(userId) ?? new Set()).add(deviceId));
    }
    expect([...devicesByUser.values()].every((devices) => devices.size <= 2)).toBe(true);
  });

  it('is busier in the evening than before dawn', () => {
    const simulator = createSimulator({ seed: 1, nowMs: START_MS, population: 10 });
    const meanWaitMs = (hourUtc: number): number => {
      const atMs = Date.parse('2026-03-14T00:00:00Z') + hourUtc * HOUR_MS;
      const waits = Array.from({ length: 500 }, () => simulator.waitMs(atMs, 10_000));
      return waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    };
    expect(meanWaitMs(3)).toBeGreaterThan(3 * meanWaitMs(19));
  });
});
