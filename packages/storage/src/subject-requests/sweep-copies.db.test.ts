import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { TABLES_WITH_EVENT_IDS } from './subject-work.ts';
import { SAMPLES } from './sweep-copies.ts';

const test = useDatabase();

const columnsLike = async (pattern: string): Promise<string[]> => {
  const rows = await test.asAdmin<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns c
       join pg_class p on p.relname = c.table_name and not p.relispartition
      where table_schema = 'public' and column_name like $1 and data_type in ('text', 'json', 'jsonb') order by 1`,
    [pattern],
  );
  return rows.map(({ name }) => name);
};

/** Projections and identities are erased with the events themselves; targets with their request. */
const ERASED_OTHERWISE = [
  'event_identity',
  'event_search',
  'report_event',
  'report_observation',
  'subject_target',
  'review_case',
  'case_early_status',
];
/** Names the kind of the event a sample stands for. */
const NO_SAMPLE = 'sample_event';

it('an erasure knows every table that holds samples or names events', async () => {
  const samples = SAMPLES.map(([table, column]) => `${table}.${column}`).toSorted();
  const found = await columnsLike('%sample%');
  expect(found.filter((name) => !name.endsWith(`.${NO_SAMPLE}`))).toEqual(samples);
  const withIds = [...TABLES_WITH_EVENT_IDS, ...ERASED_OTHERWISE].map((table) => `${table}.event_id`).toSorted();
  expect(await columnsLike('event_id')).toEqual(withIds);
});
