import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, DEFAULT_UNDO_WINDOW_MS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import {
  insertApplication,
  resetProjection,
  PROJECTORS,
  setEnvironmentStatus,
  startProjectors,
} from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayEverywhere } from '../events/replay-event.query.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { putSubjectApproval, submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';
import { workOff } from '../testing/jobs.ts';
import { createPurges } from './purge-environments.ts';

const test = useDatabase();
/** A configuration through every command: a busy machine takes its time. */
const WHOLE_MS = 120_000;
/** What is told of an environment that is gone, and what is counted of it. */
const KEPT = [
  'audit_entry',
  'environment',
  'job',
  'report_day',
  'report_dimension_day',
  'report_figure',
  'report_hit_day',
  'report_chargeback_day',
  'report_hour',
  'report_label_day',
  'report_observation_day',
  'report_overlap_day',
  'report_total_hour',
  'rollup_minute',
  'rollup_quarter',
  'rollup_value_minute',
  'rollup_value_quarter',
  'rule_hit_minute',
  'storage_day',
  'usage_hour',
  'usage_upload',
];
const ONLY_THERE = 'said nowhere else';
let scene: Scene;
let merchant: Merchant;
const keys = createSubjectKeys(INSTALLATION_KEY);

const bring = async (environment: string, note: string): Promise<void> => {
  const texts = Object.entries(WHOLE_CONFIGURATION).map(([path, text]) => [
    path,
    text.replace('RETURN Review("BUSY")', `RETURN Review("${note}")`),
  ]);
  const files = Object.fromEntries(texts) as Readonly<Record<string, string>>;
  const { problems } = await importFiles(scene.contextIn(environment), files, { calls: merchant.calls });
  expect(problems).toEqual([]);
  await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId: `${environment}-1` });
  const label = { labelObjectType: 'Purchase', labelObjectId: `${environment}-1`, labelState: 'Fraud' };
  const _metadata = { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:00:00Z' };
  await merchant.send(environment, 'label', {
    ...label,
    labelSource: 'CustomerEscalation',
    eventTimeStamp: '2026-03-14T10:00:00Z',
    _metadata,
  });
};

beforeAll(async () => {
  scene = await createScene(test.database, { Stays: {}, Gone: {} });
  merchant = await createMerchant(test.database, scene);
  await bring('Stays', 'BUSY');
  await bring('Gone', ONLY_THERE);
  const context = scene.contextIn('Gone');
  await putSubjectApproval(context, { required: true });
  const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: 'somebody' };
  await submitSubjectRequest(context, keys, { ...subject, type: 'Export' });
  await test.database.inTenant(scene.tenantId, async (trx) => {
    const grants = ['Stays', 'Gone'].map((name) => ({ environmentId: scene.idOf(name), roles: ['Risk_API'] as const }));
    const at = new Date(scene.clock.now());
    const credential = { kind: 'Secret', value: '', hint: '', notBefore: at, notAfter: null } as const;
    const application = { clientId: newId(), displayName: 'Two shops', grants, credential };
    await insertApplication(trx, scene.tenantId, application, { by: 'test', at });
    const purgeAt = new Date(scene.clock.now() + DEFAULT_UNDO_WINDOW_MS);
    const next = { status: 'SoftDeleting', reason: null, deletion: { deletedAt: at, purgeAt } } as const;
    await setEnvironmentStatus(trx, scene.idOf('Gone'), next, { by: 'test', at });
  });
}, WHOLE_MS);
afterAll(() => merchant.close());

const purge = (clock = scene.clock) => workOff({ database: test.database, clock }, createPurges(test.database, clock));

type Row = { readonly name: string; readonly content: string };

/** Every row of every table as text. */
const allRows = async (): Promise<readonly Row[]> => {
  const tables = await test.asAdmin<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  return test.asAdmin<Row>(
    tables
      .map(({ name }) => `select '${name}' as name, to_jsonb(t)::text as content from ${name} t`)
      .join(' union all '),
  );
};
const tablesSaying = async (text: string): Promise<string[]> =>
  [...new Set((await allRows()).filter(({ content }) => content.includes(text)).map(({ name }) => name))].toSorted();
const statusOf = async (id: Id) =>
  (await test.asAdmin<{ status: string }>('select status from environment where environment_id = $1', [id]))[0]?.status;

