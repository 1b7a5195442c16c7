import {
  NOTICE_CODES,
  NOTICE_SEVERITIES,
  NOTICE_STATES,
  NOTICE_TYPES,
  isMailedType,
  isWebhookType,
  MAX_ALERT_URL,
  isTimeZone,
  type NoticeCode,
  type NoticeType,
} from '@redoubt/domain';
import { z } from 'zod';
import { guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const type = z.enum(Object.keys(NOTICE_TYPES) as [NoticeType, ...NoticeType[]]);

/** Something that needs the people whose roles receive it (`docs/reference/console.md#screens`). */
export const notice = z.strictObject({
  id: guid,
  type,
  severity: z.enum(NOTICE_SEVERITIES),
  /** What it says: the console has a sentence per code in every language. */
  code: z.enum(Object.keys(NOTICE_CODES) as [NoticeCode, ...NoticeCode[]]),
  /** Values of the sentence. */
  params: z.record(z.string(), z.unknown()),
  /** Address inside the console of what it is about. */
  link: z.string().nullable(),
  environment: z.strictObject({ id: guid, name: z.string() }).nullable(),
  createdAt: instant,
  state: z.enum(NOTICE_STATES),
});
export type Notice = z.infer<typeof notice>;

/** At most 200, newest first, of all environments; dismissed ones are left out. */
export const notices = z.strictObject({ notices: z.array(notice).max(200) });
export type Notices = z.infer<typeof notices>;

export const getNotices = defineEndpoint({
  id: 'notices.list',
  summary: 'Notices for the asking person across all environments, newest first.',
  method: 'GET',
  path: '/platform/v1/notices',
  permission: 'signedIn',
  response: notices,
});

export const changeNotices = defineEndpoint({
  id: 'notices.change',
  summary: 'Mark notices as read, or dismiss them; for the asking person only.',
  method: 'PATCH',
  path: '/platform/v1/notices',
  permission: 'signedIn',
  body: z.strictObject({ ids: z.array(guid).min(1).max(200), state: z.enum(['Read', 'Dismissed']) }),
  response: notices,
  errors: ['NOTICE-UNKNOWN'],
});

const hour = z.number().int().min(0).max(23);

/** What a person changes: types they said nothing of are shown in the console and not mailed. */
const noticeChoices = z.strictObject({
  subscriptions: z
    .array(
      z
        .strictObject({ type, shown: z.boolean(), mailed: z.boolean(), webhook: z.boolean() })
        .refine((each) => !each.mailed || isMailedType(each.type), 'is of a type that is not mailed')
        .refine((each) => !each.webhook || isWebhookType(each.type), 'is of a type that is not sent to webhooks'),
    )
    .max(Object.keys(NOTICE_TYPES).length)
    .refine((all) => new Set(all.map((each) => each.type)).size === all.length, 'names a type twice'),
  /** When nothing but critical notices is mailed; null: never. */
  quietHours: z
    .strictObject({
      /** Hours of the day, over midnight too; equal ones: none. */
      from: hour,
      to: hour,
      /** Saturdays and Sundays as a whole. */
      weekends: z.boolean(),
      /** IANA name. */
      timeZone: z.string().min(1).max(60).refine(isTimeZone, 'is not the name of a time zone'),
    })
    .nullable(),
  /** Where notices are sent to as signed messages; null: nowhere. */
  webhookUrl: z.string().trim().max(MAX_ALERT_URL).nullable(),
});
export type NoticeChoices = z.infer<typeof noticeChoices>;

/** Where the asking person hears of what. */
export const noticeSettings = z.strictObject({
  ...noticeChoices.shape,
  /** Whether mails can be sent: a mail server is set up, and the sign-in name is an address. */
  mail: z.strictObject({ server: z.boolean(), address: z.string().nullable() }),
  /** How it goes with the webhook; null where the person gave no address. */
  webhook: z
    .strictObject({
      /** After too many messages in a row that were not taken, until it is tested or its address is changed. */
      isStopped: z.boolean(),
      /** Why the last message was not taken; null where it was. */
      problem: z.string().nullable(),
      /** When the last one was taken. */
      sentAt: instant.nullable(),
    })
    .nullable(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const getNoticeSettings = defineEndpoint({
  id: 'noticeSettings.get',
  summary: 'Which types of notices the asking person sees and is mailed, and their quiet hours.',
  method: 'GET',
  path: '/platform/v1/me/notice-settings',
  permission: 'signedIn',
  response: noticeSettings,
});

export const putNoticeSettings = defineEndpoint({
  id: 'noticeSettings.put',
  summary: 'Replace which types of notices the asking person sees and is mailed, and their quiet hours.',
  method: 'PUT',
  path: '/platform/v1/me/notice-settings',
  permission: 'signedIn',
  body: noticeChoices,
  response: noticeSettings,
  errors: ['ALERT-URL'],
});

export const renewNoticeWebhookSecret = defineEndpoint({
  id: 'noticeSettings.webhook.secret',
  summary: 'A new secret that messages to the webhook of the asking person are signed with; it is shown this once.',
  method: 'POST',
  path: '/platform/v1/me/notice-webhook/secret',
  permission: 'signedIn',
  response: z.strictObject({ secret: z.string() }),
  errors: ['NOTICE-NO-WEBHOOK'],
});

export const testNoticeWebhook = defineEndpoint({
  id: 'noticeSettings.webhook.test',
  summary: 'Send a message that says it is a test to the webhook of the asking person, and say why it was not taken.',
  method: 'POST',
  path: '/platform/v1/me/notice-webhook/test',
  permission: 'signedIn',
  response: z.strictObject({ problem: z.string().nullable() }),
  errors: ['NOTICE-NO-WEBHOOK'],
});
