import type { JsonObject } from '@redoubt/kernel';
import { expect } from 'vitest';
import { compilePlan, type CallPort, type Plan, type PlanLevelSource } from '../index.ts';

export const ROOT = '5d0e0000-0001-4000-8000-000000000001';
export const CHILD = '5d0e0000-0001-4000-8000-000000000002';

/** The plan of `CHILD` from its levels, all of whose texts compile. */
export const planOf = (...levels: readonly PlanLevelSource[]): Plan => {
  const { plan, problems } = compilePlan('plan', CHILD, levels, new Map());
  expect(problems).toEqual([]);
  return plan;
};

/** What an event brings besides its body, at the time 0. */
export const inputOf = (payload: JsonObject = {}, calls?: CallPort) => ({
  payload,
  generated: {},
  nowMs: 0,
  correlationId: 'c',
  seed: 1,
  ...(calls ? { calls } : {}),
});
