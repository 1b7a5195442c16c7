import { EVENT_EXAMPLES } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { replay } from './recorded/replay.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

useMerchant(test, (made) => ({ scene, merchant } = made));

type Assessment = 'purchase' | 'accountCreation' | 'accountLogin';

const publish = (assessment: Assessment, codes: readonly string[], name = `Rule ${newId()}`) =>
  publishNewRule(scene.contextIn('Root'), name, codes, assessment);

const publishSet = async (codes: readonly string[]) => {
  const context = scene.contextIn('Root', 'Mara Lindqvist');
  const name = `Set ${newId()}`;
  const velocities = codes.map((code) => ({ id: newId(), code }));
  const text = { condition: '', velocities, sampleEvent: 'accountLogin', samplePayload: {} } as const;
  const set = await createVelocitySet(context, { name, description: '', text });
  const input = { version: set.version, name, description: '', active: true, note: '', overwrite: false } as const;
  await publishVelocitySet(context, set.id, { ...input, start: 'fromNow' });
};

const metadataOfNow = (ids: JsonObject): JsonObject => ({
  ...ids,
  trackingId: newId(),
  merchantTimeStamp: new Date(scene.clock.now()).toISOString(),
});
const login = (changes: JsonObject = {}): JsonObject => ({
  ...EVENT_EXAMPLES.accountLogin.full,
  metadata: metadataOfNow({ loginId: newId() }),
  ...changes,
});
const creation = (changes: JsonObject = {}): JsonObject => ({
  ...EVENT_EXAMPLES.accountCreation.full,
  metadata: metadataOfNow({ signUpId: newId() }),
  ...changes,
});

type Answer = { readonly resultDetails: readonly JsonObject[] };
const send = async (kind: 'accountCreation' | 'accountLogin', body: JsonObject, environment = 'Root') => {
  const answer = JSON.parse(await merchant.send(environment, kind, body)) as Answer;
  return answer.resultDetails[0];
};

describe('an account event', () => {
  it('is decided by the rules of its own assessment, in this environment and above, and by no others', async () => {
    await publish('purchase', ['RETURN Reject("purchase")']);
    await publish('accountCreation', [
      'RETURN Review("creation") WHEN @"email.emailValue" == "nora.quill@mailbox.example"',
    ]);
    await publish(
      'accountLogin',
      [
        'OBSERVE Output(known = 14, device = @"device.externalDeviceType", test = true)',
        'RETURN Challenge("SMS", "suspected bot", "do not escalate") WHEN @"device.externalDeviceType" == "Mobile"',
      ],
      'Login guard',
    );
    expect(await send('accountCreation', creation(), 'Child')).toMatchObject({
      decision: 'Review',
      reasons: ['creation'],
    });
    expect(await send('accountLogin', login(), 'Child')).toEqual({
      decision: 'Challenge',
      challengeType: 'SMS',
      reasons: ['suspected bot'],
      rule: 'Login guard',
      ruleEnvironmentId: scene.idOf('Root'),
      clauseName: 'Clause 2',
      supportMessages: ['do not escalate'],
      other: { 'Clause 1': { known: 14, device: 'Mobile', test: true } },
      scores: [
        { scoreType: 'Risk', scoreValue: -1, reason: '' },
        { scoreType: 'Bot', scoreValue: -1, reason: '' },
      ],
      ruleEvaluations: [
        { rule: 'Login guard', clauseNames: ['Clause 1', 'Clause 2'], environmentId: scene.idOf('Root') },
      ],
    });
  });

  it('may have the very text of a rule of another assessment, whose attributes are other ones', async () => {
    const code = 'RETURN Reject() WHEN @"user.userId" == "cust-48999"';
    await publish('purchase', [code]);
    await publish('accountLogin', [code]);
    expect(await send('accountLogin', login())).toMatchObject({ decision: 'Reject' });
  });

  it('is counted by velocities of its kind, and its status with the login it belongs to', async () => {
    await publishSet([
      'SELECT Count() AS logins FROM AccountLogin GROUPBY @"user.userId"',
      'SELECT Count() AS passed FROM AccountLoginStatus WHEN @"statusDetails.statusType" == "Approved" GROUPBY @"accountLogin.user.userId"',
      'SELECT Count() AS both FROM AccountCreation, AccountLogin GROUPBY @"device.deviceContextId"',
    ]);
    const values = ['logins', 'passed'].map((name) => `${name} = Velocity.${name}(@"user.userId", 1d)`);
    const both = 'both = Velocity.both(@"device.deviceContextId", 1d)';
    await publish('accountLogin', [`OBSERVE Output(${[...values, both].join(', ')})`]);
    await send('accountCreation', creation());
    const first = login();
    await send('accountLogin', first);
    const status = {
      ...EVENT_EXAMPLES.accountLoginStatus.minimal,
      metadata: metadataOfNow({ loginId: (first.metadata as JsonObject).loginId ?? null }),
    };
    await merchant.send('Root', 'accountLoginStatus', status);
    expect(await send('accountLogin', login())).toMatchObject({
      other: { 'Clause 1': { logins: 1, passed: 1, both: 2 } },
    });
  });

  it.each(['accountCreation', 'accountLogin', 'signUp', 'purchase'] as const)(
    '%s comes to the same when it is decided again from its record',
    async (kind) => {
      if (kind !== 'signUp')
        await publish(kind, ['OBSERVE Output(dice = RandomInt(1, 1000000))', 'RETURN Review("r")']);
      await merchant.send('Root', kind, EVENT_EXAMPLES[kind].full);
      const ids = { accountCreation: 'ac-7002', accountLogin: 'lg-2', signUp: 'su-2', purchase: 'ord-100002' };
      const reference = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind, eventId: ids[kind] };
      const record = await readEvent(test.database, reference);
      expect(record && (await replay(test.database, scene.tenantId, record)).difference).toBeNull();
      expect(record?.facts).toMatchObject({ userName: 'Nora Quill', ipAddress: '203.0.113.24' });
    },
  );
});

describe('a sign-up of the purchase generation', () => {
  it('is scored and left alone by rules of purchases', async () => {
    await publish('purchase', ['RETURN Reject()']);
    const answer = JSON.parse(await merchant.send('Root', 'signUp', EVENT_EXAMPLES.signUp.full)) as JsonObject;
    expect(answer.resultDetails).toMatchObject({
      MerchantRuleDecision: 'Approve',
      PolicyApplied: 'Default',
      RuleEvaluations: [],
      SignUpId: 'su-2',
    });
  });
});
