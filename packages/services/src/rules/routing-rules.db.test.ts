import type { RuleDetail } from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { listReferences } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { getRoutingSymbols, getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { ruleTextOf, ruleWriters } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { deleteRule, setRuleActive } from './change-rule.commands.ts';
import { evaluateRule } from './evaluate-rule.query.ts';
import { getRuleSet } from './get-rule-set.query.ts';
import { getRule } from './get-rule.query.ts';
import {
  createRoutingRule,
  deleteRoutingRule,
  orderRoutingRules,
  publishRoutingRule,
  renameRoutingRule,
  rollBackRoutingRule,
  saveRoutingDraft,
} from './routing-rules.commands.ts';
import {
  getRoutingAssessments,
  getRoutingCoverage,
  getRoutingRule,
  getRoutingRuleSet,
} from './routing-rules.queries.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let scene: Scene;

const { mara, draft } = ruleWriters(() => scene);
const LARGE = 'ROUTETO Queue("Large") WHEN @"totalAmount" > 220';

const addQueue = async (name: string, environment = 'Root', assessment = 'purchase') => {
  const { tenantId, environmentId } = scene.contextIn(environment);
  const id = newId();
  await test.asAdmin(`
    insert into case_queue (tenant_id, queue_id, environment_id, assessment, name, name_key, description, sequence,
        order_by, direction, timeout_ms, default_decision, changed_by, changed_at)
      values ('${tenantId}', '${id}', '${environmentId}', '${assessment}', '${name}', '${name.toLowerCase()}', '',
        'Unrestricted', 'eventTime', 'asc', 86400000, 'Approve', 'Mara', now())`);
  return id;
};
const routing = (name: string, code = LARGE, environment = 'Root') =>
  createRoutingRule(mara(environment), 'purchase', { name, description: '', text: ruleTextOf(code) });
const publish = (rule: RuleDetail, environment = 'Root') =>
  publishRoutingRule(mara(environment), 'purchase', rule.id, {
    version: rule.version,
    name: rule.name,
    description: rule.description,
    active: true,
    note: '',
    overwrite: false,
  });
const published = async (name: string, code = LARGE) => publish(await routing(name, code));

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  await addQueue('Large');
});
afterAll(() => evaluator.close());

describe('routing rules', () => {
  it('have a list of their own, and are unknown where rules that decide are meant', async () => {
    const rule = await published('Large amounts');
    const decides = await draft('Limits');
    expect(rule).toMatchObject({ type: 'routing', status: 'Active', order: 1 });
    expect((await getRoutingRuleSet(mara(), 'purchase')).rules.map(({ name }) => name)).toEqual(['Large amounts']);
    const set = await getRuleSet(mara(), 'purchase');
    expect([...set.rules, ...set.drafts].map(({ name }) => name)).toEqual(['Limits']);
    const unknown = { code: 'RULE-UNKNOWN' };
    await expect(getRule(mara(), 'purchase', rule.id)).rejects.toMatchObject(unknown);
    await expect(getRoutingRule(mara(), 'purchase', decides.id)).rejects.toMatchObject(unknown);
    await expect(deleteRule(mara(), 'purchase', rule.id, rule.version)).rejects.toMatchObject(unknown);
    const { version } = rule;
    await expect(setRuleActive(mara(), 'purchase', rule.id, { version, active: false })).rejects.toMatchObject(unknown);
    await expect(deleteRoutingRule(mara(), 'purchase', decides.id, decides.version)).rejects.toMatchObject(unknown);
  });

  it('are not inherited: each environment routes its own cases', async () => {
    await published('Large amounts');
    const child = await getRoutingRuleSet(mara('Child'), 'purchase');
    expect([child.rules, child.inherited, child.queues.map(({ name }) => name)]).toEqual([[], [], ['General']]);
  });

  it('go through drafts, versions, names and order, with the activity log', async () => {
    const first = await published('First');
    const second = await published('Second');
    const set = await getRoutingRuleSet(mara(), 'purchase');
    const ordered = await orderRoutingRules(mara(), 'purchase', {
      version: set.version,
      ruleIds: [second.id, first.id],
    });
    expect(ordered.rules.map(({ name }) => name)).toEqual(['Second', 'First']);
    const current = await getRoutingRule(mara(), 'purchase', first.id);
    const edited = await saveRoutingDraft(mara(), 'purchase', first.id, {
      version: current.version,
      text: ruleTextOf('ROUTETO Queue("General")'),
    });
    const again = await publish(edited);
    const back = await rollBackRoutingRule(mara(), 'purchase', first.id, { version: again.version, to: 1, note: '' });
    expect(back.published).toMatchObject({ version: 3, restores: 1, clauses: [{ code: LARGE }] });
    const renamed = await renameRoutingRule(mara(), 'purchase', first.id, {
      version: back.version,
      name: 'Primary',
      description: '',
    });
    await deleteRoutingRule(mara(), 'purchase', first.id, renamed.version);
    const left = await getRoutingRuleSet(mara(), 'purchase');
    expect(left.rules.map(({ name, order }) => [name, order])).toEqual([['Second', 1]]);
    const activities = (await scene.activities()).filter((line) => /RoutingRule|RuleSet/.test(line));
    expect(activities.toSorted()).toEqual([
      'Create RoutingRule First',
      'Create RoutingRule Second',
      'Delete RoutingRule Primary',
      'Publish RoutingRule First',
      'Publish RoutingRule First',
      'Publish RoutingRule Second',
      'Rename RoutingRule Primary',
      'Reorder RuleSet purchase routing rules',
      'RollBack RoutingRule First',
      'Update RoutingRule First',
    ]);
  });

  it('begin only where reviews become cases', async () => {
    const input = { name: 'Elsewhere', description: '' };
    await expect(createRoutingRule(mara(), 'accountLogin', input)).rejects.toMatchObject({ code: 'ROUTING-NO-CASES' });
    const { assessments } = await getRoutingAssessments(mara());
    expect(assessments.map(({ assessment }) => assessment)).toEqual(['purchase']);
  });
});

