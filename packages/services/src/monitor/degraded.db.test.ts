import { DEGRADED_REASONS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { MINUTE_MS, newId } from '@redoubt/kernel';
import { PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerJson, startHostileServer, type SeenRequest } from '../call-runtime/testing-server.ts';
import { degradedReasons } from '../decisions/degraded-reasons.ts';
import { createExternalCall } from '../external-calls/external-calls.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { searchEvents } from '../search/search-events.query.ts';
import { readPoints } from '../series-alerts/series.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getMonitor } from './get-monitor.query.ts';

const test = useDatabase();
let server: Awaited<ReturnType<typeof startHostileServer>>;
let scene: Scene;
let merchant: Merchant;
let isBroken = false;

beforeAll(async () => {
  server = await startHostileServer({
    '/score': (_request, answer) => {
      if (isBroken) answer.writeHead(500).end();
      else answerJson({ score: 5 })({} as SeenRequest, answer);
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  isBroken = false;
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const publishAskingRule = async (): Promise<void> => {
  const context = scene.contextIn('Root');
  await createExternalCall(context, merchant.calls, {
    name: 'score',
    description: '',
    definition: {
      defaultResponse: { score: 900 },
      timeoutMs: 1000,
      authentication: { kind: 'anonymous' },
      body: null,
      headers: [],
      configurations: [],
      parameters: [],
      contentType: 'json',
      url: `${server.origin}/score`,
      method: 'GET',
    },
    sampleResponse: { score: 5 },
    secrets: {},
  });
  const clauses = [{ id: newId(), name: 'Asks', code: 'RETURN Review("high") WHEN External.score().score > 600' }];
  const text = { condition: '', clauses, samplePayload: PURCHASE_SAMPLE };
  const rule = await createRule(context, 'purchase', { name: 'Asking', description: '', text });
  const input = { version: rule.version, name: 'Asking', description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
};

const buy = (purchaseId: string) => merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });

const monitorOf = async () =>
  (await getMonitor(scene.contextIn('Root'), 'purchase', { period: '1h', includeChildren: true })).degraded;

const found = async (reasons: readonly string[]): Promise<readonly string[]> => {
  const nowMs = scene.clock.now();
  const { rows } = await searchEvents(scene.contextIn('Root'), {
    eventType: 'purchase',
    from: new Date(nowMs - 60 * MINUTE_MS).toISOString(),
    to: new Date(nowMs + 60 * MINUTE_MS).toISOString(),
    includeChildren: true,
    filters: [{ field: 'degraded', operator: 'is', values: [...reasons] }],
    cursor: null,
    limit: 100,
  });
  return rows.map(({ eventId }) => eventId);
};

describe('a degraded decision', () => {
  it('is the same number on the monitor, in an alert and in Search, and after a rebuild', async () => {
    await publishAskingRule();
    await buy('whole-1');
    await buy('whole-2');
    await buy('whole-3');
    isBroken = true;
    await buy('lacking');
    await merchant.projected();

    const live = await monitorOf();
    expect(live).toMatchObject({ events: 1, reasons: [{ value: 'externalCall', events: 1 }] });
    expect(live.bars.reduce((sum, events) => sum + events, 0)).toBe(1);

    const asked = {
      figure: 'degradedPercent',
      target: 'purchase',
      decision: null,
      includeChildren: true,
      windowMinutes: 1440,
    } as const;
    const untilMs = scene.clock.now() + 1440 * MINUTE_MS;
    const points = await test.database.inTenant(scene.tenantId, (trx) =>
      readPoints(trx, scene.idOf('Root'), asked, { count: 1, untilMs, withRange: false }),
    );
    expect(points.map(({ value }) => value)).toEqual([25]);

    expect(await found(DEGRADED_REASONS)).toEqual(['lacking']);
    expect(await found(['externalCall'])).toEqual(['lacking']);
    expect(await found(['model'])).toEqual([]);

    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await merchant.projected();
    expect(await monitorOf()).toEqual(live);
    expect(await found(DEGRADED_REASONS)).toEqual(['lacking']);
  });

  it('names each thing it lacked once, and nothing that answered', () => {
    const call = (name: string, error: string, kind: 'external' | 'assessment' = 'external') => ({
      environmentId: scene.idOf('Root'),
      request:
        kind === 'external'
          ? { kind, name, arguments: [] }
          : { kind, name, method: 'Evaluate' as const, api: null, baseInput: null, fields: {} },
      answer: { response: null, httpStatusCode: 0, error, latencyMs: 1 },
    });
    expect(degradedReasons({ calls: [call('score', '')], facts: { '["geo","192.0.2.1"]': null } }, undefined)).toEqual(
      [],
    );
    expect(
      degradedReasons(
        {
          calls: [call('list:Bins', 'No answer came in time.'), call('other', 'x', 'assessment'), call('score', 'x')],
          facts: { '["risk"]': null, '["bot","login"]': { score: 3 } },
        },
        ['Cards.count'],
      ),
    ).toEqual([...DEGRADED_REASONS]);
  });
});
