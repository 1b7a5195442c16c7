import {
  NOTICE_CODES,
  NOTICE_SEVERITIES,
  NOTICE_STATES,
  NOTICE_TYPES,
  type NoticeCode,
  type NoticeType,
} from '@redoubt/domain';
import { z } from 'zod';
import { guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/** Something that needs the people whose roles receive it (`docs/reference/console.md#screens`). */
export const notice = z.strictObject({
  id: guid,
  type: z.enum(Object.keys(NOTICE_TYPES) as [NoticeType, ...NoticeType[]]),
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
