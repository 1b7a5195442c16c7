import { newId, type Id } from '@redoubt/kernel';
import { insertMail, queueJob, type NewMail, type TenantTransaction } from '@redoubt/storage';

/** Puts mails into the outbox, in the transaction of what they are about: they are sent once it is committed. */
export const queueMails = async (
  trx: TenantTransaction,
  { tenantId, senderName, at }: { readonly tenantId: Id; readonly senderName: string; readonly at: Date },
  mails: readonly Omit<NewMail, 'id' | 'createdAt'>[],
): Promise<void> => {
  for (const mail of mails) {
    const id = newId();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await insertMail(trx, tenantId, { ...mail, id, createdAt: at });
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await queueJob(trx, {
      tenantId,
      kind: 'mail',
      subjectId: id,
      environmentId: mail.environmentId,
      name: '',
      askedBy: senderName,
      askedAt: at,
      total: 1,
    });
  }
};
