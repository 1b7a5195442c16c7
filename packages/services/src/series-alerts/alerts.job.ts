import { ALERT_FIGURE_FACTS, alertSpan, isOpenAfter, isSilenceOver, type AlertPoint } from '@redoubt/domain';
import { type Clock, type Id } from '@redoubt/kernel';
import {
  listAlerts,
  listNewestIncidents,
  openIncident,
  queueAlerts,
  saveAlertMeasurement,
  saveIncident,
  type AlertIncident,
  type Database,
  type StoredAlert,
  type TenantTransaction,
} from '@redoubt/storage';
import { everyMinute } from '../jobs/every-minute.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { isThere, readTargetNames, type TargetNames } from './alert-targets.ts';
import { tellAlert, type AlertPhase, type AlertSender } from './alert-messages.ts';
import { readCountedUntil, readPoints, type CountedUntil } from './series.ts';
import { audienceOf, readSearches, type WatchedSearch } from './watched-searches.ts';
import { maskWords } from '../saved-views/seen-views.ts';

export type AlertWatch = {
  readonly database: Database;
  readonly clock: Clock;
  /** Of the console, without a slash at its end. */
  readonly origin: string;
  /** Whether a mail server is set up. */
  readonly sendsMail: boolean;
};

/** Whether something is to be said of an open alert now. */
const openPhase = (
  { definition, mutedUntil, toldAt }: StoredAlert,
  { messages }: AlertIncident,
  nowMs: number,
): AlertPhase | null => {
  if (mutedUntil !== null && mutedUntil.getTime() > nowMs) return null;
  if (!isSilenceOver(toldAt?.getTime() ?? null, definition.silenceHours, nowMs)) return null;
  return messages === 0 ? 'opened' : 'stillOpen';
};

type Measuring = CountedUntil & {
  readonly sender: AlertSender;
  readonly names: TargetNames;
  readonly searches: ReadonlyMap<string, WatchedSearch>;
};

/** The newest windows of an alert that decide whether it is open; none where there is no new one, or nothing to measure. */
const newPoints = async (
  trx: TenantTransaction,
  { environmentId, definition, checkedAt }: StoredAlert,
  { names, untilOf }: Measuring,
): Promise<readonly AlertPoint[]> => {
  const { figure, windowMinutes, row, condition } = definition;
  const untilMs = untilOf(figure);
  const { toMs } = alertSpan(windowMinutes, row, untilMs);
  if (checkedAt?.getTime() === toMs || !isThere(definition, names)) return [];
  return readPoints(trx, environmentId, definition, { count: row, untilMs, withRange: condition === 'unusual' });
};

/** Measures an alert, opens or closes it, and tells of that. */
const watchAlert = async (
  trx: TenantTransaction,
  alert: StoredAlert,
  newest: AlertIncident | undefined,
  measuring: Measuring,
): Promise<void> => {
  const { sender, names, searches } = measuring;
  const { definition, mutedUntil } = alert;
  const nowMs = sender.clock.now();
  const now = new Date(nowMs);
  const points = await newPoints(trx, alert, measuring);
  const point = points.at(-1);
  const before = newest?.closedAt === null ? newest : undefined;
  const isOpen = isOpenAfter(definition, points, before !== undefined);
  const targetName = definition.target === null ? null : (names.get(definition.target) ?? null);
  const search = searches.get(definition.target ?? '');
  const audience = search === undefined ? null : audienceOf(search);
  const tell = (phase: AlertPhase, incident: AlertIncident): Promise<void> =>
    tellAlert(trx, sender, { alert, incident, phase, point, targetName, audience });
  let { toldAt } = alert;

  const opening = { value: point?.value ?? null, low: point?.range?.low ?? null, high: point?.range?.high ?? null };
  const incident =
    before ??
    (isOpen
      ? await openIncident(trx, sender.tenantId, alert.environmentId, { alertId: alert.id, openedAt: now, ...opening })
      : undefined);
  if (incident && isOpen) {
    const phase = openPhase(alert, incident, nowMs);
    if (phase !== null) {
      await tell(phase, incident);
      toldAt = now;
    }
    const messages = incident.messages + (phase === null ? 0 : 1);
    await saveIncident(trx, { ...incident, seenAt: point === undefined ? incident.seenAt : now, messages });
  } else if (incident) {
    const closed = { ...incident, closedAt: now };
    await saveIncident(trx, closed);
    const isMuted = mutedUntil !== null && mutedUntil.getTime() > nowMs;
    // People who were notified of the opening are notified of the end.
    if (incident.messages > 0 && !isMuted) await tell('closed', closed);
  }
  const checkedAt = point === undefined ? alert.checkedAt : new Date(point.toMs);
  const value = point === undefined ? alert.value : point.value;
  await saveAlertMeasurement(trx, { id: alert.id, checkedAt, value, toldAt });
};

const watchEnvironment = ({ database, ...means }: AlertWatch, tenantId: Id, environmentId: Id): Promise<void> =>
  database.inTenant(tenantId, async (trx) => {
    const alerts = await listAlerts(trx, environmentId, true);
    if (alerts.length === 0) return;
    const countsSearches = alerts.some(({ definition }) => ALERT_FIGURE_FACTS[definition.figure].subject === 'search');
    const searches = countsSearches ? await readSearches(trx, environmentId) : new Map<string, WatchedSearch>();
    // Messages go to people with and without masks.
    const named = [...searches.values()].map(({ id, name }) => ({ id, name: maskWords(name) }));
    const measuring: Measuring = {
      sender: { ...means, tenantId },
      names: await readTargetNames(trx, environmentId, named),
      searches,
      ...(await readCountedUntil(trx, means.clock.now())),
    };
    const newest = new Map((await listNewestIncidents(trx, environmentId)).map((each) => [each.alertId, each]));
    for (const alert of alerts) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      await watchAlert(trx, alert, newest.get(alert.id), measuring);
    }
  });

/**
 * Measures what alerts watch. While a condition holds there is one open alert, with one message at its opening, others as often as
 * its silence allows, and one at its end.
 */
export const createAlertWatch = (options: AlertWatch): JobRunner => ({
  kind: 'alerts',
  run: async (job) => {
    await watchEnvironment(options, job.tenantId, job.environmentId);
    return undefined;
  },
  schedule: everyMinute(options.clock, (due) => queueAlerts(options.database, due)),
});
