import { describe, expect, it } from 'vitest';
import { effectiveRetention, retentionBorder } from './retention.ts';

const tree = new Map(
  [
    { id: 'root', parentId: null },
    { id: 'shop', parentId: 'root' },
    { id: 'test', parentId: 'shop' },
    { id: 'other', parentId: null },
  ].map((each) => [each.id, each]),
);
const inForce = (kind: 'events' | 'activity', id: string, said: Readonly<Record<string, object>>) =>
  effectiveRetention(kind, id, tree, new Map(Object.entries(said)));

describe('how long data is kept', () => {
  it('comes from the nearest environment that says so, and keeping for good is said as well', () => {
    expect(inForce('events', 'test', {})).toEqual({ days: null, from: null });
    expect(inForce('events', 'test', { root: { events: 200 } })).toEqual({ days: 200, from: 'root' });
    expect(inForce('events', 'test', { root: { events: 200 }, shop: { events: null } })).toEqual({
      days: null,
      from: 'shop',
    });
    expect(inForce('events', 'other', { root: { events: 200 } })).toEqual({ days: null, from: null });
  });

  it('is the longest of all roots for the activity log', () => {
    expect(inForce('activity', 'shop', { root: { activity: 90 } })).toEqual({ days: null, from: null });
    const both = { root: { activity: 90 }, other: { activity: 365 } };
    expect(inForce('activity', 'shop', both)).toEqual({ days: 365, from: 'other' });
  });

  it('ends at the beginning of a day of UTC', () => {
    const border = retentionBorder(Date.UTC(2026, 2, 14, 10, 30), 100);
    expect(new Date(border).toISOString()).toBe('2025-12-04T00:00:00.000Z');
  });
});
