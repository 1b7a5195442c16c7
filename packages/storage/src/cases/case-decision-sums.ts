import {
  caseTimeHistogram,
  decisionTimes,
  sumHistograms,
  type CaseEntry,
  type CaseStanding,
  type CaseVerdict,
  type DecisionSource,
  type DecisionTimes,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';
import { isNotUndone } from './entry-conditions.ts';

/** What the entry of a decision keeps for the report: the queue it was decided in, and how long it took. */
export type DecisionFigures = DecisionTimes & { readonly queueId: Id };

type Change = {
  readonly key: CaseKey;
  readonly entry: CaseEntry;
  readonly before: CaseStanding;
  readonly after: CaseStanding;
};

/** A decision that counts, or one that is taken back: −1. */
type Counted = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: number;
  readonly atMs: number;
  readonly agentId: string;
  readonly agent: string;
  readonly source: DecisionSource;
  readonly verdict: CaseVerdict;
  readonly figures: DecisionFigures;
  readonly cases: 1 | -1;
};

/** Figures of what ends a case by a decision; undefined for everything else that happens to one. */
export const decisionFigures = ({ entry, before: { record }, after }: Change): DecisionFigures | undefined =>
  entry.verdict === null || after.record.outcome === null
    ? undefined
    : { queueId: record.queueId, ...decisionTimes(record, entry) };

const countedOf = (change: Change): readonly Counted[] => {
  const { key, entry, before } = change;
  const { tenantId, environmentId, kind } = key;
  const place = { tenantId, environmentId, kind };
  const { action, verdict, atMs, actorId, actor, source } = entry;
  const figures = decisionFigures(change);
  if (verdict !== null && figures !== undefined) {
    const by = { agentId: actorId, agent: actor, source: source as DecisionSource };
    return [{ ...place, ...by, atMs, verdict, figures, cases: 1 }];
  }
  const { outcome } = before.record;
  if (action.kind !== 'undo' || outcome === null || before.verdict === null) return [];
  const { byId, by, source: decidedThrough, ...undone } = before.verdict;
  const { lease } = action;
  const decided = { actorId: byId, atMs: outcome.atMs };
  const times = decisionTimes({ settlesAtMs: before.record.settlesAtMs, lease }, decided);
  return [
    {
      ...place,
      agentId: byId,
      agent: by,
      source: decidedThrough,
      atMs: outcome.atMs,
      verdict: undone,
      figures: { queueId: before.record.queueId, ...times },
      cases: -1,
    },
  ];
};

/** Each decision is in a sum of its hour and in one of its day, of UTC. */
const STEP_MS = { hour: HOUR_MS, day: DAY_MS } as const;
type Step = keyof typeof STEP_MS;

const keyOf = ({ tenantId, environmentId, kind, atMs, agentId, source, verdict, figures }: Counted, step: Step) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  [step]: new Date(Math.floor(atMs / STEP_MS[step]) * STEP_MS[step]).toISOString(),
  kind,
  queue_id: figures.queueId,
  agent_id: source === 'TimeOut' ? '' : agentId,
  source,
  decision: verdict.decision,
  case_action: verdict.caseAction,
  reason: verdict.reason,
});

const signed = (histogram: readonly number[], cases: 1 | -1): readonly number[] =>
  histogram.map((count) => count * cases);

/** The hour of the day that a decision counts in, as a histogram. */
const hourOfDay = ({ atMs, cases }: Counted): readonly number[] => {
  const hour = Math.floor((atMs % DAY_MS) / HOUR_MS);
  return Array.from({ length: hour + 1 }, (_, each) => (each === hour ? cases : 0));
};

