import type {
  AlertHistory,
  AlertPreview,
  AlertRow,
  Alerts,
  previewAlert as previewEndpoint,
  QueryOf,
} from '@redoubt/contracts';
import { ALERT_FIGURE_FACTS, allows, fail, firingsOf, MAX_ALERTS, type AlertPoint } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import {
  findAlert,
  listAlerts,
  listAlertSubscriptions,
  listIncidents,
  listNewestIncidents,
  listWebhooks,
  type AlertIncident,
  type StoredAlert,
  type TenantTransaction,
} from '@redoubt/storage';
import type { AlertReader } from '../alerts/follow-cause.ts';
import type { EnvironmentContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { isThere, maySee, readTargetNames, requireTarget, type TargetNames } from './alert-targets.ts';
import { readCountedUntil, readPoints, type CountedUntil } from './series.ts';
import { readSearches, seenSearches, type WatchedSearch } from './watched-searches.ts';

/** Windows that a list draws of each series. */
const DRAWN_WINDOWS = 24;
const PREVIEW_DAYS = 7;
/** Searches are counted of their events, not of sums. */
const SEARCH_PREVIEW_DAYS = 2;
/** Windows at most that a preview answers to be drawn; firings are worked out of all. */
const MOST_PREVIEW_POINTS = 336;
const MOST_HISTORY = 100;
const MOST_WEBHOOKS = 20;

/** What subscriptions call an alert. */
export const alertCause = (id: Id): string => `alert:${id}`;

const wirePoint = ({ fromMs, value, range }: AlertPoint) => ({
  from: new Date(fromMs).toISOString(),
  value,
  low: range?.low ?? null,
  high: range?.high ?? null,
});

const wireIncident = ({ id, openedAt, seenAt, closedAt, value, low, high, messages }: AlertIncident) => ({
  id,
  openedAt: openedAt.toISOString(),
  seenAt: seenAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  value,
  low,
  high,
  messages,
});

type Around = {
  readonly names: TargetNames;
  readonly followed: ReadonlySet<string>;
  readonly incidents: ReadonlyMap<Id, AlertIncident>;
  readonly isHidden: (alert: StoredAlert) => boolean;
} & CountedUntil;

/** Which alerts a caller does not see: those of figures of other roles, and of searches that the caller does not see. */
const hiddenBy =
  (
    context: EnvironmentContext,
    searches: ReadonlyMap<string, WatchedSearch>,
    seen: readonly WatchedSearch[],
  ): ((alert: StoredAlert) => boolean) =>
  ({ definition: { figure, target } }) =>
    !maySee(context, figure) ||
    (ALERT_FIGURE_FACTS[figure].subject === 'search' &&
      searches.has(target ?? '') &&
      !seen.some(({ id }) => id === target));

const readAround = async (trx: TenantTransaction, context: EnvironmentContext): Promise<Around> => {
  const { environmentId, actor, clock } = context;
  const searches = await readSearches(trx, environmentId);
  const seen = seenSearches(context, searches);
  return {
    names: await readTargetNames(trx, environmentId, seen),
    followed: await listAlertSubscriptions(trx, environmentId, actor.id),
    incidents: new Map((await listNewestIncidents(trx, environmentId)).map((each) => [each.alertId, each])),
    isHidden: hiddenBy(context, searches, seen),
    ...(await readCountedUntil(trx, clock.now())),
  };
};

const rowOf = async (
  trx: TenantTransaction,
  { environmentId, clock }: EnvironmentContext,
  { id, name, definition, value, checkedAt, mutedUntil, changedBy, changedAt, version }: StoredAlert,
  { names, followed, incidents, untilOf }: Around,
): Promise<AlertRow> => {
  const incident = incidents.get(id);
  const withRange = definition.condition === 'unusual';
  const points = isThere(definition, names)
    ? await readPoints(trx, environmentId, definition, {
        count: DRAWN_WINDOWS,
        untilMs: untilOf(definition.figure),
        withRange,
      })
    : [];
  return {
    ...definition,
    id,
    name,
    targetName: definition.target === null ? null : (names.get(definition.target) ?? null),
    value,
    checkedAt: checkedAt?.toISOString() ?? null,
    incident: incident ? wireIncident(incident) : null,
    mutedUntil: mutedUntil !== null && mutedUntil.getTime() > clock.now() ? mutedUntil.toISOString() : null,
    mailed: followed.has(alertCause(id)),
    points: points.map(wirePoint),
    changed: { by: changedBy, at: changedAt.toISOString() },
    version: tagOf(version),
  };
};

/** An alert on a series that the caller may see. Throws ALERT-UNKNOWN. */
export const requireAlert = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  id: Id,
  lock = false,
): Promise<StoredAlert> => {
  const stored = await findAlert(trx, context.environmentId, id, lock);
  if (stored === undefined) throw fail('ALERT-UNKNOWN', { id });
  await requireSeen(trx, context, stored);
  return stored;
};

