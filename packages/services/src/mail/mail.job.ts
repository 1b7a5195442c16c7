import { DAY_MS, HOUR_MS, isAppError, MINUTE_MS, type Clock, type Id } from '@redoubt/kernel';
import { findMail, forgetMails, giveUpMail, saveMailOutcome, type Database } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import type { MailServer } from './mail-server.ts';

/** With the delays below, about a day. */
const MOST_ATTEMPTS = 12;
const LONGEST_DELAY_MS = 4 * HOUR_MS;
/** How long it is kept that a mail was sent, or that it failed. */
const KEPT_DAYS = 30;

export type MailDelivery = {
  readonly database: Database;
  readonly clock: Clock;
  readonly server: Pick<MailServer, 'send'>;
};

const answerIn = (error: unknown): string | null => {
  const answer = isAppError(error) ? error.params['answer'] : undefined;
  return typeof answer === 'string' && answer !== '' ? answer : null;
};

/**
 * Sends what stands in the outbox, each mail once: that it was taken is written down at once, whatever becomes of the job.
 * A mail is sent again only where its node ends between the mail server's answer and that; it has the same Message-ID then.
 */
export const createMailDelivery = ({ database, clock, server }: MailDelivery): JobRunner => {
  const save = (tenantId: Id, id: Id, outcome: Omit<Parameters<typeof saveMailOutcome>[2], 'at'>): Promise<void> =>
    database.inTenant(tenantId, (trx) => saveMailOutcome(trx, id, { ...outcome, at: new Date(clock.now()) }));
  return {
    kind: 'mail',
    mostAttempts: MOST_ATTEMPTS,
    retryDelayMs: (attempts) => Math.min(LONGEST_DELAY_MS, MINUTE_MS * 2 ** (attempts - 1)),
    run: async ({ tenantId, subjectId: id }, { signal, report }) => {
      const mail = await database.inTenant(tenantId, (trx) => findMail(trx, id));
      if (mail?.state !== 'waiting' || mail.content === null) return undefined;
      const { recipient, subject, content } = mail;
      try {
        await server.send({ id, recipient, subject, ...content }, signal);
      } catch (error) {
        if (!signal.aborted && isAppError(error))
          await save(tenantId, id, { state: 'waiting', problem: error.code, answer: answerIn(error) });
        throw error;
      }
      await save(tenantId, id, { state: 'sent', problem: null, answer: null });
      report({ done: 1 });
      return undefined;
    },
    failed: async (trx, { tenantId, subjectId: id, environmentId }, problem) => {
      const mail = await findMail(trx, id);
      if (mail?.state !== 'waiting') return;
      await giveUpMail(trx, id, problem, new Date(clock.now()));
      await raiseNotice(
        trx,
        { clock, tenantId },
        {
          code: 'MAIL-FAILED',
          severity: 'Error',
          params: { recipient: mail.recipient, subject: mail.subject },
          link: '/casemanagement/report?panel=schedules',
          environmentId,
          recipientId: mail.senderId,
        },
      );
    },
    schedule: { everyMs: HOUR_MS, run: () => forgetMails(database, new Date(clock.now() - KEPT_DAYS * DAY_MS)) },
  };
};
