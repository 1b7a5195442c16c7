import { newId } from '@redoubt/kernel';
import { fillEmptyTables, useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';

const test = useDatabase();
const place = { tenantId: newId(), environmentId: newId() };

it('a job goes with the thing that it is about', async () => {
  const things = [
    'tenant',
    'environment',
    'velocity_set',
    'velocity_backfill',
    'backtest',
    'rule_pruning',
    'subject_request',
  ];
  await fillEmptyTables(test.asAdmin, things, place);
  await test.asAdmin(
    `insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, asked_by, asked_at)
       select $1, kind, id, $2, 'N', 'done', now(), 'x', now()
         from (select 'velocityBackfill' as kind, backfill_id as id from velocity_backfill
               union all select 'backtest', backtest_id from backtest
               union all select 'rulePruning', pruning_id from rule_pruning
               union all select 'subjectRequest', request_id from subject_request
               union all select 'searchFill', gen_random_uuid()) thing`,
    [place.tenantId, place.environmentId],
  );
  await test.asAdmin('delete from velocity_set');
  await test.asAdmin('delete from backtest');
  await test.asAdmin('delete from rule_pruning');
  await test.asAdmin('delete from subject_request');
  expect(await test.asAdmin('select kind from job')).toEqual([{ kind: 'searchFill' }]);
});
