import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../me/get-me.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { acceptAttestation } from './accept-attestation.command.ts';
import { putAttestationSwitch } from './attestation-switch.command.ts';
import { getAttestationSwitch } from './attestation-switch.queries.ts';
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

describe('the switch of the statement', () => {
  const petra = person('id of Petra', 'ProductAdmin');
  const inRoot = () => scene.contextIn('Root');
  const state = (who = petra) => getAttestationSwitch(inRoot(), who, BUILT_IN_ATTESTATION);
  const decide = (isOn: boolean, version: string, { who = petra, where = 'Root' } = {}) =>
    putAttestationSwitch(scene.contextIn(where), who, BUILT_IN_ATTESTATION, {
      version,
      isOn,
      reason: isOn ? 'Works outside the EU too' : 'Only EU law binds us',
    });

  it('is decided with a reason, counts for every administrator, and is kept in the activity log', async () => {
    const admin = person('e', 'AllAreas_Admin');
    expect(await state()).toMatchObject({ isOn: true, decisions: [], version: '0', canWrite: true });
    expect((await getMe(context(), admin)).attestationDue).toBe(true);
    const off = await decide(false, '0');
    expect(off).toMatchObject({
      isOn: false,
      decisions: [{ isOn: false, reason: 'Only EU law binds us', at: '2026-03-14T10:00:00.000Z' }],
      version: '1',
    });
    expect((await getMe(context(), admin)).attestationDue).toBe(false);
    expect(await getAttestation(context(), admin, BUILT_IN_ATTESTATION)).toMatchObject({
      isAsked: false,
      isDue: false,
    });
    await expect(accept(admin)).rejects.toMatchObject({ code: 'ATTESTATION-NOT-ASKED' });
    const on = await decide(true, '1');
    expect(on.decisions.map(({ isOn }) => isOn)).toEqual([true, false]);
    expect((await getMe(context(), admin)).attestationDue).toBe(true);
    expect((await scene.activities()).filter((line) => line.includes('ctivate'))).toEqual([
      `Deactivate Attestation ${BUILT_IN_ATTESTATION.version}`,
      `Activate Attestation ${BUILT_IN_ATTESTATION.version}`,
    ]);
  });

  it('refuses a decision that is out of date, below the root, or of an administrator of a part', async () => {
    const { version } = await state();
    await expect(decide(false, '7')).rejects.toMatchObject({ code: 'ATTESTATION-SWITCH-STALE' });
    await expect(decide(false, version, { where: 'Child' })).rejects.toMatchObject({
      code: 'ATTESTATION-SWITCH-NOT-ROOT',
    });
    const part = person('f');
    await scene.assignRole('f', 'ProductAdmin', 'Child', new Date(scene.clock.now()));
    await expect(decide(false, version, { who: part })).rejects.toMatchObject({
      code: 'ATTESTATION-SWITCH-NOT-WHOLE',
    });
    expect(await state(part)).toMatchObject({ isWhole: false, canWrite: false });
  });

  it('keeps the same decision once', async () => {
    const { version, decisions } = await state();
    expect((await decide(true, version)).decisions).toEqual(decisions);
  });

  it('lets one of two decisions at the same time through', async () => {
    const { version } = await state();
    const both = await Promise.allSettled([decide(false, version), decide(false, version)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ATTESTATION-SWITCH-STALE' },
    });
  });
});
