import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../me/get-me.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { acceptAttestation } from './accept-attestation.command.ts';
import { BUILT_IN_ATTESTATION } from './attestation-text.ts';
import { getAttestation } from './get-attestation.query.ts';

const test = useDatabase();
let scene: Scene;

const YEAR_MS = 365 * 24 * 3_600_000;
const person = (userId: string, ...roles: readonly string[]) => ({
  userId,
  roles,
  wids: [],
  name: userId,
  username: `${userId}@northfell.example`,
});
const context = (laterMs = 0) => ({
  ...scene.contextIn('Root', 'Ines Holm'),
  clock: { ...scene.clock, now: () => scene.clock.now() + laterMs },
});
const accept = (who: ReturnType<typeof person>, version = BUILT_IN_ATTESTATION.version) =>
  acceptAttestation(context(), who, BUILT_IN_ATTESTATION, { textVersion: version });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('the statement administrators accept', () => {
  it('is asked on the first visit and again a year after it was accepted', async () => {
    const admin = person('a', 'AllAreas_Admin');
    expect((await getMe(context(), admin)).attestationDue).toBe(true);
    await accept(admin);
    expect((await getMe(context(), admin)).attestationDue).toBe(false);
    expect(await getAttestation(context(), admin, BUILT_IN_ATTESTATION)).toMatchObject({
      isAsked: true,
      isDue: false,
      text: null,
      accepted: { at: '2026-03-14T10:00:00.000Z', validUntil: '2027-03-14T10:00:00.000Z' },
    });
    expect((await getMe(context(YEAR_MS), admin)).attestationDue).toBe(true);
    expect(await scene.activities()).toEqual([
      'SignIn Person Ines Holm',
      'Accept Attestation Ines Holm',
      'SignIn Person Ines Holm',
    ]);
  });

  it('is asked again after an administrator role was given, in a child environment too', async () => {
    const admin = person('b', 'AllAreas_Admin');
    await accept(admin);
    await scene.assignRole('b', 'ProductAdmin', 'Child', new Date(scene.clock.now() + 1));
    expect((await getMe(context(2), admin)).attestationDue).toBe(true);
  });

  it('is asked again when the operator writes another one', async () => {
    const admin = person('c', 'ProductAdmin');
    await accept(admin);
    const own = { version: 'own-1', text: 'We score transactions.' };
    expect((await getMe(context(), admin, own)).attestationDue).toBe(true);
    expect(await getAttestation(context(), admin, own)).toMatchObject({ isDue: true, text: 'We score transactions.' });
    await expect(
      acceptAttestation(context(), admin, own, { textVersion: BUILT_IN_ATTESTATION.version }),
    ).rejects.toMatchObject({
      code: 'ATTESTATION-TEXT-CHANGED',
    });
  });

  it('is asked of no other person', async () => {
    const analyst = person('d', 'FraudEngineer');
    expect((await getMe(context(), analyst)).attestationDue).toBe(false);
    await expect(accept(analyst)).rejects.toMatchObject({ code: 'ATTESTATION-NOT-ASKED' });
  });
});
