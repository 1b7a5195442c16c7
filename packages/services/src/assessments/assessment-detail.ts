import type { AssessmentDetail } from '@redoubt/contracts';
import {
  allows,
  definedLabelSchema,
  definedSchema,
  observationSchema,
  schemaAttributes,
  schemaSample,
  type ObjectSchema,
  type ReportChoice,
} from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { listEnvironments, type StoredAssessmentDefinition, type TenantTransaction } from '@redoubt/storage';
import { definedSample } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { assessmentPath, labelPath, observationPath } from '../assessment-kinds/assessment-addresses.ts';

type Custom = StoredAssessmentDefinition['definition']['fields'];

const copied = (fields: Custom): AssessmentDetail['fields'] => fields.map((field) => ({ ...field }));

const copiedChoice = ({ reportFields = null }: ReportChoice): string[] | null => reportFields && [...reportFields];

const relatedSample = (schema: ObjectSchema, fields: Custom): JsonObject => schemaSample(schema, fields);

/** One assessment as its pages show it. */
export const assessmentDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredAssessmentDefinition,
): Promise<AssessmentDetail> => {
  const { definition } = stored;
  const root = (await listEnvironments(trx)).find(({ id }) => id === stored.environmentId);
  const isHere = stored.environmentId === context.environmentId;
  const { label } = definition;
  return {
    kind: stored.kind,
    friendlyName: stored.friendlyName,
    apiName: stored.apiName,
    template: stored.template,
    root: { id: stored.environmentId, name: root?.name ?? stored.environmentId, isHere },
    sections: [...definition.sections],
    fields: copied(definition.fields),
    observations: definition.observations.map((each) => ({
      ...each,
      fields: copied(each.fields),
      reportFields: copiedChoice(each),
      path: observationPath(stored, each.apiName),
      sample: relatedSample(observationSchema(each), each.fields),
    })),
    label: label && {
      friendlyName: label.friendlyName,
      fields: copied(label.fields),
      reportFields: copiedChoice(label),
      path: labelPath(stored),
      sample: relatedSample(definedLabelSchema(label.fields), label.fields),
    },
    features: definition.features,
    dataSubjectIds: [...definition.dataSubjectIds],
    sharing: definition.sharing,
    sampleResponse: definition.sampleResponse,
    keySetCall: definition.keySetCall ?? null,
    reports: { fields: [...definition.reports.fields], amountField: definition.reports.amountField },
    path: assessmentPath(stored),
    schema: schemaAttributes(definedSchema(stored)).map((attribute) => ({
      ...attribute,
      values: attribute.values && [...attribute.values],
    })),
    samples: { all: definedSample(stored), required: definedSample(stored, 'required') },
    created: { by: stored.createdBy, at: stored.createdAt.toISOString() },
    changed: { by: stored.changedBy, at: stored.changedAt.toISOString() },
    version: tagOf(stored.version),
    canWrite: isHere && allows(context.capabilities, 'assessments:write'),
  };
};
