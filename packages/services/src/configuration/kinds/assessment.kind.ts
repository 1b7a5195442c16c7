import { nameKey, type CustomField, type LabelDefinition } from '@redoubt/domain';
import { canonicalJson, invariant, type Json } from '@redoubt/kernel';
import {
  findAssessment,
  listAssessments,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import {
  createObservation,
  deleteAssessment,
  deleteObservation,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
} from '../../assessments/change-assessment.commands.ts';
import { createAssessment } from '../../assessments/create-assessment.command.ts';
import type { EnvironmentContext } from '../../context.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { stepsOf } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';
import { assessmentFile, assessmentSchema, contentOf, type AssessmentContent } from './assessment-file.ts';

const find = async (trx: TenantTransaction, { environmentId }: EnvironmentContext, { apiName }: AssessmentContent) =>
  (await listAssessments(trx)).find(
    (each) => each.environmentId === environmentId && nameKey(each.apiName) === nameKey(apiName),
  );

const contentOfStored = ({ apiName, friendlyName, template, definition }: StoredAssessmentDefinition) => {
  const { observations, observationsMade: _made, ...rest } = definition;
  return {
    ...rest,
    apiName,
    friendlyName,
    template,
    observations: observations.map(({ number: _number, ...each }) => each),
  } satisfies AssessmentContent;
};

const copied = (fields: readonly CustomField[]) => fields.map((field) => ({ ...field }));

const isSame = (left: unknown, right: unknown): boolean => canonicalJson(left as Json) === canonicalJson(right as Json);

/** What is said of an observation or a label; without a choice of its fields, the first ones are counted again. */
const relatedOf = ({ friendlyName, fields, reportFields = null }: LabelDefinition) => ({
  friendlyName,
  fields: copied(fields),
  reportFields: reportFields && [...reportFields],
});

/** What is said of an assessment as a whole. */
const settingsOf = ({ friendlyName, sections, fields, features, dataSubjectIds, ...rest }: AssessmentContent) => ({
  friendlyName,
  sections: [...sections],
  fields: copied(fields),
  features: { ...features },
  dataSubjectIds: [...dataSubjectIds],
  sharing: rest.sharing,
  sampleResponse: rest.sampleResponse,
  keySetCall: rest.keySetCall ?? null,
  reports: { fields: [...rest.reports.fields], amountField: rest.reports.amountField },
});

const refuse = (path: string, message: string): never => {
  throw failAt('ASSESSMENT-INVALID', { count: 1, what: path }, [{ path, message }]);
};

/** Makes one that is there what a file says, part by part; parts that say so already are left alone. */
const change = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  known: StoredAssessmentDefinition,
  wanted: AssessmentContent,
): Promise<void> => {
  const { kind } = known;
  const before = contentOfStored(known);
  if (wanted.template !== known.template) refuse('template', `is ${known.template} here, and stays it`);
  if (wanted.label === null && before.label !== null) refuse('label', 'is there, and cannot be taken away');
  const version = async (): Promise<string> => {
    const now = await findAssessment(trx, kind);
    invariant(now, `assessment ${kind} is there`);
    return tagOf(now.version);
  };
  if (!isSame(settingsOf(wanted), settingsOf(before))) {
    await updateAssessment(context, kind, { version: await version(), ...settingsOf(wanted) });
  }
  const wantedNames = new Set(wanted.observations.map(({ apiName }) => nameKey(apiName)));
  for (const { apiName, number } of known.definition.observations) {
    if (!wantedNames.has(nameKey(apiName))) await deleteObservation(context, kind, number, await version());
  }
  for (const { template, apiName, ...rest } of wanted.observations) {
    const there = known.definition.observations.find((each) => nameKey(each.apiName) === nameKey(apiName));
    const said = relatedOf(rest);
    if (there === undefined) {
      await createObservation(context, kind, { version: await version(), template, apiName, ...said });
    } else if (there.template !== template) {
      refuse('observations', `${apiName} is ${there.template} here, and stays it`);
    } else if (!isSame(said, relatedOf(there))) {
      await updateObservation(context, kind, there.number, { version: await version(), ...said });
    }
  }
  const { label } = wanted;
  if (label !== null && (before.label === null || !isSame(relatedOf(label), relatedOf(before.label)))) {
    await putAssessmentLabel(context, kind, { version: await version(), ...relatedOf(label) });
  }
};

/** Assessments that people defined; they belong to a root environment. */
export const assessmentKind: ResourceKind<AssessmentContent> = {
  kind: 'assessment',
  capability: 'assessments',
  owns: (path) => /^assessments\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ apiName }) => apiName,
  filesOf: (content) => [assessmentFile(content)],
  read: yamlReader(assessmentSchema, (members, source) => ({
    content: contentOf(members),
    placeOf: (path) => {
      const steps = stepsOf(path.replace(/^body\./, ''));
      return { path: source.file.path, ...source.placeOf(steps.length === 0 ? ['assessment'] : steps) };
    },
  })),
  load: async (trx, { environmentId }) =>
    (await listAssessments(trx)).filter((each) => each.environmentId === environmentId).map(contentOfStored),
  put: async (trx, context, content) => {
    const known = await find(trx, context, content);
    if (known) {
      await change(trx, context, known, content);
      return;
    }
    const { template, apiName, observations, label } = content;
    const said = settingsOf(content);
    const { sharing: _sharing, sampleResponse: _sample, keySetCall: _keys, reports: _reports, ...settings } = said;
    const input = {
      ...settings,
      template,
      apiName,
      observations: observations.map((each) => ({
        template: each.template,
        apiName: each.apiName,
        ...relatedOf(each),
      })),
      label: label && relatedOf(label),
      runMode: 'allUntilDecision',
    } as const;
    // The rules of its template come, or do not, with the other files.
    await createAssessment(context, input, { withRules: false });
    const made = await find(trx, context, content);
    invariant(made, `assessment ${apiName} is there`);
    await change(trx, context, made, content);
  },
  remove: async (trx, context, content) => {
    const known = await find(trx, context, content);
    if (known) await deleteAssessment(context, known.kind, { version: tagOf(known.version), apiName: known.apiName });
  },
};
