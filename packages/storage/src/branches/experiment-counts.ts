import type { Decision } from '@redoubt/domain';
import { flushPeriodically, type Id, MINUTE_MS } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import { amountUnits } from '../projections/amounts.ts';

/** What decided, as an experiment counts it. */
export type CountedVerdict = { readonly decision: Decision; readonly rule: string; readonly clause: string };

/** One event as production and a branch decided it. */
export type ComparedEvent = {
  readonly tenantId: Id;
  readonly experimentId: Id;
  readonly environmentId: Id;
  readonly eventId: string;
  readonly receivedAtMs: number;
  readonly production: CountedVerdict;
  readonly branch: CountedVerdict;
  readonly amount: number | null;
  readonly currency: string | null;
};

/** An event of an experiment that was not compared: left out because the node was busy, or the branch could not be run. */
type MissedEvent = Pick<ComparedEvent, 'tenantId' | 'experimentId'> & { readonly why: 'skipped' | 'failed' };

export type ExperimentCounts = {
  /** Never waits and never throws. */
  readonly compared: (event: ComparedEvent) => void;
  readonly missed: (event: MissedEvent) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const FLUSH_MS = 2000;
/** Into how long parts time is divided. */
const SLOT_MS = 5 * MINUTE_MS;
/** Events kept of each pair of decisions that differ, so that labels which come later can be counted. */
const DIFFERENCES_KEPT = 2000;
/** Writes after which older ones are looked for. */
const PRUNED_EVERY = 30;
/** Counters held while the database is away; an experiment has some dozen. */
const MAX_COUNTERS = 20_000;

type Counter = { readonly row: Readonly<Record<string, unknown>>; events: number; units: number };

/** What was counted since the last write. */
class Counters {
  readonly slots = new Map<string, Counter>();
  readonly pairs = new Map<string, Counter>();
  readonly missed = new Map<string, { readonly tenantId: Id; readonly row: Record<string, unknown> }>();
  readonly differences = new Map<string, [ComparedEvent, ...ComparedEvent[]]>();
  readonly tenantIds = new Set<Id>();

  add(event: ComparedEvent): void {
    const { tenantId, experimentId, production, branch, receivedAtMs } = event;
    this.tenantIds.add(tenantId);
    const outcomes = {
      tenant_id: tenantId,
      experiment_id: experimentId,
      production_decision: production.decision,
      branch_decision: branch.decision,
    };
    const slot = new Date(Math.floor(receivedAtMs / SLOT_MS) * SLOT_MS).toISOString();
    this.#count(this.slots, { ...outcomes, slot }, 0);
    const currency = event.currency ?? '';
    this.#count(this.pairs, { ...outcomes, ...clausesOf(event), currency }, amountUnits(event.amount) ?? 0);
    if (production.decision === branch.decision) return;
    const place = `${experimentId} ${production.decision} ${branch.decision}`;
    const known = this.differences.get(place);
    if (known === undefined) this.differences.set(place, [event]);
    else if (known.length < DIFFERENCES_KEPT) known.push(event);
  }

  miss({ tenantId, experimentId, why }: MissedEvent): void {
    this.tenantIds.add(tenantId);
    const known = this.missed.get(experimentId)?.row ?? { experiment_id: experimentId, skipped: 0, failed: 0 };
    known[why] = Number(known[why]) + 1;
    this.missed.set(experimentId, { tenantId, row: known });
  }

  #count(counters: Map<string, Counter>, row: Counter['row'], units: number): void {
    const key = Object.values(row).join('\0');
    const known = counters.get(key);
    if (known !== undefined) {
      known.events += 1;
      known.units += units;
    } else if (counters.size < MAX_COUNTERS) counters.set(key, { row, events: 1, units });
  }
}

const clausesOf = ({ production, branch }: ComparedEvent) => ({
  production_rule: production.rule,
  production_clause: production.clause,
  branch_rule: branch.rule,
  branch_clause: branch.clause,
});

const rowsOf = (counters: ReadonlyMap<string, Counter>) =>
  JSON.stringify([...counters.values()].map(({ row, events, units }) => ({ ...row, events, amount_units: units })));

/** A branch that is gone has taken its experiments along: what was counted for it since then is dropped. */
const KNOWN =
  'where exists (select 1 from experiment e where e.tenant_id = x.tenant_id and e.experiment_id = x.experiment_id)';

const SLOTS = `insert into experiment_slot as known
    (tenant_id, experiment_id, production_decision, branch_decision, slot, events)
  select tenant_id, experiment_id, production_decision, branch_decision, slot, events
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, experiment_id uuid, production_decision text,
      branch_decision text, slot timestamptz, events bigint)
    ${KNOWN} order by 1, 2, 5, 3, 4
  on conflict (tenant_id, experiment_id, slot, production_decision, branch_decision)
    do update set events = known.events + excluded.events`;

