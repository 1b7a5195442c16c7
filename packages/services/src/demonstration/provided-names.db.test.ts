import {
  ASSESSMENT_TEMPLATES,
  SUPPORT_LISTS,
  SYSTEM_VELOCITY_SETS,
  TEMPLATE_FACTS,
  type AssessmentName,
} from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { getAssessment, getAssessments } from '../assessments/assessments.queries.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getBranches } from '../branches/branches.query.ts';
import type { EnvironmentContext } from '../context.ts';
import { getLists } from '../lists/lists.queries.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRuleTemplates } from '../templates/rule-templates.queries.ts';
import { seedDemonstration } from './seed-demonstration.ts';

const test = useDatabase();
const clock = fixedClock(Date.UTC(2026, 2, 14));
let context: EnvironmentContext;

const symbols = JSON.parse(
  readFileSync(new URL('../../../i18n/catalogues/de-DE/provided.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Names of rules and clauses, and descriptions, of one rule set and its branches. */
const namesOfRules = async (assessment: AssessmentName): Promise<readonly string[]> => {
  const { branches } = await getBranches(context, assessment);
  const names = branches.map(({ name }) => name);
  for (const branch of [undefined, ...branches.map(({ apiName }) => apiName)]) {
    const { rules, actions, drafts } = await getRuleSet(context, assessment, branch);
    for (const { id } of [...rules, ...actions, ...drafts]) {
      const { name, description, published, draft } = await getRule(context, assessment, id);
      const clauses = (published ?? draft)?.clauses ?? [];
      names.push(name, description, ...clauses.map((clause) => `${name} · ${clause.name}`));
    }
  }
  return names;
};

beforeAll(async () => {
  const { tenantId, environmentId } = await seedDemonstration(test.database, { clock });
  context = {
    database: test.database,
    clock,
    tenantId,
    environmentId,
    actor: { kind: 'system', id: 'demonstration', name: 'Demonstration' },
    correlationId: newId(),
    capabilities: { decisionRules: 'write', lists: 'write', assessments: 'write' },
  };
  for (const template of ASSESSMENT_TEMPLATES) {
    const { sections, features } = TEMPLATE_FACTS[template];
    await createAssessment(context, {
      template,
      apiName: `Made${template}`,
      friendlyName: `Made ${template}`,
      sections: [...sections],
      fields: [],
      observations: [],
      label: null,
      features: { ...features },
      dataSubjectIds: [],
      runMode: 'firstMatch',
    });
  }
});

it('every name that comes with the product is in the catalogue of provided names, and nothing else is', async () => {
  const { assessments } = await getAssessments(context);
  const names: string[] = [];
  for (const { kind } of assessments) names.push(...(await namesOfRules(kind)));
  for (const { kind, friendlyName } of assessments) {
    if (friendlyName === null || friendlyName.startsWith('Made ')) continue;
    const { observations, label, fields } = await getAssessment(context, kind as Parameters<typeof getAssessment>[1]);
    const own = [...fields, ...observations, ...observations.flatMap((each) => each.fields), ...(label ? [label] : [])];
    names.push(friendlyName, ...own.map((each) => each.friendlyName));
  }
  const { lists } = await getLists(context);
  const { templates } = await getRuleTemplates(context);
  names.push(...[...lists, ...templates].flatMap(({ name, description }) => [name, description]));
  names.push(...[...SYSTEM_VELOCITY_SETS, ...SUPPORT_LISTS].map(({ name }) => name));
  const wanted = new Set(names.filter((name) => name !== ''));
  // The author and the note of versions, and the description of an external assessment.
  const other = ['Demonstration', 'Example', 'Looks at the name that somebody signs up with.'];
  expect([...wanted].filter((name) => !Object.hasOwn(symbols, name))).toEqual([]);
  expect(Object.keys(symbols).filter((name) => !wanted.has(name) && !other.includes(name))).toEqual([]);
});
