import type { BuiltInAssessment } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { updateAssessment } from '../assessments/change-assessment.commands.ts';
import type { EnvironmentContext } from '../context.ts';
import { createExternalAssessment } from '../external-assessments/external-assessments.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import type { DemonstrationRule } from './demonstration-rules.ts';

/** An assessment of the merchant's own that other assessments ask. */
export const NAME_CHECK = { friendlyName: 'Name check', apiName: 'NameCheck', calledAs: 'nameCheck' } as const;

const NAME_RULE = {
  name: 'Unlikely names',
  code: 'RETURN Review("Unlikely name")\nWHEN @"user.username".ToLower().StartsWith("test")',
} as const;

/** Sign-ups ask the assessment above; few events come this way. */
export const ASKING_RULE: DemonstrationRule = {
  assessment: 'accountCreation' satisfies BuiltInAssessment,
  name: 'Name looked at elsewhere',
  description: 'Asks the name check, an assessment of its own, and goes on with what it decides.',
  published: true,
  condition: 'WHEN Exists(@"user.username")',
  clauses: [
    {
      name: 'Ask',
      code: `LET $check = Assessments.${NAME_CHECK.calledAs}.Evaluate($baseInput = @@)\nRETURN Review("Name check")\nWHEN $check.decisionDetails.merchantRuleDecision.AsString() == "Review"`,
    },
  ],
};

const SAMPLE_ANSWER: JsonObject = {
  metadata: { eventId: 'ev-9001', eventType: NAME_CHECK.apiName },
  decisionDetails: { merchantRuleDecision: 'Review', rule: NAME_RULE.name, clauseName: 'Unlikely', reasons: [] },
};

/** Defines the assessment, shared with every root of the tenant, and the name under which rules of this one call it. */
export const seedCalledAssessment = async (context: EnvironmentContext): Promise<void> => {
  const { friendlyName, apiName, calledAs } = NAME_CHECK;
  const made = await createAssessment(context, {
    template: 'Custom',
    apiName,
    friendlyName,
    sections: ['user'],
    fields: [],
    observations: [],
    label: null,
    features: { caseManagement: false, search: true, reporting: true },
    dataSubjectIds: [],
    runMode: 'allUntilDecision',
  });
  const { kind, version, sections, fields, features, dataSubjectIds, reports } = made;
  const settings = { friendlyName, sections, fields, features, dataSubjectIds, reports };
  await updateAssessment(context, kind, { ...settings, version, sharing: 'Shared', sampleResponse: SAMPLE_ANSWER });
  const { name, code } = NAME_RULE;
  const text = { condition: '', clauses: [{ id: newId(), name: 'Unlikely', code }], samplePayload: made.samples.all };
  const rule = await createRule(context, kind, { name, description: '', text });
  const publication = { version: rule.version, name, description: '', active: true, note: 'Example', overwrite: false };
  await publishRule(context, kind, rule.id, publication);
  await createExternalAssessment(context, {
    name: calledAs,
    description: 'Checks the name of a new account.',
    target: { environmentId: context.environmentId, assessment: kind },
  });
};
