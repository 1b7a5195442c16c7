import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getReportChanges } from './get-report-changes.query.ts';

const test = useDatabase();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  await publishNewRule(scene.contextIn('Root'), 'Limits', ['RETURN Reject("HIGH") WHEN @"totalAmount" > 100']);
  await publishNewRule(scene.contextIn('Shop'), 'Gifts', ['RETURN Review("GIFT") WHEN @"totalAmount" > 50']);
});

const dayOf = (daysAgo: number): string => new Date(scene.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const ask = (environment: string, change: Partial<Parameters<typeof getReportChanges>[1]> = {}) =>
  getReportChanges(scene.contextIn(environment), {
    assessment: 'purchase',
    from: dayOf(7),
    to: dayOf(0),
    includeChildren: true,
    ...change,
  });

const namesIn = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).changes.map(({ resourceName }) => resourceName);

describe('the changes of a period', () => {
  it('name what was published with its version, where it was made and by whom', async () => {
    const { changes } = await ask('Root');
    expect(changes.find(({ resourceName }) => resourceName === 'Limits')).toMatchObject({
      operation: 'Publish',
      resourceType: 'DecisionRule',
      environmentId: scene.idOf('Root'),
      version: 1,
    });
    expect(Date.parse(changes[0]?.at ?? '')).not.toBeNaN();
  });

  it('are those of the environments counted and of those above them', async () => {
    expect((await namesIn('Root')).toSorted()).toEqual(['Gifts', 'Limits']);
    expect(await namesIn('Root', { includeChildren: false })).toEqual(['Limits']);
    expect((await namesIn('Shop')).toSorted()).toEqual(['Gifts', 'Limits']);
  });

  it('are those of the assessment and of the days asked for', async () => {
    expect(await namesIn('Root', { assessment: 'accountLogin' })).toEqual([]);
    expect(await namesIn('Root', { from: dayOf(7), to: dayOf(1) })).toEqual([]);
  });

  it('are refused for a period that is none or too long, and an assessment that is not there', async () => {
    const refused = [
      [{ from: dayOf(0), to: dayOf(1) }, 'REPORT-QUERY-INVALID'],
      [{ from: dayOf(200) }, 'REPORT-RANGE-TOO-LONG'],
      [{ assessment: 'assessment-9' }, 'ASSESSMENT-UNKNOWN'],
    ] as const;
    for (const [change, code] of refused) await expect(ask('Root', change)).rejects.toMatchObject({ code });
  });
});
