import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { signOut } from '../me/sign-out.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { admitSession } from './admit-session.ts';
import { endAllSessions, endSession, getSessions } from './sessions.ts';

const test = useDatabase();
let scene: Scene;
let context: ServiceContext;

const DESK = { browser: 'Firefox/131.0', address: '192.0.2.1' };
const PHONE = { browser: 'Safari/17', address: '198.51.100.7' };

/** A sign-in that began when the scene did. */
const signIn = (key: string | null, laterMs = 0) => ({ key, sinceMs: scene.clock.now() + laterMs });
const admitted = (...args: [ReturnType<typeof signIn>, typeof DESK]) =>
  admitSession(context, ...args).then(
    () => 'admitted',
    (error: { code?: string }) => error.code,
  );

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  context = scene.contextIn('Root');
});

describe('sessions', () => {
  it('are kept for each sign-in with browser and address, seen again after a minute', async () => {
    const desk = signIn('desk', -HOUR_MS);
    await admitSession(context, desk, DESK);
    await admitSession(context, signIn('phone', -HOUR_MS), PHONE);
    scene.clock.advance(MINUTE_MS / 2);
    await admitSession(context, desk, { ...DESK, address: '192.0.2.2' });
    scene.clock.advance(MINUTE_MS);
    await admitSession(context, desk, { ...DESK, address: '192.0.2.3' });
    const { sessions } = await getSessions(context, { signIn: desk, device: DESK });
    expect(sessions.map(({ address, isCurrent, mayEnd }) => [address, isCurrent, mayEnd])).toEqual([
      ['192.0.2.3', true, true],
      ['198.51.100.7', false, true],
    ]);
    scene.clock.advance(31 * DAY_MS);
    expect((await getSessions(context, { signIn: desk, device: DESK })).sessions).toEqual([]);
  });

  it('belong to one person', async () => {
    await admitSession(context, signIn('desk'), DESK);
    const other = scene.contextIn('Root', 'Tomas Berg');
    expect((await getSessions(other, { device: DESK })).sessions).toEqual([]);
    const [mine] = (await getSessions(context, { device: DESK })).sessions;
    await expect(endSession(other, { device: DESK }, mine?.id ?? '')).rejects.toMatchObject({
      code: 'SESSION-UNKNOWN',
    });
  });

  it('that were ended are refused with their next call, and others go on', async () => {
    const [desk, phone] = [signIn('desk'), signIn('phone')];
    await admitSession(context, desk, DESK);
    await admitSession(context, phone, PHONE);
    const caller = { signIn: desk, device: DESK };
    const other = (await getSessions(context, caller)).sessions.find(({ isCurrent }) => !isCurrent);
    const left = await endSession(context, caller, other?.id ?? '');
    expect(left.sessions).toHaveLength(1);
    expect([await admitted(desk, DESK), await admitted(phone, PHONE)]).toEqual(['admitted', 'AUTH-SESSION-ENDED']);
    expect(await scene.activities()).toEqual(['Revoke Session Mara Lindqvist']);
  });

  it('all end together, also ones that never called, and a later sign-in is taken', async () => {
    const desk = signIn('desk', -HOUR_MS);
    await admitSession(context, desk, DESK);
    scene.clock.advance(MINUTE_MS);
    expect(await endAllSessions(context)).toEqual({ ended: 1 });
    expect([await admitted(desk, DESK), await admitted(signIn('never seen', -HOUR_MS), PHONE)]).toEqual([
      'AUTH-SESSION-ENDED',
      'AUTH-SESSION-ENDED',
    ]);
    scene.clock.advance(2000);
    expect(await admitted(signIn('desk again'), DESK)).toBe('admitted');
  });

  it('of a provider that does not tell sign-ins apart cannot be ended alone, but all together', async () => {
    const token = signIn(null, -HOUR_MS);
    await admitSession(context, token, DESK);
    const caller = { signIn: token, device: DESK };
    const [session] = (await getSessions(context, caller)).sessions;
    expect(session).toMatchObject({ isCurrent: true, mayEnd: false });
    await expect(endSession(context, caller, session?.id ?? '')).rejects.toMatchObject({ code: 'SESSION-UNKNOWN' });
    await endAllSessions(context);
    expect(await admitted(token, DESK)).toBe('AUTH-SESSION-ENDED');
    scene.clock.advance(2000);
    expect(await admitted(signIn(null), DESK)).toBe('admitted');
  });

  it('end with signing out', async () => {
    const desk = signIn('desk');
    await admitSession(context, desk, DESK);
    await signOut(context, { signIn: desk, device: DESK });
    expect(await admitted(desk, DESK)).toBe('AUTH-SESSION-ENDED');
  });
});
