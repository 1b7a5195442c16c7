import { DAY_MS } from '@redoubt/kernel';
import { PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssessment } from '../assessments/assessments.queries.ts';
import { deleteAssessment, updateAssessment } from '../assessments/change-assessment.commands.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getSearchAttributes } from './get-search-attributes.query.ts';
import { useNode } from '../testing/jobs.ts';
import { createSearchJobs } from './search-attribute-jobs.ts';
import { startFieldBackfill } from './search-attributes.commands.ts';
import { searchEvents } from './search-events.query.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = useDatabase();
const PATIENCE = { timeout: 30_000, interval: 20 };

let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());
const node = useNode();

describe('a field of a defined assessment that is made searchable later', () => {
  const FIELD = 'custom.points';
  const field = (searchable: boolean) =>
    ({ path: FIELD, friendlyName: 'Points', type: 'integer', required: false, sample: 7, searchable }) as const;
  const features = { caseManagement: false, search: true, reporting: false };
  const root = () => scene.contextIn('Root');
  const define = async () =>
    createAssessment(root(), {
      template: 'LoyaltyProgram',
      apiName: 'Points',
      friendlyName: 'Points redemption',
      sections: ['user', 'loyalty'],
      fields: [field(false)],
      observations: [],
      label: null,
      features,
      dataSubjectIds: [],
      runMode: 'allUntilDecision',
    });
  const redeem = (eventId: string, points: number) =>
    merchant.send('Shop', 'assessment-1', {
      metadata: { eventId, merchantTimeStamp: new Date(scene.clock.now()).toISOString() },
      user: { id: 'ann' },
      custom: { points },
    });
  const known = async (environment = 'Root') =>
    (await getSearchAttributes(scene.contextIn(environment))).attributes.find(
      ({ eventType }) => eventType === 'assessment-1',
    );
  const found = async (operator: 'atLeast' | 'is', value: string) => {
    const { rows } = await searchEvents(root(), {
      eventType: 'assessment-1',
      from: new Date(scene.clock.now() - DAY_MS).toISOString(),
      to: new Date(scene.clock.now() + DAY_MS).toISOString(),
      includeChildren: true,
      filters: [{ field: `own:${FIELD}`, operator, values: [value] }],
      cursor: null,
      limit: 100,
    });
    return rows.map(({ eventId }) => eventId).toSorted();
  };
  const fill = (environment = 'Root', path = FIELD) =>
    startFieldBackfill(scene.contextIn(environment), { eventType: 'assessment-1', path });

  it('is looked for in stored events on request, and again where the projection is built anew', async () => {
    const { kind, version, ...rest } = await define();
    await redeem('old-7', 7);
    await redeem('old-70', 70);
    await expect(fill()).rejects.toMatchObject({ code: 'SRCH-FIELD-UNKNOWN' });
    const changed = { ...rest, sections: ['user', 'loyalty'], fields: [field(true)], features, sharing: 'Private' };
    await updateAssessment(root(), kind, { ...changed, version, reports: rest.reports } as never);
    await merchant.refresh();
    await redeem('new-70', 70);
    expect(await found('is', '70')).toEqual(['new-70']);
    expect(await known()).toMatchObject({ kept: null, canFill: true });
    expect(await known('Shop')).toMatchObject({ kept: null, canFill: false });
    await expect(fill('Shop')).rejects.toMatchObject({ code: 'ASSESSMENT-NOT-ROOT' });
    await fill();
    const place = { database: test.database, clock: scene.clock };
    node.start(place, ...createSearchJobs({ ...place, settleMs: 0 }));
    const isDone = () => vi.waitFor(async () => expect((await known())?.kept?.work?.status).toBe('done'), PATIENCE);
    await isDone();
    expect(await known()).toMatchObject({ canFill: false, kept: { isHere: true, work: { eventsFound: 3 } } });
    expect(await found('is', '70')).toEqual(['new-70', 'old-70']);
    expect(await found('atLeast', '7')).toEqual(['new-70', 'old-7', 'old-70']);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await vi.waitFor(async () => expect(await found('is', '70')).toEqual(['new-70', 'old-70']), PATIENCE);
    await isDone();

    const { version: newest } = await getAssessment(root(), kind);
    await deleteAssessment(root(), kind, { version: newest, apiName: 'Points' });
    expect(await test.asAdmin('select 1 from search_attribute where tenant_id = $1', [scene.tenantId])).toEqual([]);
  });
});
