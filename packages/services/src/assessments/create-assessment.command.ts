import type { AssessmentDetail, BodyOf, createAssessment as endpoint } from '@redoubt/contracts';
import {
  definedApiNameProblem,
  definedLabelSchema,
  definedSchema,
  EVENT_ID_PATH,
  fail,
  fieldProblems,
  linkableProblems,
  MAX_DEFINED_ASSESSMENTS,
  MAX_LEGACY_ASSESSMENTS,
  MAX_WIZARD_ASSESSMENTS,
  observationApiNameProblem,
  observationSchema,
  reportChoiceProblems,
  settingProblems,
  templateFacts,
  type AssessmentDefinition,
  type DefinedAssessmentKind,
  type DefinitionProblem,
} from '@redoubt/domain';
import {
  advancePlanHead,
  findAssessment,
  insertAssessment,
  listAssessments,
  listEnvironments,
  lockRuleSet,
  nextAssessmentNumber,
  touchRuleSet,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { assessmentDetail } from './assessment-detail.ts';
import { choiceOf, fieldsOf, recordAssessment, requireSound } from './assessment-scope.ts';
import { createTemplateRules } from './template-rules.ts';
import { inTransaction, within } from '../unit-of-work.ts';

type Input = BodyOf<typeof endpoint>;

const labelOf = ({ label }: Input): AssessmentDefinition['label'] =>
  label && {
    friendlyName: label.friendlyName,
    fields: fieldsOf(label.fields),
    ...choiceOf(label.reportFields, {}),
  };

const definitionOf = (input: Input): AssessmentDefinition => ({
  sections: input.template === 'Legacy' ? [] : input.sections,
  fields: fieldsOf(input.fields),
  observations:
    input.template === 'Legacy'
      ? []
      : input.observations.map((each, index) => ({
          template: each.template,
          friendlyName: each.friendlyName,
          apiName: each.apiName,
          fields: fieldsOf(each.fields),
          number: index + 1,
          ...choiceOf(each.reportFields, {}),
        })),
  observationsMade: input.template === 'Legacy' ? 0 : input.observations.length,
  label: input.template === 'Legacy' ? null : labelOf(input),
  features: featuresOf(input),
  dataSubjectIds: [EVENT_ID_PATH, ...input.dataSubjectIds.filter((path) => path !== EVENT_ID_PATH)],
  sharing: 'Private',
  sampleResponse: null,
  reports: { fields: [], amountField: null },
});

/** A template where they cannot be switched keeps its own, whatever was asked. */
const featuresOf = ({ template, features }: Input): AssessmentDefinition['features'] =>
  templateFacts(template).hasFeatures ? features : templateFacts(template).features;

/** What is wrong with the parts of a definition that stand alone. */
const problemsOf = (input: Input, definition: AssessmentDefinition): readonly DefinitionProblem[] => {
  const { template, apiName } = input;
  const names = definition.observations.map((each) => each.apiName);
  const standard = definedSchema({ template, definition: { ...definition, fields: [] } });
  const whole = definedSchema({ template, definition });
  const ownName = definedApiNameProblem(apiName, []);
  return [
    ...(ownName === null ? [] : [{ path: 'apiName', code: ownName, name: apiName }]),
    ...fieldProblems(definition.fields, standard),
    ...linkableProblems(definition.fields, definition.features),
    ...definition.observations.flatMap((each, index) => [
      ...(observationApiNameProblem(each.apiName, names.slice(0, index)) === null
        ? []
        : [{ path: `observations[${index}].apiName`, code: 'apiName' as const, name: each.apiName }]),
      ...fieldProblems(
        each.fields,
        observationSchema({ template: each.template, fields: [] }),
        `observations[${index}].fields`,
      ),
      ...linkableProblems(each.fields, null, `observations[${index}].fields`),
      ...reportChoiceProblems('observation', each, `observations[${index}].reportFields`),
    ]),
    ...(definition.label === null
      ? []
      : [
          ...fieldProblems(definition.label.fields, definedLabelSchema([]), 'label.fields'),
          ...linkableProblems(definition.label.fields, null, 'label.fields'),
          ...reportChoiceProblems('label', definition.label, 'label.reportFields'),
        ]),
    ...(template === 'Legacy' ? [] : settingProblems(definition, whole)),
  ];
};

/**
 * Defines an assessment with the rules of its template, in a root environment.
 *
 * @throws `ASSESSMENT-NOT-ROOT`, `ASSESSMENT-INVALID`, `ASSESSMENT-NAME-TAKEN`, `ASSESSMENT-LIMIT`, `REQ-INVALID`.
 */
export const createAssessment = async (
  context: EnvironmentContext,
  input: Input,
  /** False where the rules come from elsewhere. */
  { withRules = true }: { readonly withRules?: boolean } = {},
): Promise<AssessmentDetail> => {
  const { tenantId, environmentId } = context;
  const { template, apiName, friendlyName, runMode } = input;
  const definition = definitionOf(input);
  requireClean({ 'body.friendlyName': friendlyName, body: definition });
  requireSound(problemsOf(input, definition));
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    // Names and numbers are given one writer at a time.
    await advancePlanHead(trx, tenantId, changed.at);
    const here = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
    if (here?.parentId !== null) throw fail('ASSESSMENT-NOT-ROOT', { name: friendlyName });
    const others = (await listAssessments(trx)).filter((each) => each.environmentId === environmentId);
    if (others.some((each) => each.apiName.toLowerCase() === apiName.toLowerCase()))
      throw fail('ASSESSMENT-NAME-TAKEN', { name: apiName });
    const most = template === 'Legacy' ? MAX_LEGACY_ASSESSMENTS : MAX_WIZARD_ASSESSMENTS;
    const alike = others.filter((each) => (each.template === 'Legacy') === (template === 'Legacy'));
    const number = await nextAssessmentNumber(trx);
    if (alike.length >= most || number > MAX_DEFINED_ASSESSMENTS) throw fail('ASSESSMENT-LIMIT', { most });
    const kind: DefinedAssessmentKind = template === 'Legacy' ? `legacy-${number}` : `assessment-${number}`;
    await insertAssessment(
      trx,
      tenantId,
      { number, environmentId, template, apiName, friendlyName, definition },
      changed,
    );
    await recordAssessment(trx, context, {
      operation: 'Create',
      id: kind,
      name: friendlyName,
      modified: { apiName, template, ...definition },
    });
    const key = { environmentId, assessment: kind };
    await lockRuleSet(trx, tenantId, key);
    await touchRuleSet(trx, key, { runMode: template === 'Legacy' ? 'firstMatch' : runMode });
    const stored = await findAssessment(trx, kind);
    if (!stored) throw fail('ASSESSMENT-UNKNOWN', { name: kind });
    if (template !== 'Legacy' && withRules) await createTemplateRules(within(context, trx), template, stored);
    return assessmentDetail(trx, context, stored);
  });
};
