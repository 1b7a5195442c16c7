import type { AssessmentName, ClauseSection } from '@redoubt/domain';
import { compilePlan, decide } from '@redoubt/engine';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPlanSources } from '../plans/load-plan-sources.ts';
import { createRuleTemplate } from '../templates/rule-templates.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createRule } from './create-rule.command.ts';
import { saveDraft } from './draft.commands.ts';
import { publishRule } from './publish-rule.command.ts';
import { rollBackRule } from './roll-back-rule.command.ts';

const test = useDatabase();
let scene: Scene;
const mara = () => scene.contextIn('Root', 'Mara Lindqvist');

type Written = readonly [name: string, section: ClauseSection | undefined, code: string];
const textOf = (clauses: readonly Written[]) => ({
  condition: '',
  clauses: clauses.map(([name, section, code]) => ({ id: newId(), name, code, ...(section ? { section } : {}) })),
  samplePayload: {},
});
const draft = (name: string, assessment: AssessmentName, clauses: readonly Written[]) =>
  createRule(mara(), assessment, { name, description: '', text: textOf(clauses) });
type Rule = Awaited<ReturnType<typeof draft>>;
const publish = ({ id, name, version, assessment }: Rule, brought = false) =>
  publishRule(mara(), assessment, id, {
    version,
    name,
    description: '',
    active: true,
    note: '',
    overwrite: false,
    brought,
  });
const placesOf = (clauses: readonly { readonly name: string; readonly section?: ClauseSection | undefined }[] = []) =>
  clauses.map(({ name, section }) => `${name} ${section ?? '-'}`);

const AFTER_RISK: Written = ['Risky', 'postRisk', 'RETURN Reject("risk") WHEN @"riskScore" > 700'];
const AFTER_BOT: Written = ['Bot', 'postBot', 'RETURN Review("bot") WHEN @"botScore" > 500'];
const BEFORE: Written = ['Known', undefined, 'RETURN Approve("known") WHEN @"user.userType" == "Known"'];

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
});

describe('clauses', () => {
  it('are kept, published and run section by section', async () => {
    const rule = await draft('Login', 'accountLogin', [AFTER_RISK, AFTER_BOT, BEFORE]);
    expect(placesOf(rule.draft?.clauses)).toEqual(['Known -', 'Bot postBot', 'Risky postRisk']);
    expect((await publish(rule)).published?.clauses).toEqual(rule.draft?.clauses);
    const { plans } = await loadPlanSources(test.database, scene.tenantId, scene.clock);
    const levels = plans.find(({ assessment }) => assessment === 'accountLogin')?.levels ?? [];
    const { plan, problems } = compilePlan('plan', scene.idOf('Root'), levels, new Map());
    expect(problems).toEqual([]);
    const reasonFor = (payload: Record<string, string | number | Record<string, string>>) =>
      decide(plan, { payload, generated: {}, nowMs: 0, correlationId: 'c', seed: 1 }).reason;
    expect(reasonFor({ riskScore: 900, botScore: 900, user: { userType: 'Known' } })).toBe('known');
    expect(reasonFor({ riskScore: 900, botScore: 900 })).toBe('bot');
    expect(reasonFor({ riskScore: 900 })).toBe('risk');
  });

  it('stand in a section their assessment has', async () => {
    await expect(draft('No bots here', 'purchase', [AFTER_BOT])).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.text.clauses[0].section' }],
    });
  });

  it('are published with a score only from its stage on, unless they come from before there were stages', async () => {
    const [, , code] = AFTER_RISK;
    const early = await draft('Early', 'purchase', [['Risky', undefined, code]]);
    const id = early.draft?.clauses[0]?.id ?? '';
    await expect(publish(early)).rejects.toMatchObject({
      code: 'RULE-NOT-PUBLISHABLE',
      problems: [{ path: `${id}:1:28`, message: expect.stringContaining('FQL-RISK-SCORE-EARLY') as string }],
    });
    const before = await publish(early, true);
    const text = { condition: '', clauses: [{ id, name: 'Risky', code, section: 'postRisk' as const }] };
    const saved = await saveDraft(mara(), 'purchase', before.id, {
      version: before.version,
      text: { ...text, samplePayload: {} },
    });
    const moved = await publish(saved);
    expect(placesOf(moved.published?.clauses)).toEqual(['Risky postRisk']);
    const back = await rollBackRule(mara(), 'purchase', moved.id, { version: moved.version, to: 1, note: '' });
    expect(placesOf(back.published?.clauses)).toEqual(['Risky -']);
  });

  it('of a template find the section nearest to theirs in a rule of another assessment', async () => {
    const code = 'RETURN Review() WHEN false';
    const rule = await publish(
      await draft('Logins', 'accountLogin', [
        ['a', 'postBot', code],
        ['b', 'postRisk', code],
      ]),
    );
    const { id: templateId, file } = await createRuleTemplate(mara(), {
      name: 'Logins',
      description: '',
      assessment: 'accountLogin',
      ruleId: rule.id,
    });
    expect(placesOf(file.rule.clauses)).toEqual(['a postBot', 'b postRisk']);
    const made = await createRule(mara(), 'purchase', { name: 'From logins', description: '', templateId });
    expect(placesOf(made.draft?.clauses)).toEqual(['a -', 'b postRisk']);
  });
});
