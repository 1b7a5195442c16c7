import { mailTexts } from '@redoubt/i18n/mail-texts';
import type { TenantTransaction } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import { htmlOf, plainTextOf, type MailDocument } from '../mail/html-mail.ts';
import { queueMails } from '../mail/outbox.ts';

/** A person to invite to sign in. */
export type Invited = { readonly username: string; readonly name: string };

/**
 * Tells people that they were given access. Mails are in English: which language they read is not known yet.
 *
 * @param origin where the console is; undefined where no mail goes out, and the inviting administrator tells them.
 */
export const mailInvitations = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  invited: readonly Invited[],
  origin: string | undefined,
): Promise<void> => {
  if (origin === undefined || invited.length === 0) return;
  const { tenantId, environmentId, actor } = context;
  const { by, at } = changedBy(context);
  const { mail, language } = mailTexts('en-US');
  const mails = invited.flatMap(({ username, name }) => {
    const recipient = addressOf({ username });
    if (recipient === null) return [];
    const document: MailDocument = {
      language,
      title: mail('invitation.subject', { by }),
      intro: [mail('invitation.body', { name, by }), mail('invitation.how', { username })],
      tables: [],
      link: { text: mail('invitation.link'), href: `${origin}/` },
      footer: [mail('invitation.why')],
    };
    const content = { text: plainTextOf(document), html: htmlOf(document), attachments: [] };
    return [{ environmentId, scheduleId: null, senderId: actor.id, recipient, subject: document.title, content }];
  });
  await queueMails(trx, { tenantId, senderName: by, at }, mails);
};
