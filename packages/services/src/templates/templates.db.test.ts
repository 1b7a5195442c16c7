import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBranch } from '../branches/create-branch.command.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import {
  createRuleTemplate,
  deleteRuleTemplate,
  importRuleTemplate,
  renameRuleTemplate,
} from './rule-templates.commands.ts';
import { getRuleTemplate, getRuleTemplates } from './rule-templates.queries.ts';

const test = useDatabase();
let scene: Scene;

const mara = (environment = 'Root') => scene.contextIn(environment, 'Mara Lindqvist');
const CODE = 'RETURN Reject("High amount") WHEN @"totalAmount" > 220';

const drafted = (name: string) =>
  createRule(mara(), 'purchase', {
    name,
    description: 'd',
    text: { condition: '', clauses: [{ id: newId(), name: 'Decide', code: CODE }], samplePayload: { totalAmount: 3 } },
  });
const published = async (name: string) => {
  const { id, version } = await drafted(name);
  return publishRule(mara(), 'purchase', id, {
    version,
    name,
    description: 'd',
    active: true,
    note: '',
    overwrite: false,
  });
};
const make = (ruleId: string, name = 'Limits') =>
  createRuleTemplate(mara(), { name, description: 'for shops', assessment: 'purchase', ruleId });

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
});

describe('a rule template', () => {
  it('is a copy of a published rule that others start with, also below', async () => {
    const rule = await published('High amount');
    const template = await make(rule.id);
    expect(template).toMatchObject({
      source: { environment: 'Root', rule: 'High amount', version: 1 },
      inheritedFrom: null,
      file: { redoubtTemplate: 1, type: 'rule', rule: { clauses: [{ name: 'Decide', code: CODE }] } },
    });
    const below = await getRuleTemplates(mara('Child'));
    expect(below.templates).toMatchObject([{ name: 'Limits', inheritedFrom: 'Root' }]);
    expect((await getRuleTemplates(mara('Other'))).templates).toEqual([]);
    const made = await createRule(mara('Child'), 'purchase', {
      name: 'From above',
      description: '',
      templateId: template.id,
    });
    expect(made).toMatchObject({
      status: 'DraftOnly',
      draft: { clauses: [{ code: CODE }], samplePayload: { totalAmount: 3 } },
    });
    expect(made.draft?.clauses[0]?.id).not.toBe(rule.published?.clauses[0]?.id);
    const elsewhere = createRule(mara('Other'), 'purchase', { name: 'x', description: '', templateId: template.id });
    await expect(elsewhere).rejects.toMatchObject({ code: 'TEMPLATE-UNKNOWN' });
  });

  it('is made of published rules only, under a name of its own', async () => {
    const draft = await drafted('Draft');
    await expect(make(draft.id)).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHED' });
    await expect(make(newId())).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    const rule = await published('High amount');
    await make(rule.id);
    await expect(make(rule.id, 'LIMITS')).rejects.toMatchObject({ code: 'TEMPLATE-NAME-TAKEN' });
    await expect(make(rule.id, 'two\nlines')).rejects.toMatchObject({ code: 'TEMPLATE-NAME-INVALID' });
  });

  it('goes out as a file and comes in again somewhere else, the same', async () => {
    const template = await make((await published('High amount')).id);
    const { file } = await getRuleTemplate(mara(), template.id);
    const imported = await importRuleTemplate(mara('Other'), JSON.parse(JSON.stringify({ file })));
    expect(imported.file).toEqual(file);
    await expect(importRuleTemplate(mara(), { file })).rejects.toMatchObject({ code: 'TEMPLATE-NAME-TAKEN' });
    await expect(importRuleTemplate(mara(), { file: { ...file, name: 'nul\0' } })).rejects.toMatchObject({
      code: 'REQ-INVALID',
    });
  });

  it('names what publishing its text here would refuse or warn of', async () => {
    const { file } = await make((await published('High amount')).id);
    const clauses = [
      { name: 'Listed', code: 'RETURN Reject() WHEN ContainsKey("Elsewhere", "A", @"totalAmount")' },
      { name: 'Spelled', code: 'RETURN Reject() WHEN @"totalAmont" > 5' },
    ];
    const imported = await importRuleTemplate(mara('Other'), { file: { ...file, rule: { ...file.rule, clauses } } });
    expect(imported.findings).toMatchObject([
      { severity: 'error', clause: 'Listed', code: 'FQL-UNKNOWN-LIST', line: 1, column: 34 },
      { severity: 'warning', clause: 'Spelled', code: 'FQL-MISSPELT-ATTRIBUTE' },
    ]);
    expect((await make((await published('Clean')).id, 'Clean')).findings).toEqual([]);
  });

  it('starts rules of a branch, and is made of them', async () => {
    const template = await make((await published('High amount')).id);
    await createBranch(mara(), 'purchase', { name: 'Trial', apiName: 'trial', ruleIds: [] });
    const begun = await createRule(mara(), 'purchase', {
      name: 'In the branch',
      description: '',
      templateId: template.id,
      branch: 'trial',
    });
    expect(begun).toMatchObject({ branch: { apiName: 'trial' }, draft: { clauses: [{ code: CODE }] } });
    const rule = await publishRule(mara(), 'purchase', begun.id, {
      version: begun.version,
      name: begun.name,
      description: '',
      active: true,
      note: '',
      overwrite: false,
    });
    expect(await make(rule.id, 'From the branch')).toMatchObject({ source: { rule: 'In the branch' } });
  });

  it('is renamed and deleted where it belongs, from the state the caller saw', async () => {
    const template = await make((await published('High amount')).id);
    const change = { version: template.version, name: 'Renamed', description: '' };
    const below = renameRuleTemplate(mara('Child'), template.id, change);
    await expect(below).rejects.toMatchObject({ code: 'TEMPLATE-UNKNOWN' });
    const renamed = await renameRuleTemplate(mara(), template.id, change);
    expect(renamed.name).toBe('Renamed');
    await expect(renameRuleTemplate(mara(), template.id, change)).rejects.toMatchObject({ code: 'TEMPLATE-STALE' });
    await deleteRuleTemplate(mara(), template.id, renamed.version);
    await expect(getRuleTemplate(mara(), template.id)).rejects.toMatchObject({ code: 'TEMPLATE-UNKNOWN' });
    expect((await scene.activities()).filter((line) => line.includes('RuleTemplate')).toSorted()).toEqual([
      'Create RuleTemplate Limits',
      'Delete RuleTemplate Renamed',
      'Rename RuleTemplate Renamed',
    ]);
  });

  it('is refused past fifty, also when many come at once', async () => {
    const { file } = await make((await published('High amount')).id);
    const results = await Promise.allSettled(
      Array.from({ length: 52 }, (_, index) =>
        importRuleTemplate(mara(), { file: { ...file, name: `Copy ${index}` } }),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { code: 'TEMPLATE-LIMIT', params: { max: 50 } } });
  });
});
