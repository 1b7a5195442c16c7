import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { openData, type EnrichmentData } from '@redoubt/enrichment';
import { newId } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { tryOnHistory } from '../testing/whole-history.ts';

const test = useDatabase();
const BODY = { ...PURCHASE_SAMPLE, customData: { card: '411111', other: '555555' } };
const CODE =
  'OBSERVE Output(issuer = BIN.Lookup(@"customData.card").issuer, error = BIN.Lookup(@"customData.card").error)';
let scene: Scene;
let merchant: Merchant;
let directory: string;
let data: EnrichmentData;
let ruleId: string;

/** A file of issuers, and the data it makes. */
const edition = async (name: string, issuer: string) => {
  const bins = join(directory, name);
  await writeFile(bins, `BIN,Brand,Issuer,isoCode2\n4111,VISA,"${issuer}",us\n5555,MASTERCARD,"Bank, Other",DE\n`);
  const sources = { bins, stamp: name };
  const fail = (error: Error): void => {
    throw error;
  };
  return { sources, data: openData(sources, { onProblem: fail }) };
};

const decide = async (): Promise<NonNullable<Awaited<ReturnType<typeof readEvent>>>> => {
  const eventId = newId();
  await merchant.send('Root', 'purchase', { ...BODY, purchaseId: eventId });
  const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase' as const, eventId };
  const event = await readEvent(test.database, key);
  if (event === undefined) throw new Error('the event is not there');
  return event;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-data-'));
  scene = await createScene(test.database, { Root: {} });
  ({ data } = await edition('june.csv', 'First Bank'));
  merchant = await createMerchant(test.database, scene, () => data);
  const context = scene.contextIn('Root');
  const text = { condition: '', clauses: [{ id: newId(), name: 'Card', code: CODE }], samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name: 'Issuers', description: '', text });
  ruleId = rule.id;
  const input = { version: rule.version, name: 'Issuers', description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
});
afterAll(async () => {
  await merchant.close();
  await rm(directory, { recursive: true });
});

describe('facts that rules look up', () => {
  it('are offered by the symbol table of the editor', async () => {
    expect((await getSymbolTable(scene.contextIn('Root'), 'purchase')).sources).toContain('geo');
  });

  it('are kept with the event, together with the edition of the data', async () => {
    const event = await decide();
    expect(event.result).toMatchObject({ outputs: { Card: { issuer: 'First Bank', error: '' } } });
    expect(event.inputs).toMatchObject({ data: { bin: data.versionOf('bin') } });
    const detail = await getEvent(scene.contextIn('Root'), {
      environmentId: scene.idOf('Root'),
      eventEnvironmentId: scene.idOf('Root'),
      eventType: 'purchase',
      eventId: event.eventId,
    });
    const found = expect.objectContaining({ issuer: 'First Bank', cardNetwork: 'VISA', countryCode: 'US' }) as unknown;
    expect(detail.lookedUp).toEqual([{ kind: 'bin', asked: '411111', found, version: data.versionOf('bin') }]);
  });

  it('stay what they were when the data change, and a replay names the edition', async () => {
    const event = await decide();
    const recorded = data.versionOf('bin');
    const next = await edition('july.csv', 'Second Bank');
    expect(await replay(test.database, scene.tenantId, event, next.data)).toMatchObject({
      difference: null,
      data: [{ kind: 'bin', recorded, current: next.data.versionOf('bin') }],
    });
    expect((await replay(test.database, scene.tenantId, event, data)).data).toEqual([]);
  });

  it('are taken from the data of today where a backtest asks what was not asked then, and counted', async () => {
    await decide();
    const { sources } = await edition('august.csv', 'Third Bank');
    const run = (code: string) =>
      tryOnHistory(
        test.database,
        scene,
        { ruleId, ruleName: 'Issuers', text: { condition: '', clauses: [{ id: newId(), name: 'Tried', code }] } },
        { data: sources },
      );
    const asked = await run('RETURN Reject() WHEN BIN.Lookup(@"customData.card").issuer == "First Bank"');
    expect(asked).toMatchObject({ unknown: [], after: { Reject: { events: asked.events } } });
    const notAsked = await run('RETURN Reject() WHEN BIN.Lookup(@"customData.other").issuer == "Bank, Other"');
    expect(notAsked).toMatchObject({
      after: { Reject: { events: notAsked.events } },
      unknown: [{ kind: 'data', name: 'bin', events: notAsked.events }],
    });
  });

  it('are seen in the evaluation of a sample', async () => {
    const { sources } = await edition('june.csv', 'First Bank');
    const evaluator = createRuleEvaluator();
    evaluator.useData(() => sources);
    const clauses = [{ id: newId(), name: 'Card', code: CODE }];
    const text = { condition: '', clauses, samplePayload: BODY };
    const { result } = await evaluateRule(scene.contextIn('Root'), evaluator, 'purchase', text);
    await evaluator.close();
    expect(result).toMatchObject({ outputs: { Card: { issuer: 'First Bank' } }, data: [data.versionOf('bin')] });
  });
});
