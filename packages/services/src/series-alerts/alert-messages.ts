import {
  ALERT_FIGURE_FACTS,
  ASSESSMENTS,
  type AlertPoint,
  type AlertUnit,
  type NoticeCode,
  type Permission,
} from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import type { Clock, Id } from '@redoubt/kernel';
import { listSubscribers, type AlertIncident, type StoredAlert, type TenantTransaction } from '@redoubt/storage';
import { followersOf, mailFollowers, type AlertText, type FollowedAlert } from '../alerts/mail-alerts.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { alertCause } from './alerts.queries.ts';
import { queueWebhook } from './webhooks.ts';

/** What the message of an alert says. */
export type AlertPhase = 'opened' | 'stillOpen' | 'closed';

const NOTICES: Readonly<Record<AlertPhase, NoticeCode>> = {
  opened: 'ALERT-OPENED',
  stillOpen: 'ALERT-STILL-OPEN',
  closed: 'ALERT-CLOSED',
};

export type AlertMessage = {
  readonly alert: StoredAlert;
  readonly incident: AlertIncident;
  readonly phase: AlertPhase;
  /** The newest window. */
  readonly point: AlertPoint | undefined;
  /** What the target is called; null for all, and for assessments of the product. */
  readonly targetName: string | null;
  /** The one person who gets messages in the console and by mail, as of a private search; null for everyone who may. */
  readonly audience: string | null;
};

export type AlertSender = {
  readonly clock: Clock;
  readonly tenantId: Id;
  /** Of the console, without a slash at its end. */
  readonly origin: string;
  /** Whether a mail server is set up. */
  readonly sendsMail: boolean;
};

/** Two digits after the point, of large and of whole values none. */
const valueText = ({ alerts, formats }: MailTexts, unit: AlertUnit, value: number): string =>
  alerts(`valueOf.${unit}`, {
    value: formats.number(value, Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2),
  });

/** The name of what is measured, in the language of the reader. */
const seriesName = (
  { alerts, common, routes }: MailTexts,
  { alert: { definition }, targetName }: AlertMessage,
): string => {
  const { figure, target, decision } = definition;
  const subject = ALERT_FIGURE_FACTS[figure].subject;
  const builtIn = ASSESSMENTS.find((each) => each === target);
  const of = builtIn ? routes(`${builtIn}.title`) : (targetName ?? target ?? alerts(`all.${subject}`));
  const name = alerts(`figure.${figure}`);
  return `${decision === null ? name : `${name} (${common(`decision.${decision}`)})`}: ${of}`;
};

const expectedText = (texts: MailTexts, { alert: { definition }, point }: AlertMessage): string => {
  const { alerts } = texts;
  const { condition, threshold, figure } = definition;
  const { unit } = ALERT_FIGURE_FACTS[figure];
  if (condition === 'unusual')
    return point?.range
      ? alerts('mail.usual', {
          low: valueText(texts, unit, point.range.low),
          high: valueText(texts, unit, point.range.high),
        })
      : '';
  return alerts(`mail.${condition}`, { threshold: valueText(texts, unit, threshold ?? 0) });
};

/** What a mail says of an alert. */
const mailText =
  (message: AlertMessage) =>
  (texts: MailTexts, environment: string): AlertText => {
    const { alert, incident, phase, point } = message;
    const { alerts, formats, mail } = texts;
    const { unit } = ALERT_FIGURE_FACTS[alert.definition.figure];
    const time = (at: Date): string => `${formats.dateTime(at.toISOString())} UTC`;
    const value = point?.value ?? null;
    return {
      title: alerts(`mail.${phase}`, { name: alert.name, environment }),
      lines: [
        seriesName(texts, message),
        ...(value === null ? [] : [alerts('mail.value', { value: valueText(texts, unit, value) })]),
        expectedText(texts, message),
        alerts('mail.since', { time: time(incident.openedAt) }),
        ...(incident.closedAt === null ? [] : [alerts('mail.until', { time: time(incident.closedAt) })]),
      ].filter((line) => line !== ''),
      link: mail('mail.open'),
    };
  };

/** Address of an alert inside the console. */
const pathOf = ({ id }: StoredAlert): string => `/alerts?alert=${id}`;

/** What a webhook says of an alert: types `alert.opened`, `alert.stillOpen`, `alert.closed`. */
const webhookData = ({ alert, incident, point, targetName }: AlertMessage, origin: string) => {
  const { id, name, environmentId, definition } = alert;
  const { figure, target, decision, windowMinutes, condition, threshold, severity } = definition;
  return {
    alert: { id, name, severity },
    environment: { id: environmentId },
    incident: {
      id: incident.id,
      openedAt: incident.openedAt.toISOString(),
      closedAt: incident.closedAt?.toISOString() ?? null,
    },
    series: { figure, target, targetName, decision, windowMinutes, unit: ALERT_FIGURE_FACTS[figure].unit },
    condition,
    threshold,
    value: point?.value ?? null,
    usual: point?.range ? { low: point.range.low, high: point.range.high } : null,
    link: `${origin}${pathOf(alert)}&env=${environmentId}`,
  };
};

/** Tells of an alert wherever it says, in the transaction that found it. */
export const tellAlert = async (
  trx: TenantTransaction,
  { clock, tenantId, origin, sendsMail }: AlertSender,
  message: AlertMessage,
): Promise<void> => {
  const { alert, phase, audience } = message;
  const { environmentId, definition, name } = alert;
  const at = new Date(clock.now());
  const permissions: readonly Permission[] = ['alerts:read', ALERT_FIGURE_FACTS[definition.figure].permission];
  const followed: FollowedAlert = {
    tenantId,
    environmentId,
    cause: alertCause(alert.id),
    permissions,
    path: pathOf(alert),
    say: mailText(message),
  };
  const subscribers = (await listSubscribers(trx, followed)).filter(
    ({ userId }) => audience === null || userId === audience,
  );
  const followers = await followersOf(trx, followed, subscribers, at);
  if (sendsMail) await mailFollowers(trx, followed, followers, { at, origin });
  const notice = {
    code: NOTICES[phase],
    severity: phase === 'closed' ? 'Success' : definition.severity,
    params: { name },
    link: pathOf(alert),
    environmentId,
  } as const;
  if (definition.notified === 'roles')
    await raiseNotice(trx, { clock, tenantId }, audience === null ? notice : { ...notice, recipientId: audience });
  if (definition.notified === 'followers')
    for (const { subscriber } of followers)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, few people
      await raiseNotice(trx, { clock, tenantId }, { ...notice, recipientId: subscriber.userId });
  await queueWebhook(trx, { tenantId, askedBy: 'Redoubt', at }, alert, {
    type: `alert.${phase}`,
    data: webhookData(message, origin),
  });
};
