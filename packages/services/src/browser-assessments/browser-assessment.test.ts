import { definedSchema, fail } from '@redoubt/domain';
import { fixedClock, type Json } from '@redoubt/kernel';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IncomingEvent } from '../decisions/incoming-event.ts';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';
import { createBrowserAssessments, type BrowserAssessmentOptions } from './browser-assessment.ts';
import { answerKeyIn, encryptAnswer } from './encrypt-answer.ts';

const KEY = randomBytes(32);
const KEY_SET = { keys: [{ kty: 'oct', use: 'enc', kid: 'k-1', k: KEY.toString('base64url') }] };

const decrypt = (text: string, key = KEY): { readonly header: unknown; readonly text: string } => {
  const [header = '', encryptedKey, nonce = '', sealed = '', tag = ''] = text.split('.');
  expect(encryptedKey).toBe('');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(header));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  const clear = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]);
  return { header: JSON.parse(Buffer.from(header, 'base64url').toString()), text: clear.toString() };
};

describe('an answer', () => {
  it('is read by the holder of the key alone', () => {
    const sealed = encryptAnswer('{"é":1}', { kid: 'k-1', key: KEY });
    expect(decrypt(sealed)).toEqual({ header: { alg: 'dir', enc: 'A256GCM', kid: 'k-1' }, text: '{"é":1}' });
    expect(() => decrypt(sealed, randomBytes(32))).toThrow();
    expect(() => decrypt(sealed.replace(/^[^.]+/, Buffer.from('{}').toString('base64url')))).toThrow();
    expect(encryptAnswer('x', { kid: null, key: KEY })).not.toBe(encryptAnswer('x', { kid: null, key: KEY }));
  });

  it.each([
    ['no key set', 'text'],
    ['no keys', { keys: 'none' }],
    ['a key of 128 bits', { keys: [{ kty: 'oct', k: randomBytes(16).toString('base64url') }] }],
    ['a key for signing', { keys: [{ ...KEY_SET.keys[0], use: 'sig' }] }],
    ['a key pair', { keys: [{ ...KEY_SET.keys[0], kty: 'RSA' }] }],
  ] satisfies readonly (readonly [string, Json])[])('takes %s for nothing to encrypt with', (_what, keySet) => {
    expect(answerKeyIn(keySet)).toBeUndefined();
    expect(answerKeyIn({ keys: [null, ...KEY_SET.keys] })?.kid).toBe('k-1');
  });
});

const QUESTION = {
  tenantId: 'tenant',
  environmentId: 'root',
  apiName: 'BotCheck',
  requestId: '3f7c1c1e-6f1d-4c8e-9a51-0d2f6b3c1e77',
  sessionId: 's-1',
  ip: '203.0.113.24',
};

const scene = (
  changes: { readonly keySet?: Json; readonly keySetCall?: string | null; readonly parentId?: string } = {},
) => {
  const { keySet = KEY_SET, keySetCall = 'keys', parentId = null } = changes;
  const seen = { asked: 0, events: [] as IncomingEvent[] };
  let nowMs = 0;
  const schema = definedSchema({
    template: 'DeviceFingerprinting',
    definition: { sections: ['deviceFingerprinting'], fields: [] },
  });
  const environment = {
    environment: { id: 'root', parentId },
    plans: { 'assessment-1': { levels: [{ calls: new Map([['keys', { id: 'c', name: 'keys' }]]) }] } },
    assessments: new Map([['botcheck', { kind: 'assessment-1', apiName: 'BotCheck', schema, keySetCall }]]),
  } as unknown as ResolvedEnvironment;
  const options: BrowserAssessmentOptions = {
    decisions: {
      resolveOpen: () => Promise.resolve(environment),
      record: (event) => {
        seen.events.push(event);
        return Promise.resolve('{"decided":true}');
      },
    },
    calls: {
      forEvent: () => ({
        call: () => {
          seen.asked += 1;
          return { response: keySet, httpStatusCode: 200, error: '', latencyMs: 1 };
        },
      }),
    },
    clock: fixedClock(Date.UTC(2026, 2, 14)),
    monotonicMs: () => nowMs,
  };
  return { seen, options, assess: createBrowserAssessments(options).assess, later: (ms: number) => (nowMs += ms) };
};

describe('a browser that asks', () => {
  it('is decided about by its session, with an answer that only the shop reads', async () => {
    const { assess, seen, later } = scene();
    const answer = await assess(QUESTION);
    expect(decrypt(answer.outcome === 'answered' ? answer.text : '').text).toBe('{"decided":true}');
    expect(seen.events).toMatchObject([
      {
        kind: 'assessment-1',
        body: {
          metadata: { eventId: QUESTION.requestId, merchantTimeStamp: '2026-03-14T00:00:00.000Z' },
          deviceFingerprinting: { id: 's-1', ipAddress: '203.0.113.24' },
        },
      },
    ]);
    await assess(QUESTION);
    expect(seen.asked).toBe(1);
    later(61_000);
    await assess(QUESTION);
    expect(seen.asked).toBe(2);
  });

  it.each([
    ['an id of the event that could be guessed', {}, { requestId: 'ord-1' }],
    ['an API name in other letter case', {}, { apiName: 'botcheck' }],
    ['an assessment that does not exist', {}, { apiName: 'Other' }],
    ['an assessment that answers servers only', { keySetCall: null }, {}],
    ['an environment below a root', { parentId: 'above' }, {}],
    ['a call that is gone', { keySetCall: 'gone' }, {}],
    ['a call that gives no key', { keySet: {} }, {}],
  ])('is told nothing and nothing is decided for %s', async (_what, changes, question) => {
    const { assess, seen } = scene(changes);
    expect(await assess({ ...QUESTION, ...question })).toMatchObject({ outcome: 'refused' });
    expect(seen.events).toEqual([]);
  });

  it('is refused where the environment takes no events', async () => {
    const { options } = scene();
    const resolveOpen = () => Promise.reject(fail('ENV-NOT-ACTIVE'));
    const { assess } = createBrowserAssessments({ ...options, decisions: { ...options.decisions, resolveOpen } });
    expect(await assess(QUESTION)).toEqual({ outcome: 'refused', reason: 'the assessment cannot be made now' });
  });
});
