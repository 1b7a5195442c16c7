import { sql } from 'kysely';
import pg from 'pg';
import type { Database, TenantTransaction } from './database.ts';

/** Channel on which nodes hear that a tenant's plan changed; the payload is the tenant id. */
const CHANNEL = 'redoubt_plan';

/**
 * Moves a tenant's plan on by one version, inside the transaction that changed what the plan is made of. Nodes hear of
 * it when that transaction commits. The row lock makes writers of one tenant take turns.
 */
export const advancePlanHead = async (trx: TenantTransaction, tenantId: string, at: Date): Promise<number> => {
  const head = await trx
    .insertInto('plan_head')
    .values({ tenant_id: tenantId, version: 1, changed_at: at })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ version: sql`plan_head.version + 1`, changed_at: at }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${CHANNEL}, ${tenantId})`.execute(trx);
  return head.version;
};

export type PlanHead = { readonly tenantId: string; readonly version: number };

/** The newest plan version of every tenant. */
export const readPlanHeads = async (database: Database): Promise<readonly PlanHead[]> => {
  const { rows } = await database.pools.ingest.query<PlanHead>(
    'select tenant_id as "tenantId", version from plan_head',
  );
  return rows;
};

type PlanWatch = {
  /** Resolves once every change that was committed before has been announced, or could not be. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Calls `onChange` for every plan head that is new or moved on: at once through LISTEN, and at the latest after `pollMs`
 * where a notification was lost with its connection. Calls never overlap; a failing one is repeated at the next poll and
 * keeps no other tenant waiting.
 */
export const watchPlanHeads = (
  database: Database,
  options: { readonly pollMs: number; readonly onChange: (head: PlanHead) => Promise<void> },
): PlanWatch => {
  const seen = new Map<string, number>();
  let client: pg.Client | undefined;
  let closed = false;
  let running: Promise<void> | undefined;
  let again = false;

  const check = async (): Promise<void> => {
    for (const head of await readPlanHeads(database)) {
      if (closed || (seen.get(head.tenantId) ?? 0) >= head.version) continue;
      try {
        await options.onChange(head);
        seen.set(head.tenantId, head.version);
      } catch (error) {
        database.log.warn({ err: error, ...head }, 'the plans of a tenant could not be loaded; trying again');
      }
    }
  };
  const drain = async (): Promise<void> => {
    do {
      again = false;
      await check();
    } while (again && !closed);
  };
  const run = (): void => {
    again = true;
    running ??= drain()
      .catch((error: unknown) => database.log.warn({ err: error }, 'plan heads could not be read; trying again'))
      .finally(() => {
        running = undefined;
      });
  };
  const listen = async (): Promise<void> => {
    const fresh = new pg.Client(database.ingestConfig);
    const drop = (): void => {
      if (client === fresh) client = undefined;
    };
    fresh.on('error', drop);
    fresh.on('end', drop);
    fresh.on('notification', run);
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch {
      drop();
      await fresh.end().catch(() => undefined);
    }
  };
  const tick = (): void => {
    if (client === undefined) void listen();
    run();
  };
  const timer = setInterval(tick, options.pollMs);
  timer.unref();
  tick();
  return {
    caughtUp: async () => {
      do {
        run();
        await running;
        // A round that was already ending has not looked again.
      } while (again && !closed);
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
      await client?.end().catch(() => undefined);
    },
  };
};