describe('queues in routing rules', () => {
  const problemsOf = async (code: string) => {
    const rule = await routing(`Rule ${newId()}`, code);
    const error = await publish(rule).then(
      () => null,
      (thrown: { readonly problems?: readonly { readonly message: string }[] }) => thrown,
    );
    return error?.problems?.map(({ message }) => /FQL-[A-Z-]+/.exec(message)?.[0]) ?? [];
  };

  it('exist in the environment and belong to the assessment', async () => {
    await addQueue('Elsewhere', 'Child');
    await addQueue('Logins', 'Root', 'accountLogin');
    expect(await problemsOf('ROUTETO Queue("large")')).toEqual([]);
    expect(await problemsOf('ROUTETO Queue("General")')).toEqual([]);
    expect(await problemsOf('ROUTETO Queue("Elsewhere")')).toEqual(['FQL-UNKNOWN-QUEUE']);
    expect(await problemsOf('ROUTETO Queue("Logins")')).toEqual(['FQL-UNKNOWN-QUEUE']);
    expect(await problemsOf('ROUTETO Queue("Lagre")')).toEqual(['FQL-MISSPELT-QUEUE']);
    expect(await problemsOf('ROUTETO Queue(@"currency")')).toEqual(['FQL-NOT-CONSTANT']);
  });

  it('stand once in a clause', async () => {
    expect(await problemsOf('ROUTETO Queue("Large") ROUTETO Queue("General")')).toContain('FQL-STATEMENT-REPEATED');
    expect(await problemsOf('RETURN Approve()')).toContain('FQL-STATEMENT-NOT-HERE');
  });

  it('are known to completion of routing rules alone', async () => {
    expect((await getRoutingSymbols(mara(), 'purchase')).queues).toEqual(['General', 'Large']);
    expect((await getSymbolTable(mara(), 'purchase')).queues).toBeUndefined();
  });

  it('are stored as references at publication, and flagged once they are gone', async () => {
    const rule = await published('Large amounts');
    const queues = await test.database.readTenant(scene.tenantId, (trx) => listReferences(trx, { kinds: ['queue'] }));
    expect(queues.map(({ name, reader }) => [name, reader.id])).toEqual([['Large', rule.id]]);
    const routesTo = async () => (await getRoutingRuleSet(mara(), 'purchase')).routesTo;
    expect(await routesTo()).toEqual([{ ruleId: rule.id, queue: 'Large', isThere: true }]);
    await test.asAdmin('delete from case_queue');
    expect(await routesTo()).toEqual([{ ruleId: rule.id, queue: 'Large', isThere: false }]);
    expect((await getRoutingAssessments(mara())).assessments).toMatchObject([{ published: 1, flagged: 1 }]);
  });
});

it('an evaluation says which queue a sample would reach, and by which clause', async () => {
  const as = { type: 'routing', decision: 'Review' } as const;
  const text = {
    condition: 'WHEN @"currency" == "EUR"',
    clauses: [
      { id: newId(), name: 'Small', code: 'ROUTETO Queue("General") WHEN @"totalAmount" < 10' },
      { id: newId(), name: 'Large', code: LARGE },
    ],
    samplePayload: { currency: 'EUR', totalAmount: 300 },
  };
  const { result } = await evaluateRule(mara(), evaluator, 'purchase', text, as);
  expect(result).toMatchObject({ conditionMet: true, queue: 'Large' });
  expect(result?.steps.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['condition', 'true'],
    ['Small', 'false'],
    ['Large', 'fired'],
  ]);
  const small = { ...text, samplePayload: { currency: 'EUR', totalAmount: 100 } };
  expect((await evaluateRule(mara(), evaluator, 'purchase', small, as)).result?.queue).toBeNull();
});

it('coverage says what share of the newest cases each rule and clause routed, and General got the rest', async () => {
  const { tenantId, environmentId, clock } = mara();
  const addCase = async (eventId: string, daysAgo: number, rule: string | null, clause: string | null) => {
    const at = new Date(clock.now() - daysAgo * 86_400_000).toISOString();
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    await test.asAdmin(`
      insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
          routed_rule, routed_clause, queue_id, settles_at, due_at)
        values ('${tenantId}', '${environmentId}', 1, '${eventId}', '${newId()}', 1, '${at}', '${at}',
          ${text(rule)}, ${text(clause)}, '${newId()}', '${at}', '${at}')`);
  };
  await published('Large amounts');
  await addCase('now', 0.5, 'Large amounts', 'Large');
  await addCase('a', 1.5, 'Large amounts', 'Large');
  await addCase('b', 2, 'Large amounts', 'Large');
  await addCase('c', 3, 'Large amounts', 'Huge');
  await addCase('d', 4, null, null);
  await addCase('old', 8, null, null);
  expect(await getRoutingCoverage(mara(), 'purchase')).toMatchObject({
    cases: 5,
    general: 1,
    rules: [
      {
        name: 'Large amounts',
        cases: 4,
        clauses: [
          { name: 'Large', cases: 3 },
          { name: 'Huge', cases: 1 },
        ],
      },
    ],
  });
  expect((await getRoutingRuleSet(mara(), 'purchase')).rules).toMatchObject([{ name: 'Large amounts', hits24h: 1 }]);
});