const PAIR_KEY = `tenant_id, experiment_id, production_decision, branch_decision, production_rule, production_clause,
  branch_rule, branch_clause, currency`;

const PAIRS = `insert into experiment_pair as known (${PAIR_KEY}, events, amount_units)
  select ${PAIR_KEY}, events, amount_units
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, experiment_id uuid, production_decision text,
      branch_decision text, production_rule text, production_clause text, branch_rule text, branch_clause text,
      currency text, events bigint, amount_units numeric)
    ${KNOWN} order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (${PAIR_KEY}) do update set
    events = known.events + excluded.events, amount_units = known.amount_units + excluded.amount_units`;

const MISSED = `update experiment e set skipped = e.skipped + x.skipped, failed = e.failed + x.failed
  from jsonb_to_recordset($1::jsonb) as x(experiment_id uuid, skipped bigint, failed bigint)
 where e.experiment_id = x.experiment_id`;

const DIFFERENCES = `insert into experiment_difference (tenant_id, experiment_id, environment_id, event_id, received_at,
    production_decision, branch_decision, production_rule, production_clause, branch_rule, branch_clause, currency,
    amount_units)
  select tenant_id, experiment_id, environment_id, event_id, received_at, production_decision, branch_decision,
      production_rule, production_clause, branch_rule, branch_clause, currency, amount_units
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, experiment_id uuid, environment_id uuid, event_id text,
      received_at timestamptz, production_decision text, branch_decision text, production_rule text,
      production_clause text, branch_rule text, branch_clause text, currency text, amount_units numeric)
    ${KNOWN} order by 1, 2, 3, 4
  on conflict do nothing`;

const OLDER_DIFFERENCES = `delete from experiment_difference known using (
    select tenant_id, experiment_id, environment_id, event_id, row_number() over (
        partition by tenant_id, experiment_id, production_decision, branch_decision
        order by received_at desc, event_id) as place
      from experiment_difference where experiment_id = any($1::uuid[])) ranked
  where known.tenant_id = ranked.tenant_id and known.experiment_id = ranked.experiment_id
    and known.environment_id = ranked.environment_id and known.event_id = ranked.event_id
    and ranked.place > ${DIFFERENCES_KEPT}`;

const differenceRow = (event: ComparedEvent) => ({
  tenant_id: event.tenantId,
  experiment_id: event.experimentId,
  environment_id: event.environmentId,
  event_id: event.eventId,
  received_at: new Date(event.receivedAtMs).toISOString(),
  production_decision: event.production.decision,
  branch_decision: event.branch.decision,
  ...clausesOf(event),
  currency: event.currency ?? '',
  amount_units: amountUnits(event.amount),
});

/** @param differs experiments whose older differences are forgotten. */
const writeCounters = async (client: pg.PoolClient, counted: Counters, differs: ReadonlySet<Id>): Promise<void> => {
  if (counted.slots.size > 0) {
    await client.query(SLOTS, [rowsOf(counted.slots)]);
    await client.query(PAIRS, [rowsOf(counted.pairs)]);
  }
  if (counted.missed.size > 0) {
    await client.query(MISSED, [JSON.stringify([...counted.missed.values()].map(({ row }) => row))]);
  }
  const differences = [...counted.differences.values()].flat();
  if (differences.length > 0) {
    await client.query(DIFFERENCES, [JSON.stringify(differences.map(differenceRow))]);
  }
  if (differs.size > 0) await client.query(OLDER_DIFFERENCES, [[...differs]]);
};

/**
 * Counts what experiments find in memory and adds it to the database in batches. A crash, or a database that is away,
 * loses what was counted since the last batch: nothing of it decides anything.
 */
export const createExperimentCounts = (
  database: Database,
  options: { readonly flushMs?: number } = {},
): ExperimentCounts => {
  let counters = new Counters();
  let writes = 0;
  const differs = new Set<Id>();

  const write = async (): Promise<void> => {
    const taken = counters;
    if (taken.tenantIds.size === 0) return;
    counters = new Counters();
    try {
      for (const [{ experimentId }] of taken.differences.values()) differs.add(experimentId);
      writes += 1;
      const pruned = writes % PRUNED_EVERY === 0 ? differs : new Set<Id>();
      await asIngest(database.pools.ingest, [...taken.tenantIds], (client) => writeCounters(client, taken, pruned));
      if (pruned === differs) differs.clear();
    } catch (error) {
      database.log.warn({ err: error }, 'events of experiments could not be counted');
    }
  };

  return {
    compared: (event) => counters.add(event),
    missed: (event) => counters.miss(event),
    ...flushPeriodically(write, options.flushMs ?? FLUSH_MS),
  };
};
