import { isOwnJob, jobOfNotice, USAGE_CAPABILITIES, type NoticeCode } from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import { isJsonObject, type Json } from '@redoubt/kernel';
import type { MailDocument } from '../mail/html-mail.ts';

/** A notice as a mail tells it. */
export type MailedNotice = {
  readonly code: NoticeCode;
  readonly params: Json;
  readonly link: string | null;
  readonly environment: { readonly id: string; readonly name: string } | null;
  readonly createdAt: Date;
};

type Said = { readonly title: string; readonly body: string };

/** What a notice says in the language of its reader. */
export const sayNotice = ({ notices, changes, formats }: MailTexts, { code, params }: MailedNotice): Said => {
  const values = Object.fromEntries(
    Object.entries(isJsonObject(params) ? params : {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : typeof value === 'number' ? formats.number(value) : JSON.stringify(value),
    ]),
  );
  // Notices that tell the kind of what they name are about requested changes.
  const { type, ...rest } = values;
  const capability = USAGE_CAPABILITIES.find((each) => each === rest['capability']);
  const shown = {
    ...rest,
    ...(type === 'Configuration' && rest['name'] === 'configuration' ? { name: changes('configuration') } : {}),
    ...(isOwnJob(rest) ? { job: jobOfNotice(rest, notices(`job.${rest.kind}`)) } : {}),
    ...(capability === undefined ? {} : { capability: notices(`capability.${capability}`) }),
  };
  return { title: notices(`notice.${code}.title`, shown), body: notices(`notice.${code}.body`, shown) };
};

/** Where a notice leads, from outside the console. */
export const addressIn = (origin: string, { link, environment }: MailedNotice): string => {
  const path = link ?? '/';
  return `${origin}${path}${environment === null ? '' : `${path.includes('?') ? '&' : '?'}env=${environment.id}`}`;
};

/** One mail about notices that came since the last one: of a single one its sentences, of more a table. */
export const noticeMail = (texts: MailTexts, origin: string, notices: readonly MailedNotice[]): MailDocument => {
  const { language, notices: text, mail, formats } = texts;
  const timeOf = ({ createdAt }: MailedNotice): string => `${formats.dateTime(createdAt.toISOString())} UTC`;
  const footer = [text('mail.why')];
  const [first, ...others] = notices;
  if (first !== undefined && others.length === 0) {
    const { title, body } = sayNotice(texts, first);
    const about = [...(first.environment === null ? [] : [first.environment.name]), timeOf(first)].join(' · ');
    const link = { text: text('critical.open'), href: addressIn(origin, first) };
    return { language, title, intro: [body, about], tables: [], link, footer };
  }
  return {
    language,
    title: text('mail.several', { count: notices.length }),
    intro: [],
    tables: [
      {
        title: text('notifications.title'),
        head: [text('mail.notice'), text('mail.environment'), text('mail.time')],
        rows: notices.map((notice) => {
          const { title, body } = sayNotice(texts, notice);
          return [`${title}. ${body}`, notice.environment?.name ?? '', timeOf(notice)];
        }),
      },
    ],
    link: { text: mail('invitation.link'), href: `${origin}/` },
    footer,
  };
};
