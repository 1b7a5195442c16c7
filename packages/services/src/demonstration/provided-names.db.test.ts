import {
  ASSESSMENT_TEMPLATES,
  DEFAULT_CASE_CONFIGURATION,
  GENERAL_QUEUE,
  SUPPORT_LISTS,
  TEMPLATE_FACTS,
  NO_SECOND_DECISION_REASON,
  TIME_OUT_REASON,
  type AssessmentName,
} from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { getAssessment, getAssessments } from '../assessments/assessments.queries.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getBranches } from '../branches/branches.query.ts';
import { useExternalCalls } from '../call-runtime/testing-calls.ts';
import type { EnvironmentContext } from '../context.ts';
import { getExternalAssessments } from '../external-assessments/external-assessments.queries.ts';
import { getExternalCalls } from '../external-calls/external-calls.queries.ts';
import { getFunctions } from '../functions/functions.queries.ts';
import { getLists } from '../lists/lists.queries.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { getRuleTemplates } from '../templates/rule-templates.queries.ts';
import { getVelocitySets } from '../velocities/get-velocity-sets.query.ts';
import { QUEUES, REVIEW_RULE, ROUTING_RULES } from './demonstration-casework.ts';
import { seedDemonstration } from './seed-demonstration.ts';
import { seedPartners } from './seed-partners.ts';

const test = useDatabase();
const scene = useExternalCalls();
const clock = fixedClock(Date.UTC(2026, 2, 14));
/** Names that texts spell: translated, they would not be what a rule calls. */
const SPELLED = ['emailReputation', 'nameCheck'];
let context: EnvironmentContext;

const translations = JSON.parse(
  readFileSync(new URL('../../../i18n/catalogues/de-DE/provided.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Names of rules and clauses, and descriptions, of one rule set and its branches. */
const namesOfRules = async (assessment: AssessmentName): Promise<readonly string[]> => {
  const { branches } = await getBranches(context, assessment);
  const names = branches.map(({ name }) => name);
  for (const branch of [undefined, ...branches.map(({ apiName }) => apiName)]) {
    const { rules, actions, drafts } = await getRuleSet(context, assessment, { branch });
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
  const ports = {
    reputation: { port: 1 },
    members: { port: 1, kind: 'postgresql' as const, newPassword: () => Promise.resolve('a password') },
  };
  await seedPartners(test.database, clock, scene.calls, ports);
  names.push(...(await namesOfRules('accountCreation')));
  const { lists } = await getLists(context);
  const { templates } = await getRuleTemplates(context);
  const { calls } = await getExternalCalls(context, scene.calls, { period: '24h' });
  const { assessments: called } = await getExternalAssessments(context, { period: '24h' });
  const { functions } = await getFunctions(context);
  const { system, published, drafts } = await getVelocitySets(context);
  const resources = [...lists, ...templates, ...calls, ...called, ...functions, ...system, ...published, ...drafts];
  names.push(...resources.flatMap(({ name, description }) => [name, description]));
  names.push(...SUPPORT_LISTS.map(({ name }) => name), GENERAL_QUEUE.name);
  names.push(
    ...DEFAULT_CASE_CONFIGURATION.decisions.flatMap(({ name, reasons }) => [name, ...reasons]),
    TIME_OUT_REASON,
    NO_SECOND_DECISION_REASON,
  );
  names.push(...QUEUES.flatMap(({ name, description }) => [name, description]));
  names.push(...ROUTING_RULES.flatMap(({ name, description }) => [name, description, `${name} · Route`]));
  const { name: reviewRule, description: reviewText, clauses } = REVIEW_RULE;
  names.push(reviewRule, reviewText, ...clauses.map(({ name }) => `${reviewRule} · ${name}`));
  const wanted = new Set(names.filter((name) => name !== '' && !SPELLED.includes(name)));
  // The author and the note of versions, and the list where the database is the operator's.
  const other = ['Demonstration', 'Example', 'Members of the loyalty programme, in a service of the demonstration.'];
  expect(SPELLED.filter((name) => !names.includes(name))).toEqual([]);
  expect([...wanted].filter((name) => !Object.hasOwn(translations, name))).toEqual([]);
  expect(Object.keys(translations).filter((name) => !wanted.has(name) && !other.includes(name))).toEqual([]);
});