const addToSums = async (trx: TenantTransaction, counted: readonly Counted[], step: Step): Promise<void> => {
  const isDay = step === 'day';
  const cells = Map.groupBy(counted, (each) => JSON.stringify(keyOf(each, step)));
  // In one order for all transactions, so that none waits for another that waits for it.
  const rows = [...cells]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      const histogramOf = (time: (figures: DecisionFigures) => number | null): readonly number[] =>
        sumHistograms(same.map(({ figures, cases }) => signed(caseTimeHistogram(time(figures)), cases)));
      return [
        {
          ...keyOf(first, step),
          agent: first.source === 'TimeOut' ? '' : first.agent,
          cases: same.reduce((sum, { cases }) => sum + cases, 0),
          waited: histogramOf(({ waitedMs }) => waitedMs),
          handled: histogramOf(({ handledMs }) => handledMs),
          ...(isDay && { hours: sumHistograms(same.map(hourOfDay)) }),
        },
      ];
    });
  const table = sql.table(`case_decision_${step}`);
  const start = sql.ref(step);
  await sql`
    insert into ${table} as h (tenant_id, environment_id, ${start}, kind, queue_id, agent_id, source, decision,
        case_action, reason, agent, cases, waited, handled ${isDay ? sql`, hours` : sql``})
    select x.tenant_id, x.environment_id, x.${start}, x.kind, x.queue_id, x.agent_id, x.source, x.decision,
        x.case_action, x.reason, x.agent, x.cases, x.waited, x.handled ${isDay ? sql`, x.hours` : sql``}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) as x
    on conflict (tenant_id, environment_id, ${start}, kind, queue_id, agent_id, source, decision, case_action, reason)
      do update set agent = excluded.agent, cases = h.cases + excluded.cases,
        waited = add_histograms(h.waited, excluded.waited), handled = add_histograms(h.handled, excluded.handled)
        ${isDay ? sql`, hours = add_histograms(h.hours, excluded.hours)` : sql``}`.execute(trx);
};

const addUp = async (trx: TenantTransaction, counted: readonly Counted[]): Promise<void> => {
  if (counted.length === 0) return;
  await addToSums(trx, counted, 'hour');
  await addToSums(trx, counted, 'day');
};

/** Adds what was decided, and takes off what was undone, in the transaction that writes the entries. */
export const sumDecisions = (trx: TenantTransaction, changes: readonly Change[]): Promise<void> =>
  addUp(trx, changes.flatMap(countedOf));

/** Entries that are read at once. */
const PAGE = 5000;

type EntryRow = {
  readonly tenantId: Id;
  readonly kind: number;
  readonly eventId: string;
  readonly number: number;
  readonly at: Date;
  readonly agentId: string;
  readonly agent: string;
  readonly source: DecisionSource;
  readonly verdict: CaseVerdict;
  readonly figures: DecisionFigures;
};

/** Sums the decisions of an environment anew from its entries; what is decided meanwhile waits. */
export const rebuildDecisionSums = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  // In the order in which decisions write them.
  await sql`lock table case_decision_hour, case_decision_day in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('case_decision_hour').where('environment_id', '=', environmentId).execute();
  await trx.deleteFrom('case_decision_day').where('environment_id', '=', environmentId).execute();
  let after: Pick<EntryRow, 'kind' | 'eventId' | 'number'> = { kind: -1, eventId: '', number: 0 };
  for (;;) {
    const { kind, eventId, number } = after;
    // oxlint-disable-next-line eslint/no-await-in-loop -- page after page
    const { rows } = await sql<EntryRow>`
      select tenant_id as "tenantId", kind, event_id as "eventId", number, at, actor_id as "agentId", actor as agent, source,
             body -> 'verdict' as verdict, body -> 'figures' as figures
        from case_entry e
       where environment_id = ${environmentId} and action in ('decide', 'timeOut')
         and (kind, event_id, number) > (${kind}, ${eventId}, ${number})
         and ${isNotUndone('e')}
       order by kind, event_id, number limit ${PAGE}`.execute(trx);
    const counted = rows.map(({ at, ...row }): Counted => ({ ...row, environmentId, atMs: at.getTime(), cases: 1 }));
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await addUp(trx, counted);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
};