/** Throws ALERT-UNKNOWN where the caller does not see an alert. */
export const requireSeen = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredAlert,
): Promise<void> => {
  const searches = await readSearches(trx, context.environmentId);
  if (hiddenBy(context, searches, seenSearches(context, searches))(stored))
    throw fail('ALERT-UNKNOWN', { id: stored.id });
};

/** One alert as the console shows it. Throws ALERT-UNKNOWN. */
export const readAlert = async (trx: TenantTransaction, context: EnvironmentContext, id: Id): Promise<AlertRow> =>
  rowOf(trx, context, await requireAlert(trx, context, id), await readAround(trx, context));

/** Alerts of an environment on series that the caller may see. */
export const getAlerts = (
  context: EnvironmentContext,
  person: AlertReader,
  server: MailServerFacts | undefined,
): Promise<Alerts> =>
  reading(context, async (trx) => {
    const around = await readAround(trx, context);
    const alerts: AlertRow[] = [];
    for (const stored of await listAlerts(trx, context.environmentId)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      if (!around.isHidden(stored)) alerts.push(await rowOf(trx, context, stored, around));
    }
    return {
      alerts,
      limit: MAX_ALERTS,
      canWrite: allows(context.capabilities, 'alerts:write'),
      canMail: server !== undefined && addressOf(person) !== null,
      at: new Date(context.clock.now()).toISOString(),
    };
  });

/**
 * How often an alert would have opened in the last seven days, of a saved search in the last two. Throws AUTH-FORBIDDEN, and as
 * `requireTarget` does.
 */
export const previewAlert = (
  context: EnvironmentContext,
  { condition, threshold, row, ...series }: QueryOf<typeof previewEndpoint>,
): Promise<AlertPreview> =>
  reading(context, async (trx) => {
    requireFigure(context, series.figure);
    await requireTarget(trx, context, series);
    const { untilOf } = await readCountedUntil(trx, context.clock.now());
    const untilMs = untilOf(series.figure);
    const days = ALERT_FIGURE_FACTS[series.figure].subject === 'search' ? SEARCH_PREVIEW_DAYS : PREVIEW_DAYS;
    const count = Math.round((days * DAY_MS) / (series.windowMinutes * MINUTE_MS));
    const withRange = condition === 'unusual';
    const points = await readPoints(trx, context.environmentId, series, { count, untilMs, withRange });
    const firings = firingsOf({ condition, threshold, row }, points);
    return {
      firings: firings.map(({ openedMs, closedMs }) => ({
        openedAt: new Date(openedMs).toISOString(),
        closedAt: closedMs === null ? null : new Date(closedMs).toISOString(),
      })),
      points: points.slice(-MOST_PREVIEW_POINTS).map(wirePoint),
      days,
    };
  });

/** Throws AUTH-FORBIDDEN where the caller may not see a figure. */
export const requireFigure = (context: EnvironmentContext, figure: StoredAlert['definition']['figure']): void => {
  if (!maySee(context, figure)) throw fail('AUTH-FORBIDDEN', { permission: ALERT_FIGURE_FACTS[figure].permission });
};

/** When an alert was open, and what was sent to its webhook. Throws ALERT-UNKNOWN. */
export const getAlertHistory = (context: EnvironmentContext, id: Id): Promise<AlertHistory> =>
  reading(context, async (trx) => {
    await requireAlert(trx, context, id);
    return {
      incidents: (await listIncidents(trx, id, MOST_HISTORY)).map(wireIncident),
      webhooks: (await listWebhooks(trx, id, MOST_WEBHOOKS)).map((each) => ({
        id: each.id,
        state: each.state,
        attempts: each.attempts,
        problem: each.problem,
        createdAt: each.createdAt.toISOString(),
        endedAt: each.endedAt?.toISOString() ?? null,
      })),
    };
  });
