import { definedPartsOf, REPORT_MEASURES, type DefinedAssessmentKind } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateObservation } from '../assessments/change-assessment.commands.ts';
import { getAssessment } from '../assessments/assessments.queries.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { REVIEW_ASSESSMENT } from '../testing/review-assessment.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getReportFields } from './get-report-fields.query.ts';
import { getObservationKinds, queryObservations } from './observations.queries.ts';
import { queryReports } from './query-reports.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
let kind: DefinedAssessmentKind;

const field = (path: string, type: 'string' | 'boolean' | 'double' | 'email') => ({
  path,
  friendlyName: `The ${path}`,
  type,
  sample: null,
  required: false,
  searchable: false,
});

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  ({ kind } = await createAssessment(scene.contextIn('Root'), {
    ...REVIEW_ASSESSMENT,
    fields: [field('channel', 'string'), field('gift', 'boolean'), field('weight', 'double'), field('mail', 'email')],
    observations: [
      {
        template: 'Custom',
        friendlyName: 'Reply',
        apiName: 'Reply',
        fields: [field('tone', 'string'), field('weight', 'double')],
      },
    ],
    label: { friendlyName: 'Label', fields: [field('team', 'string')] },
  }));
  merchant = await createMerchant(test.database, scene);
  const merchantTimeStamp = new Date(scene.clock.now()).toISOString();
  const { number } = definedPartsOf(kind);
  for (const [eventId, channel, gift] of [
    ['e-1', 'web', true],
    ['e-2', 'shop', false],
    ['e-3', 'web', false],
  ] as const)
    await merchant.send('Child', kind, {
      metadata: { eventId, merchantTimeStamp },
      channel,
      gift,
      weight: 1.5,
      mail: 'a@b.example',
    });
  for (const [eventId, tone] of [
    ['e-1', 'glad'],
    ['nobody', 'angry'],
  ] as const)
    await merchant.send('Child', `observation-${number}-1`, {
      metadata: { eventId, observationId: `o-${eventId}`, merchantTimeStamp },
      tone,
      weight: 2.5,
    });
  await merchant.send('Child', `label-${number}`, {
    metadata: { eventId: 'e-1', merchantTimeStamp },
    label: { labelObjectType: 'GenericEvent', labelObjectId: 'e-1', labelSource: 'OfflineAnalysis', isFraud: true },
    team: 'north',
  });
});
afterAll(() => merchant.close());

const days = () => {
  const day = new Date(scene.clock.now()).toISOString().slice(0, 10);
  return { from: day, to: day, step: 'day', compare: 'none', most: 10, includeChildren: true } as const;
};

it('events of a defined assessment are distinguished by its own fields, without numbers and personal data', async () => {
  const { fields } = await getReportFields(scene.contextIn('Root'), { assessment: kind });
  expect(fields).toEqual([
    { name: 'channel', friendlyName: 'The channel', type: 'string' },
    { name: 'gift', friendlyName: 'The gift', type: 'boolean' },
  ]);
  const report = (by: `field:${string}`) =>
    queryReports(scene.contextIn('Root'), {
      ...days(),
      assessment: kind,
      by,
      filters: [],
      measures: [...REPORT_MEASURES],
    });
  const countsOf = async (by: `field:${string}`) =>
    (await report(by)).series.map(({ value, total: { counts } }) => [value, counts.events, counts.fraud]);
  expect(await countsOf('field:channel')).toEqual([
    ['web', 2, 1],
    ['shop', 1, 0],
  ]);
  expect(await countsOf('field:gift')).toEqual([
    ['false', 2, 0],
    ['true', 1, 1],
  ]);
  expect(await countsOf('field:mail')).toEqual([]);
});

it('observations and labels of it are distinguished by theirs', async () => {
  const { kinds } = await getObservationKinds(scene.contextIn('Root'), { assessment: kind });
  expect(kinds.map(({ name, fields }) => [name, fields.at(-1)?.name])).toEqual([
    ['Reply', 'tone'],
    ['Label', 'team'],
  ]);
  const valuesOf = async (observation: string, by: `field:${string}`) => {
    const filters = [{ dimension: 'observation' as const, values: [observation] }];
    const asked = { ...days(), assessment: kind, axis: 'time', by, filters } as const;
    return (await queryObservations(scene.contextIn('Root'), asked)).series.map(({ value, total }) => [
      value,
      total.observations,
      total.linked,
    ]);
  };
  const [reply, label] = kinds.map((each) => each.kind);
  expect(await valuesOf(reply ?? '', 'field:tone')).toEqual(
    expect.arrayContaining([
      ['glad', 1, 1],
      ['angry', 1, 0],
    ]),
  );
  expect(await valuesOf(reply ?? '', 'field:weight')).toEqual([]);
  expect(await valuesOf(label ?? '', 'field:team')).toEqual([['north', 1, 1]]);
  expect(await valuesOf(label ?? '', 'field:verdict')).toEqual([['Fraud', 1, 1]]);
});

it('fields that people choose are counted from then on, and what was counted before stays', async () => {
  const root = scene.contextIn('Root');
  const { number } = definedPartsOf(kind);
  const choose = async (fields: readonly ReturnType<typeof field>[], reportFields: string[] | null) => {
    const { version } = await getAssessment(root, kind);
    const body = { version, friendlyName: 'Reply', fields: [...fields], reportFields };
    return (await updateObservation(root, kind, 1, body)).observations[0]?.reportFields;
  };
  const reply = async (id: string, tone: string, shop: string) =>
    merchant.send('Child', `observation-${number}-1`, {
      metadata: { eventId: 'e-2', observationId: id, merchantTimeStamp: new Date(scene.clock.now()).toISOString() },
      tone,
      shop,
    });
  const shown = async () => {
    const { kinds } = await getObservationKinds(root, { assessment: kind });
    return kinds[0]?.fields.map(({ name }) => name).filter((name) => ['tone', 'shop', 'weight'].includes(name));
  };
  const countOf = async (by: 'field:tone' | 'field:shop', value: string) => {
    const filters = [{ dimension: 'observation' as const, values: [`observation-${number}-1`] }];
    const { series } = await queryObservations(root, { ...days(), assessment: kind, axis: 'time', by, filters });
    return series.find((each) => each.value === value)?.total.observations ?? 0;
  };
  const own = [field('tone', 'string'), field('weight', 'double'), field('shop', 'string')];
  await expect(choose(own, ['weight'])).rejects.toThrow('ASSESSMENT-INVALID');
  expect(await choose(own, ['shop', 'shop'])).toEqual(['shop']);
  expect(await shown()).toEqual(['shop']);
  await reply('chosen', 'calm', 'Berlin');
  expect([await countOf('field:shop', 'Berlin'), await countOf('field:tone', 'calm')]).toEqual([1, 0]);
  expect(await countOf('field:tone', 'glad')).toBe(1);

  expect(await choose(own, null)).toBe(null);
  expect(await shown()).toEqual(['tone', 'shop']);
  await reply('all', 'calm', 'Berlin');
  expect([await countOf('field:shop', 'Berlin'), await countOf('field:tone', 'calm')]).toEqual([2, 1]);
});
