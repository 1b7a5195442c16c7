import type { AssessmentName, ClauseSection } from '@redoubt/domain';
import { compilePlan, decide } from '@redoubt/engine';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPlanSources } from '../plans/load-plan-sources.ts';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { createFunction, publishFunction, saveFunctionDraft } from '../functions/function.commands.ts';
import { createRuleTemplate } from '../templates/rule-templates.commands.ts';
import { publishInputOf } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createRule } from './create-rule.command.ts';
import { saveDraft } from './draft.commands.ts';
import { publishRule } from './publish-rule.command.ts';
import { rollBackRule } from './change-rule.commands.ts';

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
const publish = (rule: Rule, imported = false) =>
  publishRule(mara(), rule.assessment, rule.id, { ...publishInputOf(rule), imported });
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
    const { plans } = await loadPlanSources({ ...scene, database: test.database });
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

  it('read a function that reads a score where they may read the score, and keep running where it may begin to', async () => {
    const context = mara();
    const publishFunctionText = async (name: string, code: string) => {
      const text = {
        parameters: [],
        outputs: [{ id: newId(), name: 'high', description: '', type: 'Boolean' as const, fallback: false, code }],
        samplePayload: {},
      };
      const { id, version } = await createFunction(context, { name, description: '', text });
      const published = await publishFunction(context, id, { version, description: '', note: '' });
      return { ...published, text };
    };
    const level = await publishFunctionText('level', 'RETURN @"totalAmount" > 700');
    await publishFunctionText('outer', 'LET $level = Functions.level() RETURN $level.high');
    const code = 'RETURN Reject("high") WHEN Functions.outer().high';
    const running = await publish(await draft('Runs on', 'accountCreation', [['High', undefined, code]]));
    const outputs = level.text.outputs.map((output) => ({ ...output, code: 'RETURN @"riskScore" > 700' }));
    const changed = await saveFunctionDraft(context, level.id, {
      version: level.version,
      text: { ...level.text, outputs },
    });
    const again = { version: changed.version, description: '', note: '' };
    await expect(publishFunction(context, level.id, again)).rejects.toMatchObject({
      code: 'FUNCTION-SCORE-EARLY',
      params: { callers: ['Runs on'] },
    });
    await publishFunction(context, level.id, { ...again, acceptBreaking: true });

    const { functions } = await getSymbolTable(context, 'accountCreation');
    expect(functions.find(({ scope, name }) => scope === 'here' && name === 'outer')?.properties).toEqual([
      { name: 'high', type: 'Boolean', scores: ['riskScore'] },
    ]);
    const early = await draft('Too early', 'accountCreation', [['High', undefined, code]]);
    await expect(publish(early)).rejects.toMatchObject({
      code: 'RULE-NOT-PUBLISHABLE',
      problems: [
        {
          path: `${early.draft?.clauses[0]?.id ?? ''}:1:46`,
          message: expect.stringContaining('Functions.outer.high (riskScore)') as string,
        },
      ],
    });
    const late = await publish(await draft('In time', 'accountCreation', [['High', 'postRisk', code]]));
    expect(placesOf(late.published?.clauses)).toEqual(['High postRisk']);
    const { plans } = await loadPlanSources({ ...scene, database: test.database });
    const levels = plans.find(({ assessment }) => assessment === 'accountCreation')?.levels ?? [];
    const { plan, problems } = compilePlan('plan', scene.idOf('Root'), levels, new Map());
    expect(problems).toEqual([]);
    const payload = { riskScore: 900 };
    const decided = decide(plan, { payload, generated: {}, nowMs: 0, correlationId: 'c', seed: 1 });
    expect(decided).toMatchObject({ reason: 'high', rule: { id: running.id } });
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
