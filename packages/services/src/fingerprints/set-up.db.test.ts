import { newId } from '@redoubt/kernel';
import { saveDeviceSession } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createHostChecker, type HostCheck } from './check-host.ts';
import { createDeviceLookup } from './device-lookup.ts';
import { getDeviceSession } from './get-device-session.query.ts';
import { getFingerprintSetUp, putFingerprintHost, verifyFingerprintHost } from './set-up.commands.ts';

const test = useDatabase();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
});

const session = (environment: string, sessionId: string) => ({
  environmentId: scene.idOf(environment),
  sessionId,
  collectedAt: new Date(scene.clock.now()),
  deviceId: newId(),
  confidence: 0.5,
  cookieId: null,
  fingerprint: 'f',
  ip: '192.0.2.1',
  latitude: null,
  longitude: null,
  speedMph: 0,
  attributes: { trueIp: '192.0.2.1' },
});

describe('the set-up of fingerprinting', () => {
  it('names a host, keeps what a check found, and forgets it with the name', async () => {
    const context = scene.contextIn('Root');
    expect(await getFingerprintSetUp(context)).toMatchObject({ status: 'None', host: null, sessions24h: 0 });
    expect(await putFingerprintHost(context, { hostName: 'fpt.shop.example' })).toMatchObject({
      status: 'Propagating',
    });
    const asked: string[] = [];
    const certificateUntil = new Date(scene.clock.now() + 90 * 86_400_000);
    const answer = (check: HostCheck) => (host: string) => {
      asked.push(host);
      return Promise.resolve(check);
    };
    const valid = await verifyFingerprintHost(context, answer({ problem: null, certificateUntil }));
    expect(valid).toMatchObject({ status: 'Valid', host: { hostName: 'fpt.shop.example', problem: null } });
    const broken = await verifyFingerprintHost(context, answer({ problem: 'certificate', certificateUntil: null }));
    expect(broken).toMatchObject({ status: 'Invalid', host: { problem: 'certificate' } });
    expect(await putFingerprintHost(context, { hostName: 'other.shop.example' })).toMatchObject({
      host: { checkedAt: null },
    });
    expect(await putFingerprintHost(context, { hostName: null })).toMatchObject({ status: 'None', host: null });
    await verifyFingerprintHost(context, answer({ problem: null, certificateUntil }));
    expect(asked).toEqual(['fpt.shop.example', 'fpt.shop.example']);
    expect((await getFingerprintSetUp(scene.contextIn('Child'))).host).toBeNull();
  });

  it('refuses what is no host name', async () => {
    for (const wrong of ['localhost', '192.0.2.1', 'a b.example']) {
      await expect(putFingerprintHost(scene.contextIn('Root'), { hostName: wrong })).rejects.toMatchObject({
        code: 'REQ-INVALID',
      });
    }
  });

  it('connects to no private network', async () => {
    const lookup: ReturnType<ReturnType<typeof createReachableAddresses>['lookupFor']> = (_host, options, done) =>
      createReachableAddresses([]).lookupFor(443)('localhost', options, done);
    expect(await createHostChecker({ lookupFor: () => lookup })('fpt.shop.example')).toEqual({
      problem: 'private',
      certificateUntil: null,
    });
  });
});

describe('sessions', () => {
  it('are shown in their own environment', async () => {
    await saveDeviceSession(test.database, scene.tenantId, session('Root', 'shown'));
    expect((await getDeviceSession(scene.contextIn('Root'), undefined, 'shown')).session).toMatchObject({
      sessionId: 'shown',
      attributes: { trueIp: '192.0.2.1' },
    });
    expect((await getDeviceSession(scene.contextIn('Other'), undefined, 'shown')).session).toBeNull();
    expect(await getFingerprintSetUp(scene.contextIn('Root'))).toMatchObject({ sessions24h: 1 });
  });

  it('are found for events of their environment and those below, the nearest first', async () => {
    const { tenantId } = scene;
    await saveDeviceSession(test.database, tenantId, session('Root', 'both'));
    await saveDeviceSession(test.database, tenantId, { ...session('Child', 'both'), speedMph: 7 });
    const lookup = createDeviceLookup(test.database, () => 0);
    const path = [scene.idOf('Child'), scene.idOf('Root')];
    const [both, shown, elsewhere] = await Promise.all([
      lookup.find(tenantId, path, 'both'),
      lookup.find(tenantId, path, 'shown'),
      lookup.find(tenantId, [scene.idOf('Other')], 'shown'),
    ]);
    expect(both).toMatchObject({ speedMph: 7 });
    expect(shown).toMatchObject({ speedMph: 0 });
    expect(elsewhere).toBeUndefined();
  });

  it('are seen where a rule is written, with a sample that names one', async () => {
    const evaluator = createRuleEvaluator();
    const code =
      'RETURN Reject(Device.GetAttributes(@"deviceContext.deviceContextId").trueIp) WHEN @"deviceAttributes.trueIp" != ""';
    const evaluate = (deviceContextId: string) =>
      evaluateRule(scene.contextIn('Child'), evaluator, 'purchase', {
        condition: '',
        clauses: [{ id: newId(), name: 'Device', code }],
        samplePayload: { deviceContext: { deviceContextId } },
      });
    expect((await evaluate('shown')).result).toMatchObject({ decision: 'Reject', reason: '192.0.2.1' });
    expect((await evaluate('nobody')).result).toMatchObject({ decision: 'Approve' });
    await evaluator.close();
    const { attributes, sources } = await getSymbolTable(scene.contextIn('Child'), 'purchase');
    expect(sources).toContain('device');
    expect(attributes.find(({ path }) => path === 'deviceAttributes.trueIp')).toMatchObject({ description: 'True IP' });
  });

  it('cost a tenant without any nothing, and are found once there is one', async () => {
    const lookup = createDeviceLookup(test.database, () => 0);
    const tenantId = newId();
    await lookup.find(tenantId, [newId()], 'nobody');
    expect(lookup.find(tenantId, [newId()], 'nobody')).toBeUndefined();
    lookup.collected(tenantId);
    expect(lookup.find(tenantId, [newId()], 'nobody')).toBeInstanceOf(Promise);
  });
});
