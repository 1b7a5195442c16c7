import type { ReportSchedule, ReportSchedules } from '@redoubt/contracts';
import {
  allows,
  fail,
  SCHEDULED_PAGES,
  SCHEDULED_PERMISSIONS,
  scheduledPermissions,
  type ReportFilter,
  type ScheduledPage,
} from '@redoubt/domain';
import {
  listMails,
  listReportSchedules,
  type ListedMail,
  type StoredReportSchedule,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { reading } from '../unit-of-work.ts';

/** Who asks for reports by e-mail; their sign-in name is the address that they have. */
export type ReportReader = SignedInPerson & { readonly name: string; readonly username: string };

const MAX_MAILS = 20;

const mayRead = ({ capabilities }: Pick<EnvironmentContext, 'capabilities'>, page: ScheduledPage): boolean =>
  allows(capabilities, SCHEDULED_PERMISSIONS[page]);

/** Refuses people who may not read the report that they would send. Throws AUTH-FORBIDDEN. */
export const requireReport = (
  { capabilities }: Pick<EnvironmentContext, 'capabilities'>,
  page: ScheduledPage,
  filters: readonly ReportFilter[] = [],
): void => {
  const permission = scheduledPermissions(page, filters).find((each) => !allows(capabilities, each));
  if (permission !== undefined) throw fail('AUTH-FORBIDDEN', { permission });
};

/** What events of a stored schedule are narrowed to. */
export const filtersOfSchedule = ({ question }: Pick<StoredReportSchedule, 'question'>): readonly ReportFilter[] =>
  (question as ReportSchedule['question']).filters ?? [];

const mayReadAny = (context: Pick<EnvironmentContext, 'capabilities'>): boolean =>
  SCHEDULED_PAGES.some((page) => mayRead(context, page));

/** Refuses people who may read none of the reports that can be sent. Throws AUTH-FORBIDDEN. */
export const requireAnyReport = (context: Pick<EnvironmentContext, 'capabilities'>): void => {
  if (!mayReadAny(context)) throw fail('AUTH-FORBIDDEN', { permission: SCHEDULED_PERMISSIONS.caseReport });
};

/** Whether a person looks after the schedules of everybody in an environment. */
export const managesAllSchedules = ({ capabilities }: Pick<EnvironmentContext, 'capabilities'>): boolean =>
  allows(capabilities, 'adminConfiguration:write');

const wireSchedule = (stored: StoredReportSchedule, userId: string): ReportSchedule => {
  const { id, page, question, recipients, timing, language, owner, state, stopped } = stored;
  return {
    id,
    page,
    question: question as ReportSchedule['question'],
    recipients: [...recipients],
    ...timing,
    language,
    state,
    stopped,
    nextAt: stored.nextAt?.toISOString() ?? null,
    sentAt: stored.sentAt?.toISOString() ?? null,
    isRequested: stored.requestedAt !== null,
    owner: owner.name,
    isOwn: owner.id === userId,
  };
};

const wireMail = (mail: ListedMail): ReportSchedules['mails'][number] => ({
  id: mail.id,
  scheduleId: mail.scheduleId,
  recipient: mail.recipient,
  subject: mail.subject,
  state: mail.state,
  problem: mail.problem,
  answer: mail.answer,
  at: (mail.endedAt ?? mail.createdAt).toISOString(),
});

/** Schedules and newest mails as a person may see them: their own ones, or all. */
export const readReportSchedules = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
): Promise<ReportSchedules> => {
  const { environmentId } = context;
  const seesAll = managesAllSchedules(context);
  const stored = await listReportSchedules(trx, environmentId);
  return {
    server: server === undefined ? null : { from: server.from, domains: [...server.domains] },
    ownAddress: addressOf(person),
    schedules: stored
      .filter(({ owner, page }) => mayRead(context, page) && (seesAll || owner.id === person.userId))
      .map((schedule) => wireSchedule(schedule, person.userId)),
    mails: (await listMails(trx, environmentId, seesAll ? null : person.userId, MAX_MAILS)).map(wireMail),
  };
};

/** Reports that are sent by e-mail from this environment, and what became of the newest mails; nothing for people who may read none of them. */
export const getReportSchedules = async (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
): Promise<ReportSchedules> =>
  mayReadAny(context)
    ? reading(context, (trx) => readReportSchedules(trx, context, person, server))
    : { server: null, ownAddress: addressOf(person), schedules: [], mails: [] };
