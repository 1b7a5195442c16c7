import type { MailState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import type { MailContent } from '../schema/administration/mail-tables.ts';

/** A mail to one recipient, as it is put into the outbox. */
export type NewMail = {
  readonly id: Id;
  readonly environmentId: Id;
  /** Null for a mail that tries the mail server. */
  readonly scheduleId: Id | null;
  /** Object id of the person who caused it. */
  readonly senderId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly content: MailContent;
  readonly createdAt: Date;
};

/** A mail as lists show it. */
export type ListedMail = Omit<NewMail, 'content'> & {
  readonly state: MailState;
  readonly attempts: number;
  readonly problem: string | null;
  readonly answer: string | null;
  readonly endedAt: Date | null;
};

export type StoredMail = ListedMail & { readonly content: MailContent | null };

const COLUMNS = [
  'mail_id as id',
  'environment_id as environmentId',
  'schedule_id as scheduleId',
  'sender_id as senderId',
  'recipient',
  'subject',
  'state',
  'attempts',
  'problem',
  'answer',
  'created_at as createdAt',
  'ended_at as endedAt',
] as const;

/** Puts a mail into the outbox; the job that sends it is queued apart. */
export const insertMail = async (trx: TenantTransaction, tenantId: Id, mail: NewMail): Promise<void> => {
  await trx
    .insertInto('mail')
    .values({
      tenant_id: tenantId,
      mail_id: mail.id,
      environment_id: mail.environmentId,
      schedule_id: mail.scheduleId,
      sender_id: mail.senderId,
      recipient: mail.recipient,
      subject: mail.subject,
      content: JSON.stringify(mail.content),
      state: 'waiting',
      created_at: mail.createdAt,
    })
    .execute();
};

/** A mail with what it says; undefined where it was removed. */
export const findMail = (trx: TenantTransaction, id: Id): Promise<StoredMail | undefined> =>
  trx.selectFrom('mail').select(COLUMNS).select('content').where('mail_id', '=', id).executeTakeFirst();

/** Keeps how an attempt ended; what the mail says goes with its end. */
export const saveMailOutcome = async (
  trx: TenantTransaction,
  id: Id,
  outcome: {
    readonly state: MailState;
    readonly problem: string | null;
    readonly answer: string | null;
    readonly at: Date;
  },
): Promise<void> => {
  const { state, problem, answer, at } = outcome;
  await trx
    .updateTable('mail')
    .set(({ eb }) => ({
      state,
      problem,
      answer,
      attempts: eb('attempts', '+', 1),
      ...(state === 'waiting' ? {} : { ended_at: at, content: null }),
    }))
    .where('mail_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Ends a mail without another attempt, where it is given up. */
export const giveUpMail = async (trx: TenantTransaction, id: Id, problem: string, at: Date): Promise<void> => {
  await trx
    .updateTable('mail')
    .set({ state: 'failed', problem, ended_at: at, content: null })
    .where('mail_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Newest mails of an environment, of one person or of all. */
export const listMails = (
  trx: TenantTransaction,
  environmentId: Id,
  senderId: string | null,
  limit: number,
): Promise<readonly ListedMail[]> =>
  trx
    .selectFrom('mail')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .$if(senderId !== null, (query) => query.where('sender_id', '=', senderId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('mail_id')
    .limit(limit)
    .execute();

/** How many mails of a person were put into the outbox since a moment. */
export const countMailsOf = async (trx: TenantTransaction, senderId: string, since: Date): Promise<number> => {
  const { count } = await trx
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sender_id', '=', senderId)
    .where('schedule_id', 'is', null)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
};

/** Removes mails that ended before a moment, of every tenant. */
export const forgetMails = async (database: Database, before: Date): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  await asIngest(database.pools.ingest, tenantIds, (client) =>
    client.query('delete from mail where ended_at < $1', [before]),
  );
};
