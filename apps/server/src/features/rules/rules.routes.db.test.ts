import * as contracts from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { ConsoleApp } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';
import { useConsole } from '../../testing/use-console.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

useConsole(db, (made) => ({ consoleApp, tenant } = made));

const engineer = () => consoleApp.personWith(tenant, 'FraudEngineer');

const inSet = () => ({ environmentId: tenant.environmentId, assessment: 'purchase' }) as const;
const clause = (code: string) => ({ id: newId(), name: 'Decide', code });
const textOf = (code: string) => ({ condition: '', clauses: [clause(code)], samplePayload: { totalAmount: 300 } });

describe('rules over HTTP', () => {
  it('answer as the contract says, from the draft to its deletion', async () => {
    const params = inSet();
    const created = await engineer().call(contracts.createRule, {
      params,
      body: { name: 'Limits', text: textOf('RETURN Reject("High") WHEN @"totalAmount" > 220') },
    });
    const one = { ...params, ruleId: created.id };
    const saved = await engineer().call(contracts.saveDraft, {
      params: one,
      body: { version: created.version, text: textOf('RETURN Review() WHEN @"totalAmount" > 220') },
    });
    const published = await engineer().call(contracts.publishRule, {
      params: one,
      body: { version: saved.version, name: 'Limits', description: 'd', active: true, note: 'n' },
    });
    expect(published).toMatchObject({ status: 'Active', order: 1, warnings: [] });
    const version = await engineer().call(contracts.getRuleVersion, { params: { ...one, ruleVersion: 1 } });
    expect(version.note).toBe('n');
    const renamed = await engineer().call(contracts.renameRule, {
      params: one,
      body: { version: published.version, name: 'Limit', description: '' },
    });
    const stopped = await engineer().call(contracts.setRuleActive, {
      params: one,
      body: { version: renamed.version, active: false },
    });
    const set = await engineer().call(contracts.getRuleSet, { params });
    expect(set.rules).toMatchObject([{ name: 'Limit', status: 'Inactive', hits24h: 0 }]);
    await engineer().call(contracts.orderRules, { params, body: { version: set.version, ruleIds: [created.id] } });
    const settings = { version: set.version, runMode: 'allUntilDecision' } as const;
    expect(await engineer().call(contracts.putRuleSettings, { params, body: settings })).toMatchObject({
      runMode: 'allUntilDecision',
    });
    const edited = await engineer().call(contracts.saveDraft, {
      params: one,
      body: { version: stopped.version, text: textOf('RETURN Approve()') },
    });
    await engineer().call(contracts.discardDraft, { params: one });
    const stale = await engineer().send(contracts.deleteRule, { params: one, query: { version: edited.version } });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'RULE-STALE']);
    const rule = await engineer().call(contracts.getRule, { params: one });
    await engineer().call(contracts.deleteRule, { params: one, query: { version: rule.version } });
    const gone = await engineer().send(contracts.getRule, { params: one });
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'RULE-UNKNOWN']);
  });

  it('answer a publication with warnings of names that only number things, in any language, and publish', async () => {
    const params = inSet();
    const text = textOf('RETURN Review()');
    const clauses = [
      ...text.clauses,
      ...textOf('RETURN Reject()').clauses.map((each) => ({ ...each, name: 'Klausel 2' })),
    ];
    const { id, version } = await engineer().call(contracts.createRule, {
      params,
      body: { name: 'New rule 7', text: { ...text, clauses } },
    });
    const body = { version, name: 'New rule 7', description: '', active: true, note: '' };
    const published = await engineer().call(contracts.publishRule, { params: { ...params, ruleId: id }, body });
    expect(published).toMatchObject({
      status: 'Active',
      warnings: [
        { path: 'name', message: expect.stringMatching(/^“New rule 7” says nothing/) },
        { path: 'clauses[1].name', message: expect.stringMatching(/^“Klausel 2” says nothing/) },
      ],
    });
    await engineer().call(contracts.deleteRule, {
      params: { ...params, ruleId: id },
      query: { version: published.version },
    });
  });

  it('answer 422 with the place of each error when a text cannot be published', async () => {
    const params = inSet();
    const broken = await engineer().call(contracts.createRule, {
      params,
      body: { name: 'Broken', text: textOf('RETURN Reject( WHEN') },
    });
    const response = await engineer().send(contracts.publishRule, {
      params: { ...params, ruleId: broken.id },
      body: { version: broken.version, name: 'Broken', description: '', active: true },
    });
    expect(response.statusCode).toBe(422);
    const problem = contracts.problem.parse(response.json());
    expect(problem).toMatchObject({ code: 'RULE-NOT-PUBLISHABLE', params: { name: 'Broken' } });
    expect(problem.problems?.[0]?.path).toContain(broken.draft?.clauses[0]?.id);
  });

  it('evaluate a text over its sample, and name what a rule may read', async () => {
    const params = inSet();
    const viewer = consoleApp.personWith(tenant, 'AllAreasViewer');
    const answer = await viewer.call(contracts.evaluateRule, {
      params,
      body: { text: textOf('RETURN Reject("High") WHEN @"totalAmount" > 220') },
    });
    expect(answer.result).toMatchObject({ decision: 'Reject', reason: 'High', clauseName: 'Decide' });
    const symbols = await viewer.call(contracts.getSymbolTable, { params });
    expect(symbols.attributes.find(({ path }) => path === 'user.email')).toMatchObject({ type: 'string' });
  });
});
