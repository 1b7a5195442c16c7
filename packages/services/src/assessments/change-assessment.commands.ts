import type {
  AssessmentDetail,
  BodyOf,
  createObservation as createEndpoint,
  putAssessmentLabel as labelEndpoint,
  updateAssessment as endpoint,
  updateObservation as observationEndpoint,
} from '@redoubt/contracts';
import {
  definedLabelSchema,
  definedPartsOf,
  definedSchema,
  EVENT_ID_PATH,
  fail,
  fieldProblems,
  frozenFieldProblems,
  frozenProblems,
  keySetProblems,
  linkableProblems,
  MAX_OBSERVATIONS,
  observationApiNameProblem,
  observationSchema,
  reportChoiceProblems,
  settingProblems,
  TEMPLATE_FACTS,
  type AssessmentDefinition,
  type DefinedAssessmentKind,
  type DefinedKind,
} from '@redoubt/domain';
import { canonicalJson, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteFieldFills,
  deleteRulesOf,
  endAssessment,
  findAssessment,
  deleteReferences,
  listExternalCalls,
  saveReferences,
  updateAssessment as updateStored,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCalledAssessment } from '../external-assessments/external-assessments.commands.ts';
import { requireClean } from '../problems.ts';
import { keySetReferences } from '../references/text-references.ts';
import { refuseCounted } from './refuse-counted.ts';
import { assessmentDetail } from './assessment-detail.ts';
import { choiceOf, fieldsOf, recordAssessment, requireSound, takeAssessment } from './assessment-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

type Change = {
  readonly friendlyName: string;
  readonly definition: AssessmentDefinition;
};

const callNames = async (trx: TenantTransaction, { environmentId }: EnvironmentContext): Promise<readonly string[]> =>
  (await listExternalCalls(trx, environmentId)).map(({ name }) => name);

/** Takes an assessment, lets `work` say what becomes of it, and writes that down. */
const change = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  version: string,
  work: (stored: StoredAssessmentDefinition, trx: TenantTransaction) => Promise<Change> | Change,
): Promise<AssessmentDetail> =>
  inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, context.tenantId, changed.at);
    const before = await takeAssessment(trx, context, kind, version);
    const after = await work(before, trx);
    requireClean({ 'body.friendlyName': after.friendlyName, body: after.definition });
    if (canonicalJson(before.definition) !== canonicalJson(after.definition)) await requireSecondPerson(trx, context);
    await updateStored(trx, before.number, after, changed);
    const { environmentId } = before;
    const reads = keySetReferences(environmentId, after.definition.keySetCall);
    await saveReferences(trx, context.tenantId, { kind: 'assessment', id: kind, environmentId }, reads);
    await recordAssessment(trx, context, {
      operation: 'Update',
      id: kind,
      name: after.friendlyName,
      original: { friendlyName: before.friendlyName, ...before.definition },
      modified: { friendlyName: after.friendlyName, ...after.definition },
    });
    const stored = await findAssessment(trx, kind);
    if (!stored) throw fail('ASSESSMENT-UNKNOWN', { name: kind });
    return assessmentDetail(trx, context, stored);
  });

/**
 * Changes name, schema and settings. Names and types of fields stay, and so do ids of persons.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `ASSESSMENT-NOT-ROOT`, `ASSESSMENT-STALE`, `ASSESSMENT-INVALID`, `REQ-INVALID`.
 */
export const updateAssessment = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  input: BodyOf<typeof endpoint>,
): Promise<AssessmentDetail> =>
  change(context, kind, input.version, async (before, trx) => {
    const { template } = before;
    const isLegacy = template === 'Legacy';
    const definition: AssessmentDefinition = {
      ...before.definition,
      sections: isLegacy ? [] : input.sections,
      fields: fieldsOf(input.fields),
      features: isLegacy || !TEMPLATE_FACTS[template].hasFeatures ? before.definition.features : input.features,
      dataSubjectIds: [EVENT_ID_PATH, ...input.dataSubjectIds.filter((path) => path !== EVENT_ID_PATH)],
      sharing: input.sharing,
      sampleResponse: (input.sampleResponse ?? null) as Json,
      keySetCall: input.keySetCall === undefined ? (before.definition.keySetCall ?? null) : input.keySetCall,
      reports: input.reports,
    };
    requireSound([
      ...frozenProblems(before.definition, definition),
      ...fieldProblems(definition.fields, definedSchema({ ...before, definition: { ...definition, fields: [] } })),
      ...linkableProblems(definition.fields, definition.features),
      ...(isLegacy ? [] : settingProblems(definition, definedSchema({ ...before, definition }))),
      ...keySetProblems({ template, definition }, definition.keySetCall ?? null, await callNames(trx, context)),
    ]);
    return { friendlyName: input.friendlyName, definition };
  });

