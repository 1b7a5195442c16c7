import type { DefinedAssessment } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  readTracedActivity,
  readTracedCases,
  readTracedEvent,
  readTracedEvents,
  readTraceHeads,
  type Database,
  type StoredTraceSubscription,
  type TenantTransaction,
  type TracePlace,
  type TracePositions,
} from '@redoubt/storage';
import type { TraceMessage } from '../trace-targets/trace-target.ts';
import {
  candidatesOfActivity,
  candidatesOfCase,
  candidatesOfEvent,
  type TraceCandidate,
  type TraceScope,
} from './trace-envelopes.ts';
import type { TraceView } from './trace-texts.ts';

/** About how many events, entries of the activity log, or things that happened to cases go at once. */
const MOST_AT_ONCE = 250;
/** How long the tree of environments and the names of assessments are taken as they were read. */
const OUTLINE_KEPT_MS = 5000;

/** A message with what is needed to set it aside. */
export type TracedMessage = TraceMessage & { readonly place: TracePlace; readonly atMs: number };

/** What goes at once, and where that leads. */
export type TraceBatch = {
  readonly messages: readonly TracedMessage[];
  readonly positions: TracePositions;
  /** Whether anything was passed. */
  readonly hasMoved: boolean;
};

/** What surrounds the subscriptions of a tenant: it changes seldom. */
type TenantOutline = {
  readonly readAtMs: number;
  readonly assessments: readonly DefinedAssessment[];
  /** Each environment with all those below it. */
  readonly below: ReadonlyMap<Id, ReadonlySet<Id>>;
  readonly roots: ReadonlySet<Id>;
};

export type TraceReader = {
  readonly next: (tenantId: Id, subscription: StoredTraceSubscription, view: TraceView) => Promise<TraceBatch>;
  /** What stands at one place now; empty where it is gone, or not sent any more. */
  readonly at: (
    tenantId: Id,
    subscription: StoredTraceSubscription,
    view: TraceView,
    place: TracePlace,
  ) => Promise<readonly TracedMessage[]>;
};

const messagesOf = (candidates: readonly TraceCandidate[], view: TraceView): TracedMessage[] =>
  candidates.flatMap(({ id, source, position, part, name, key, atMs, envelope }) => {
    const seen = view(envelope, atMs);
    if (seen === null) return [];
    return [{ id, key, name, body: JSON.stringify(seen), place: { source, position, part }, atMs }];
  });

/** Reads what subscriptions send, from wherever it is stored. @param monotonicMs a clock that never jumps */
export const createTraceReader = (database: Database, monotonicMs: () => number): TraceReader => {
  const known = new Map<Id, TenantOutline>();

  const readOutline = async (tenantId: Id): Promise<TenantOutline> => {
    const kept = known.get(tenantId);
    if (kept && monotonicMs() - kept.readAtMs < OUTLINE_KEPT_MS) return kept;
    const outline = await database.readTenant(tenantId, async (trx) => {
      const environments = await listEnvironments(trx);
      const parents = new Map(environments.map(({ id, parentId }) => [id, parentId]));
      const below = new Map<Id, Set<Id>>();
      for (const { id } of environments) {
        for (let at: Id | null | undefined = id; at; at = parents.get(at)) {
          const members = below.get(at) ?? new Set<Id>();
          below.set(at, members.add(id));
        }
      }
      const roots = new Set(environments.filter(({ parentId }) => parentId === null).map(({ id }) => id));
      return { readAtMs: monotonicMs(), assessments: await listAssessments(trx), below, roots };
    });
    known.set(tenantId, outline);
    return outline;
  };

  const scopeOf = (
    tenantId: Id,
    { events, masked }: StoredTraceSubscription,
    { assessments }: TenantOutline,
  ): TraceScope => ({
    tenantId,
    events: new Set(events),
    masked,
    assessments,
  });

  /** What concerns the whole tenant is sent from its roots. */
  const concerns = (
    { environmentId }: StoredTraceSubscription,
    { below, roots }: TenantOutline,
    of: { readonly environmentId: Id | null },
  ): boolean =>
    of.environmentId === null
      ? roots.has(environmentId)
      : (below.get(environmentId) ?? new Set([environmentId])).has(of.environmentId);

  /** Entries of one source after a place, as what they can be sent as, and the place of the last one. */
  const entriesAfter =
    <Entry extends { readonly position: number; readonly environmentId: Id | null }>(
      readEntries: (trx: TenantTransaction, tenantId: Id, after: number, most: number) => Promise<readonly Entry[]>,
      candidatesOf: (scope: TraceScope, entry: Entry) => readonly TraceCandidate[],
    ) =>
    async (
      tenantId: Id,
      subscription: StoredTraceSubscription,
      outline: TenantOutline,
      after: number,
      most: number,
    ) => {
      const entries = await database.inTenant(tenantId, (trx) => readEntries(trx, tenantId, after, most));
      const scope = scopeOf(tenantId, subscription, outline);
      const own = entries.filter((entry) => concerns(subscription, outline, entry));
      return { candidates: own.flatMap((entry) => candidatesOf(scope, entry)), last: entries.at(-1)?.position };
    };
  const activityAfter = entriesAfter(
    (trx, _tenantId, after, most) => readTracedActivity(trx, after, most),
    candidatesOfActivity,
  );
  const casesAfter = entriesAfter(readTracedCases, candidatesOfCase);

  return {
    next: async (tenantId, subscription, view) => {
      const outline = await readOutline(tenantId);
      const { positions, environmentId } = subscription;
      const heads = await database.inTenant(tenantId, readTraceHeads);
      const environmentIds = outline.below.get(environmentId) ?? new Set([environmentId]);
      const log = await readTracedEvents(database, { tenantId, environmentIds }, positions.log, MOST_AT_ONCE);
      const scope = scopeOf(tenantId, subscription, outline);
      const ofLog = log.events.flatMap((event) => candidatesOfEvent(scope, event));
      const none = { candidates: [], last: undefined };
      const activity =
        heads.activity > positions.activity
          ? await activityAfter(tenantId, subscription, outline, positions.activity, MOST_AT_ONCE)
          : none;
      const cases =
        heads.case > positions.case
          ? await casesAfter(tenantId, subscription, outline, positions.case, MOST_AT_ONCE)
          : none;
      const reached: TracePositions = {
        log: log.reached,
        // Nothing after it is there any more: what stood at the end was erased.
        activity: activity.last ?? Math.max(heads.activity, positions.activity),
        case: cases.last ?? Math.max(heads.case, positions.case),
      };
      const hasMoved =
        reached.log > positions.log || reached.activity > positions.activity || reached.case > positions.case;
      const candidates = [...ofLog, ...activity.candidates, ...cases.candidates];
      return { messages: messagesOf(candidates, view), positions: reached, hasMoved };
    },
    at: async (tenantId, subscription, view, { source, position, part }) => {
      const outline = await readOutline(tenantId);
      const before = position - 1;
      let candidates: readonly TraceCandidate[] = [];
      if (source === 'log') {
        const event = await readTracedEvent(database, tenantId, position);
        const isHere = event !== undefined && concerns(subscription, outline, event);
        candidates = isHere ? candidatesOfEvent(scopeOf(tenantId, subscription, outline), event) : [];
      } else {
        const read = source === 'activity' ? activityAfter : casesAfter;
        ({ candidates } = await read(tenantId, subscription, outline, before, 1));
      }
      const wanted = candidates.filter((each) => each.position === position && each.part === part);
      return messagesOf(wanted, view);
    },
  };
};
