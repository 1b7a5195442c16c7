import { z } from 'zod';
import { guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/** One sign-in of the asking person in one browser. */
export const session = z.strictObject({
  id: guid,
  /** What the browser calls itself, as it sent it. */
  browser: z.string(),
  /** Address it was last seen at. */
  address: z.string(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** False where the identity provider does not tell sign-ins apart: then only all can be ended together. */
  mayEnd: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** Newest first. */
export const sessions = z.strictObject({ sessions: z.array(session) });
export type Sessions = z.infer<typeof sessions>;

export const getSessions = defineEndpoint({
  id: 'sessions.list',
  summary: 'Sign-ins of the asking person that have not ended, with browser and address.',
  method: 'GET',
  path: '/platform/v1/me/sessions',
  permission: 'signedIn',
  response: sessions,
});

export const endSession = defineEndpoint({
  id: 'sessions.end',
  summary: 'End one sign-in of the asking person; its tokens are refused from now on, on every node.',
  method: 'DELETE',
  path: '/platform/v1/me/sessions/:sessionId',
  permission: 'signedIn',
  params: z.strictObject({ sessionId: guid }),
  response: sessions,
  errors: ['SESSION-UNKNOWN'],
});

export const endAllSessions = defineEndpoint({
  id: 'sessions.endAll',
  summary: 'End every sign-in of the asking person that began before now, the one that asks among them.',
  method: 'POST',
  path: '/platform/v1/me/sessions/end',
  permission: 'signedIn',
  response: z.strictObject({ ended: z.number().int() }),
});
