import type { BodyOf, ReportSchedules, sendTestMail as endpoint } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { mailTexts } from '@redoubt/i18n/mail-texts';
import { HOUR_MS } from '@redoubt/kernel';
import { countMailsOf } from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { queueMails } from '../mail/outbox.ts';
import { addressOf } from '../mail/address-of.ts';
import { htmlOf, plainTextOf } from '../mail/html-mail.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readReportSchedules, requireAnyReport, type ReportReader } from './get-report-schedules.query.ts';

const record = recordOf('Mail');
const MAX_TESTS_AN_HOUR = 10;

/** Sends a mail to the caller. Throws MAIL-NOT-CONFIGURED, MAIL-NO-ADDRESS, REQ-RATE-LIMITED. */
export const sendTestMail = (
  context: EnvironmentContext,
  person: ReportReader,
  server: MailServerFacts | undefined,
  { language }: BodyOf<typeof endpoint>,
): Promise<ReportSchedules> =>
  inTransaction(context, async (trx) => {
    requireAnyReport(context);
    const { tenantId, environmentId } = context;
    if (server === undefined) throw fail('MAIL-NOT-CONFIGURED');
    const recipient = addressOf(person);
    if (recipient === null) throw fail('MAIL-NO-ADDRESS', { name: person.username });
    const { by, at } = changedBy(context);
    const lately = await countMailsOf(trx, person.userId, new Date(at.getTime() - HOUR_MS));
    if (lately >= MAX_TESTS_AN_HOUR) throw fail('REQ-RATE-LIMITED');
    const { mail, language: said } = mailTexts(language);
    const document = {
      language: said,
      title: mail('test.subject'),
      intro: [mail('test.body', { name: person.name })],
      tables: [],
      link: null,
      footer: [],
    };
    await queueMails(trx, { tenantId, senderName: by, at }, [
      {
        environmentId,
        scheduleId: null,
        senderId: person.userId,
        recipient,
        subject: document.title,
        content: { text: plainTextOf(document), html: htmlOf(document), attachments: [] },
      },
    ]);
    await record(trx, context, { operation: 'Send', id: person.userId, name: 'test mail' });
    return readReportSchedules(trx, context, person, server);
  });
