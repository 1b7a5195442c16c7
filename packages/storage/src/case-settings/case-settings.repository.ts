import type { CaseConfiguration, CaseSettings } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';

type Changed = { readonly by: string; readonly at: Date };

/** A row as it was saved last; its version counts from 1. */
type Saved = { readonly changedBy: string; readonly changedAt: Date; readonly version: number };

export type StoredCaseConfiguration = Saved & {
  readonly assessment: string;
  readonly configuration: CaseConfiguration;
};

export type StoredCaseSettings = Saved & { readonly settings: CaseSettings };

/** Configurations of a tree of environments, which stand in its root; assessments with the default have none. */
export const listCaseConfigurations = (
  trx: TenantTransaction,
  rootId: string,
): Promise<readonly StoredCaseConfiguration[]> =>
  trx
    .selectFrom('case_configuration')
    .select(['assessment', 'configuration', 'changed_by as changedBy', 'changed_at as changedAt', 'version'])
    .where('environment_id', '=', rootId)
    .orderBy('assessment')
    .execute();

export const saveCaseConfiguration = async (
  trx: TenantTransaction,
  tenantId: string,
  key: { readonly rootId: string; readonly assessment: string },
  configuration: CaseConfiguration,
  { by, at }: Changed,
): Promise<void> => {
  const content = { configuration: JSON.stringify(configuration), changed_by: by, changed_at: at };
  await trx
    .insertInto('case_configuration')
    .values({ tenant_id: tenantId, environment_id: key.rootId, assessment: key.assessment, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id', 'assessment'])
        .doUpdateSet((eb) => ({ ...content, version: eb('case_configuration.version', '+', 1) })),
    )
    .execute();
};

/** Whether one of some environments shows its agents as numbers. */
export const hidesAgentsInAny = async (trx: TenantTransaction, environmentIds: readonly string[]): Promise<boolean> =>
  (await trx
    .selectFrom('case_settings')
    .select('environment_id')
    .where('environment_id', 'in', environmentIds)
    .where('hides_agents', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** What an environment chose; undefined where it chose nothing. */
export const findCaseSettings = async (
  trx: TenantTransaction,
  environmentId: string,
): Promise<StoredCaseSettings | undefined> => {
  const row = await trx
    .selectFrom('case_settings')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  return (
    row && {
      settings: {
        holdMs: row.hold_ms,
        secondReview: { sharePercent: row.second_review_percent, limits: row.second_review_limits },
        hidesAgents: row.hides_agents,
        masksPersonal: row.masks_personal,
      },
      changedBy: row.changed_by,
      changedAt: row.changed_at,
      version: row.version,
    }
  );
};

/** Environments that chose to mask personal fields. */
export const listMaskingEnvironments = async (trx: TenantTransaction): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('case_settings')
    .select('environment_id')
    .where('masks_personal', '=', true)
    .execute();
  return rows.map(({ environment_id: id }) => id);
};

export const saveCaseSettings = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
  { holdMs, secondReview, hidesAgents, masksPersonal }: CaseSettings,
  { by, at }: Changed,
): Promise<void> => {
  const content = {
    hold_ms: holdMs,
    second_review_percent: secondReview.sharePercent,
    second_review_limits: JSON.stringify(secondReview.limits),
    hides_agents: hidesAgents,
    masks_personal: masksPersonal,
    changed_by: by,
    changed_at: at,
  };
  await trx
    .insertInto('case_settings')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('case_settings.version', '+', 1) })),
    )
    .execute();
};

/** A queue with the decision that its time-out takes. */
export type QueueDefault = {
  readonly id: string;
  readonly environmentId: string;
  readonly assessment: string;
  readonly name: string;
  readonly decision: string;
};

/** Queues of some environments with the decision that a time-out takes; locked where they are to be changed. */
export const listQueueDefaults = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  lock: boolean,
): Promise<readonly QueueDefault[]> => {
  const query = trx
    .selectFrom('case_queue')
    .select(['queue_id as id', 'environment_id as environmentId', 'assessment', 'name', 'default_decision as decision'])
    .where('environment_id', 'in', environmentIds)
    .orderBy('name_key');
  return (lock ? query.forUpdate() : query).execute();
};

/** Gives queues another default decision, and moves their versions on. */
export const changeQueueDefaults = async (
  trx: TenantTransaction,
  queueIds: readonly string[],
  decision: string,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .updateTable('case_queue')
    .set((eb) => ({ default_decision: decision, changed_by: by, changed_at: at, version: eb('version', '+', 1) }))
    .where('queue_id', 'in', queueIds)
    .execute();
};