/** Adds an observation. @throws as `updateAssessment`, `ASSESSMENT-NAME-TAKEN`, `ASSESSMENT-LIMIT`. */
export const createObservation = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  input: BodyOf<typeof createEndpoint>,
): Promise<AssessmentDetail> =>
  change(context, kind, input.version, ({ friendlyName, template: of, definition }) => {
    const { template, apiName } = input;
    if (of === 'Legacy') throw fail('ASSESSMENT-LIMIT', { most: 0 });
    const number = definition.observationsMade + 1;
    if (number > MAX_OBSERVATIONS) throw fail('ASSESSMENT-LIMIT', { most: MAX_OBSERVATIONS });
    const names = definition.observations.map((each) => each.apiName.toLowerCase());
    if (names.includes(apiName.toLowerCase())) throw fail('ASSESSMENT-NAME-TAKEN', { name: apiName });
    const fields = fieldsOf(input.fields);
    const choice = choiceOf(input.reportFields, {});
    const nameProblem = observationApiNameProblem(apiName, []);
    requireSound([
      ...(nameProblem === null ? [] : [{ path: 'apiName', code: nameProblem, name: apiName }]),
      ...fieldProblems(fields, observationSchema({ template, fields: [] })),
      ...linkableProblems(fields, null),
      ...reportChoiceProblems('observation', { fields, ...choice }),
    ]);
    const observation = { number, template, apiName, friendlyName: input.friendlyName, fields, ...choice };
    const observations = [...definition.observations, observation];
    return { friendlyName, definition: { ...definition, observations, observationsMade: number } };
  });

const withObservation = (
  definition: AssessmentDefinition,
  number: number,
  next: (observation: AssessmentDefinition['observations'][number]) => AssessmentDefinition['observations'],
): AssessmentDefinition => {
  if (!definition.observations.some((each) => each.number === number)) throw fail('OBSERVATION-UNKNOWN', { number });
  return {
    ...definition,
    observations: definition.observations.flatMap((each) => (each.number === number ? next(each) : [each])),
  };
};

/** Renames an observation or adds fields to it. @throws as `updateAssessment`, `OBSERVATION-UNKNOWN`. */
export const updateObservation = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  number: number,
  input: BodyOf<typeof observationEndpoint>,
): Promise<AssessmentDetail> =>
  change(context, kind, input.version, ({ friendlyName, definition }) => ({
    friendlyName,
    definition: withObservation(definition, number, (before) => {
      const fields = fieldsOf(input.fields);
      const choice = choiceOf(input.reportFields, before);
      requireSound([
        ...frozenFieldProblems(before.fields, fields),
        ...fieldProblems(fields, observationSchema({ template: before.template, fields: [] })),
        ...linkableProblems(fields, null),
        ...reportChoiceProblems('observation', { fields, ...choice }),
      ]);
      const { reportFields: _chosen, ...kept } = before;
      return [{ ...kept, friendlyName: input.friendlyName, fields, ...choice }];
    }),
  }));

/** Takes an observation away; its number is not given again. @throws as `updateObservation`, `ASSESSMENT-REFERENCED`. */
export const deleteObservation = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  number: number,
  version: string,
): Promise<AssessmentDetail> =>
  change(context, kind, version, async ({ friendlyName, definition }, trx) => {
    const next = withObservation(definition, number, () => []);
    const goes: DefinedKind = `observation-${definedPartsOf(kind).number}-${number}`;
    const name = definition.observations.find((each) => each.number === number)?.friendlyName ?? '';
    await refuseCounted(trx, name, (each) => each === goes);
    return { friendlyName, definition: next };
  });

/** Creates or changes the label. @throws as `updateAssessment`. */
export const putAssessmentLabel = (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  input: BodyOf<typeof labelEndpoint>,
): Promise<AssessmentDetail> =>
  change(context, kind, input.version, ({ friendlyName, template, definition }) => {
    if (template === 'Legacy') throw fail('ASSESSMENT-LIMIT', { most: 0 });
    const fields = fieldsOf(input.fields);
    const choice = choiceOf(input.reportFields, definition.label ?? {});
    requireSound([
      ...frozenFieldProblems(definition.label?.fields ?? [], fields),
      ...fieldProblems(fields, definedLabelSchema([])),
      ...linkableProblems(fields, null),
      ...reportChoiceProblems('label', { fields, ...choice }),
    ]);
    const label = { friendlyName: input.friendlyName, fields, ...choice };
    return { friendlyName, definition: { ...definition, label } };
  });

/**
 * Deletes an assessment with its rules in the whole tree. Its events are no longer taken and decided; what is stored of
 * them leaves with the retention of its environment.
 *
 * @throws as `updateAssessment`, `ASSESSMENT-SHARED`, `ASSESSMENT-CALLED`, `ASSESSMENT-REFERENCED`; `ASSESSMENT-INVALID` where the name is another one.
 */
export const deleteAssessment = async (
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  input: { readonly version: string; readonly apiName: string },
): Promise<void> => {
  const { tenantId } = context;
  await inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await takeAssessment(trx, context, kind, input.version);
    if (stored.apiName !== input.apiName)
      requireSound([{ path: 'apiName', code: 'apiName', name: input.apiName.slice(0, 60) }]);
    if (stored.definition.sharing === 'Shared') throw fail('ASSESSMENT-SHARED', { name: stored.friendlyName });
    await refuseCalledAssessment(trx, context, stored);
    await refuseCounted(trx, stored.friendlyName, (each) => definedPartsOf(each).number === stored.number);
    await requireSecondPerson(trx, context);
    await deleteRulesOf(trx, kind);
    await deleteFieldFills(trx, kind);
    await endAssessment(trx, stored.number, changed);
    await deleteReferences(trx, { kind: 'assessment', id: kind });
    await recordAssessment(trx, context, {
      operation: 'Delete',
      id: kind,
      name: stored.friendlyName,
      original: { apiName: stored.apiName, template: stored.template, ...stored.definition },
    });
  });
};
