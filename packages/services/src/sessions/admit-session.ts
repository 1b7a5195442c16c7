import { createHash } from 'node:crypto';
import { fail, SIGN_IN_DAYS } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS } from '@redoubt/kernel';
import { deleteOldSessions, findSession, touchSession } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The sign-in that a call came of, as its verified token describes it. */
export type CallersSignIn = { readonly key: string | null; readonly sinceMs: number };

/** Where a call came from. */
export type CallersDevice = { readonly browser: string; readonly address: string };

/** How old the last sight of a session may be before another one is written down. */
const SEEN_GRAIN_MS = MINUTE_MS;
const MAX_BROWSER = 300;

/**
 * Of sign-ins that the provider does not tell apart, all of one browser are one session. It cannot be ended alone: what
 * the browser calls itself can be given another name.
 */
export const sessionKeyOf = ({ key }: CallersSignIn, { browser }: CallersDevice): Buffer =>
  createHash('sha256')
    .update(key === null ? `browser ${browser}` : `sign-in ${key}`)
    .digest();

/**
 * Refuses calls of sign-ins that have ended, and writes down where the others are. It asks the database each time, so
 * what one node ends is over on all of them with their next call. @throws `AUTH-SESSION-ENDED`.
 */
export const admitSession = (context: ServiceContext, signIn: CallersSignIn, device: CallersDevice): Promise<void> =>
  inTransaction(context, async (trx) => {
    const { actor, tenantId, clock } = context;
    const keyHash = sessionKeyOf(signIn, device);
    const { session, notBefore } = await findSession(trx, actor.id, keyHash);
    // Providers tell the time in whole seconds: a sign-in of the second in which all were ended is over too.
    const isCutOff = notBefore !== undefined && signIn.sinceMs <= notBefore.getTime();
    if (isCutOff || (session !== undefined && session.endedAt !== null)) throw fail('AUTH-SESSION-ENDED');
    const now = clock.now();
    if (session !== undefined && now - session.lastSeenAt.getTime() < SEEN_GRAIN_MS) return;
    const browser = device.browser.slice(0, MAX_BROWSER);
    await touchSession(
      trx,
      tenantId,
      actor.id,
      { keyHash, toldApart: signIn.key !== null, browser, address: device.address },
      new Date(now),
    );
    if (session === undefined) await deleteOldSessions(trx, new Date(now - SIGN_IN_DAYS * DAY_MS));
  });
