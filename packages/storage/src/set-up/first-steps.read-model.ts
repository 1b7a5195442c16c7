import type { TenantTransaction } from '../database/database.ts';

/** What a tenant has done since it was set up. */
export type TakenSteps = {
  /** Whether an application exists. */
  readonly hasApplication: boolean;
  /** Whether a second person or a group holds a role. */
  readonly hasPeople: boolean;
  /** Whether a rule other than those that come with an environment was published. */
  readonly hasRule: boolean;
  /** Whether an event was taken in. */
  readonly hasEvent: boolean;
};

/** @param ownRule name of the rule that comes with each environment and is not counted. */
export const readTakenSteps = async (trx: TenantTransaction, ownRule: string): Promise<TakenSteps> => {
  const application = await trx.selectFrom('application').select('client_id').limit(1).executeTakeFirst();
  const holders = await trx.selectFrom('role_assignment').select('user_id').distinct().limit(2).execute();
  const rule = await trx
    .selectFrom('rule')
    .select('rule_id')
    .where('published_version', 'is not', null)
    .where('name', '!=', ownRule)
    .limit(1)
    .executeTakeFirst();
  const event = await trx.selectFrom('event_search').select('event_id').limit(1).executeTakeFirst();
  return {
    hasApplication: application !== undefined,
    hasPeople: holders.length > 1,
    hasRule: rule !== undefined,
    hasEvent: event !== undefined,
  };
};
