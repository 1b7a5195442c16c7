import { describe, expect, it } from 'vitest';
import { paceOf, pauseAfter, restBetween } from './projection-pace.ts';

const FREE = { yielding: 0, most: 1000, gathered: 4000 };

describe('the pace of projections', () => {
  it('is free while decisions leave the machine time', () => {
    expect(paceOf({ pressure: 0, lateMs: 0 })).toEqual(FREE);
    expect(paceOf({ pressure: 0.25, lateMs: 0 })).toEqual(FREE);
    expect(restBetween(paceOf({ pressure: 0.1, lateMs: 0 }), 200)).toBe(0);
  });

  it('has small steps with rests in between while decisions need it', () => {
    const pace = paceOf({ pressure: 0.7, lateMs: 0 });
    expect(pace).toEqual({ yielding: 1, most: 250, gathered: 1000 });
    expect(restBetween(pace, 60)).toBe(120);
    expect(restBetween(pace, 10_000)).toBe(500);
    const half = paceOf({ pressure: 0.475, lateMs: 0 });
    expect(half.yielding).toBeCloseTo(0.5);
    expect(half.most).toBe(625);
  });

  it('is free again where projections are as late as they may be', () => {
    expect(paceOf({ pressure: 0.6, lateMs: 1500 })).toEqual(FREE);
    expect(paceOf({ pressure: 0.6, lateMs: 60_000 })).toEqual(FREE);
    const [before, later] = [paceOf({ pressure: 0.7, lateMs: 750 }), paceOf({ pressure: 0.7, lateMs: 1125 })];
    expect(before.yielding).toBe(1);
    expect(later.yielding).toBeCloseTo(0.5);
  });

  it('lets them be later on a full machine, and no later than ten seconds', () => {
    expect(paceOf({ pressure: 1, lateMs: 5000 }).yielding).toBe(1);
    expect(paceOf({ pressure: 1, lateMs: 7500 }).yielding).toBeCloseTo(0.5);
    expect(paceOf({ pressure: 1, lateMs: 10_000 })).toEqual(FREE);
  });

  it('catches up without pauses in full steps, and pauses where little came', () => {
    const free = paceOf({ pressure: 0, lateMs: 0 });
    expect([pauseAfter(free, 1000), pauseAfter(free, 499)]).toEqual([0, 100]);
    const yielding = paceOf({ pressure: 1, lateMs: 0 });
    expect([pauseAfter(yielding, 250), pauseAfter(yielding, 249)]).toEqual([0, 300]);
  });
});