describe('a deleted environment', { timeout: WHOLE_MS }, () => {
  it('is whole for as long as its deletion can be undone', async () => {
    scene.clock.advance(14 * DAY_MS - 1);
    const before = await allRows();
    await purge();
    expect(await allRows()).toEqual(before);
    expect((await tablesSaying(scene.idOf('Gone'))).length).toBeGreaterThan(25);
  });

  it('leaves no row in any table after that, but counts, sums and the activity log', async () => {
    const gone = scene.idOf('Gone');
    const sums = () =>
      test.asAdmin('select * from rollup_minute where environment_id = $1 order by 1, 2, 3, 4, 5', [gone]);
    const others = async () =>
      (await allRows()).filter(
        ({ name, content }) => content.includes(scene.idOf('Stays')) && !content.includes(gone) && !KEPT.includes(name),
      );
    const [summed, kept] = [await sums(), await others()];
    scene.clock.advance(1);
    await purge();
    expect(await statusOf(gone)).toBe('Deleted');
    expect((await tablesSaying(gone)).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect((await tablesSaying(ONLY_THERE)).filter((table) => table !== 'audit_entry')).toEqual([]);
    expect(await sums()).toEqual(summed);
    expect(await others()).toEqual(expect.arrayContaining(kept));
    expect((await scene.activities()).slice(-2)).toEqual(['Update Environment Gone', 'Delete Environment Gone']);
    const replayed = await replayEverywhere(test.database, 'Stays-1', scene.idOf('Stays'), undefined, keys.hashEventId);
    expect(replayed).toMatchObject([{ difference: null }]);
  });

  it('comes back neither by a second purge nor by a rebuild of what is read from the log', async () => {
    const before = await allRows();
    await purge();
    expect(await allRows()).toEqual(before);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    const projectors = startProjectors(test.database);
    await projectors.caughtUp();
    await projectors.close();
    expect((await tablesSaying(scene.idOf('Gone'))).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect(await tablesSaying('Stays-1')).toContain('event_search');
  });

  it('is left alone where its deletion was not requested, whatever its status says', async () => {
    const other = await createScene(test.database, { Odd: { status: 'Deleting' }, Stuck: { status: 'DeleteFailed' } });
    await purge();
    expect([await statusOf(other.idOf('Odd')), await statusOf(other.idOf('Stuck'))]).toEqual([
      'Deleting',
      'DeleteFailed',
    ]);
  });

  it('waits after a failure, says so once, and is tried again', async () => {
    const other = await createScene(test.database, { Root: {}, Held: {} });
    const at = new Date(other.clock.now());
    await test.database.inTenant(other.tenantId, (trx) =>
      setEnvironmentStatus(
        trx,
        other.idOf('Held'),
        { status: 'SoftDeleting', reason: null, deletion: { deletedAt: at, purgeAt: new Date(at.getTime() + 1) } },
        { by: 'test', at },
      ),
    );
    await test.asAdmin(`create table held (tenant_id uuid, environment_id uuid, id int primary key);
      create table holding (id int references held); insert into holding select null where false`);
    await test.asAdmin('insert into held values ($1, $2, 1)', [other.tenantId, other.idOf('Held')]);
    await test.asAdmin('alter table held owner to redoubt_owner');
    await test.asAdmin('alter table holding owner to redoubt_owner');
    await test.asAdmin('insert into holding values (1)');
    other.clock.advance(1);
    const attempt = () => purge(other.clock);
    await attempt();
    expect(await statusOf(other.idOf('Held'))).toBe('DeleteFailed');
    await test.asAdmin('delete from holding');
    await attempt();
    expect(await statusOf(other.idOf('Held'))).toBe('DeleteFailed');
    other.clock.advance(60_000);
    await attempt();
    expect(await noticesOf(other)).toMatchObject([
      {
        code: 'ENVIRONMENT-DELETE-FAILED',
        severity: 'Warning',
        params: { name: 'Held', reason: expect.stringContaining('tried again') },
        link: `/environments?open=${other.idOf('Held')}`,
      },
    ]);
    expect(await statusOf(other.idOf('Held'))).toBe('Deleted');
    await test.asAdmin('drop table holding; drop table held');
  });
});

describe('every table', () => {
  it('names its environment, goes with a row that does, or is the whole tenant’s', async () => {
    const tables = await test.asAdmin<{ name: string; named: boolean; owners: string[] }>(`
      select c.relname as name,
             exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'environment_id') as named,
             array(select f.confrelid::regclass::text from pg_constraint f
                    where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c') as owners
        from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`);
    const byName = new Map(tables.map((table) => [table.name, table]));
    const goes = (name: string): boolean => {
      const table = byName.get(name);
      return table !== undefined && (table.named || table.owners.some(goes));
    };
    expect(
      tables
        .filter(({ name }) => !goes(name))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'access_group',
      'access_group_member',
      'access_head',
      'application',
      'application_credential',
      'attestation',
      'attestation_decision',
      'audit_floor',
      'audit_head',
      'audit_link',
      'case_entry_head',
      'notice_quiet_hours',
      'notice_subscription',
      'notice_webhook',
      'person',
      'person_cut_off',
      'person_session',
      'personal_token',
      'plan_head',
      'plan_unit',
      'provisioned_person',
      'provisioning_token',
      'reference_format',
      'report_value',
      'scim_call',
      'search_index',
      'tenant',
      'usage_prices',
      'used_assertion',
      'user_settings',
    ]);
  });
});
