import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEvent } from '../events/get-event.query.ts';
import { createExternalCall } from '../external-calls/external-calls.commands.ts';
import { getExternalCallMetrics } from '../external-calls/external-calls.queries.ts';
import { publishFunction } from '../functions/function.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createPartnerFunction } from '../testing/partner-function.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { answerJson, startHostileServer } from './testing-server.ts';

const test = useDatabase();
let server: Awaited<ReturnType<typeof startHostileServer>>;
let scene: Scene;
let merchant: Merchant;

beforeAll(async () => {
  server = await startHostileServer({
    '/score': answerJson({ score: 700 }),
    '/broken': (_request, answer) => {
      answer.writeHead(503);
      answer.end();
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const create = (path: string): Promise<{ readonly id: Id }> =>
  createExternalCall(scene.contextIn('Root'), merchant.calls, {
    name: 'riskScore',
    description: '',
    definition: {
      method: 'POST',
      url: `${server.origin}${path}`,
      contentType: 'json',
      parameters: [{ name: 'user', sample: 'nora' }],
      configurations: [],
      headers: [],
      body: null,
      authentication: { kind: 'anonymous' },
      timeoutMs: 5000,
      defaultResponse: { score: 1 },
    },
    sampleResponse: { score: 650 },
    secrets: {},
  });

const publish = async (
  name: string,
  condition: string,
  clauses: Readonly<Record<string, string>>,
  environment = 'Root',
): Promise<Id> => {
  const context = scene.contextIn(environment);
  const text = {
    condition,
    clauses: Object.entries(clauses).map(([clause, code]) => ({ id: newId(), name: clause, code })),
    samplePayload: PURCHASE_SAMPLE,
  };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  return (await publishRule(context, 'purchase', rule.id, input)).id;
};

const buy = (purchaseId: string, environment = 'Root'): Promise<string> =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId });

const metricsOf = async (id: Id, context = scene.contextIn('Root')) => {
  await merchant.counted();
  return getExternalCallMetrics(context, merchant.calls, id, { period: '1h' });
};

describe('figures of those who call', () => {
  it('name the rule, the condition and the clause, and count each once', async () => {
    const { id } = await create('/score');
    const ruleId = await publish('Partner', 'WHEN External.riskScore("condition").score > 0', {
      'First clause': 'RETURN Reject() WHEN External.riskScore("first").score > 900',
      'Second clause': 'OBSERVE Output(s = External.riskScore("second").score)',
    });
    await buy('one');
    await buy('two');
    const { callers, figures, budgetMs } = await metricsOf(id);
    expect({ figures, budgetMs }).toMatchObject({ figures: { calls: 6 }, budgetMs: 5000 });
    expect(
      callers.map(({ clause, isCondition, figures: { calls, success } }) => ({ clause, isCondition, calls, success })),
    ).toEqual(
      expect.arrayContaining([
        { clause: '', isCondition: true, calls: 2, success: 1 },
        { clause: 'First clause', isCondition: false, calls: 2, success: 1 },
        { clause: 'Second clause', isCondition: false, calls: 2, success: 1 },
      ]),
    );
    expect(new Set(callers.map(({ rule }) => rule?.id))).toEqual(new Set([ruleId]));
    expect(callers[0]?.rule).toMatchObject({
      name: 'Partner',
      assessment: 'purchase',
      environmentId: scene.idOf('Root'),
    });
  });

  it('name the clause that reads a function, wherever the function stands', async () => {
    const { id } = await create('/score');
    const root = scene.contextIn('Root');
    const fn = await createPartnerFunction(root);
    await publishFunction(root, fn.id, { version: fn.version, description: '', note: '' });
    await publish('Own', '', { Deep: 'RETURN Review("p") WHEN Functions.root.Partner().score == 700' }, 'Child');
    await buy('one', 'Child');
    expect((await metricsOf(id)).callers).toMatchObject([
      { rule: { name: 'Own', environmentId: scene.idOf('Child') }, clause: 'Deep', figures: { calls: 1 } },
    ]);
  });

  it('lead to the newest event of each failure, whose record holds what was sent', async () => {
    const { id } = await create('/broken');
    await publish('Partner', '', { Ask: 'OBSERVE Output(s = External.riskScore(@"purchaseId").score)' });
    await buy('one');
    await buy('two');
    const { callers } = await metricsOf(id);
    const environmentId = scene.idOf('Root');
    expect(callers).toMatchObject([
      {
        clause: 'Ask',
        failures: [{ outcome: 'http:503', calls: 2, newest: { environmentId, eventType: 'purchase', eventId: 'two' } }],
      },
    ]);
    const event = await getEvent(scene.contextIn('Root'), {
      environmentId,
      eventType: 'purchase',
      eventEnvironmentId: environmentId,
      eventId: 'two',
    });
    expect(event.calls).toMatchObject([{ name: 'riskScore', httpStatusCode: 503, arguments: ['two'] }]);
  });

  it('name no event to those who may not search events', async () => {
    const { id } = await create('/broken');
    await publish('Partner', '', { Ask: 'OBSERVE Output(s = External.riskScore(@"purchaseId").score)' });
    await buy('one');
    const context = scene.contextIn('Root');
    const { search: _search, ...capabilities } = context.capabilities;
    const { callers } = await metricsOf(id, { ...context, capabilities });
    expect(callers).toMatchObject([{ failures: [{ outcome: 'http:503', calls: 1, newest: null }] }]);
  });
});
