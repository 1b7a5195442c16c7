import {
  definedSchema,
  EVENT_EXAMPLES,
  fail,
  isBuiltInAssessment,
  schemaAttributes,
  schemaSample,
  type AssessmentName,
  type DefinedAssessment,
} from '@redoubt/domain';
import type { AttributeSymbol } from '@redoubt/fql';
import type { Id, JsonObject } from '@redoubt/kernel';
import {
  findAssessment,
  listEnvironments,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';
import { attributeOf, builtInAttributes } from './schema-symbols.ts';

/** Attributes of the events of a defined assessment, as rules name them. */
export const definedAttributes = (assessment: DefinedAssessment): readonly AttributeSymbol[] =>
  schemaAttributes(definedSchema(assessment)).map(attributeOf);

/**
 * A defined assessment as an environment sees it: it belongs to the root of the environment's tree.
 *
 * @throws `ASSESSMENT-UNKNOWN`.
 */
export const readDefined = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: Exclude<AssessmentName, 'purchase' | 'accountCreation' | 'accountLogin'>,
  lock = false,
): Promise<StoredAssessmentDefinition> => {
  const found = await findAssessment(trx, assessment, lock);
  const root = rootOf(await listEnvironments(trx), environmentId);
  if (found === undefined || found.environmentId !== root) throw fail('ASSESSMENT-UNKNOWN', { name: assessment });
  return found;
};

/** Attributes that rules of an assessment read. @throws `ASSESSMENT-UNKNOWN`. */
export const readAttributes = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<readonly AttributeSymbol[]> =>
  isBuiltInAssessment(assessment)
    ? builtInAttributes(assessment)
    : definedAttributes(await readDefined(trx, environmentId, assessment));

/** A fictional event of a defined assessment. */
export const definedSample = (assessment: DefinedAssessment, which: 'all' | 'required' = 'all'): JsonObject => {
  const sample = schemaSample(definedSchema(assessment), assessment.definition.fields, which);
  return assessment.template === 'Legacy' ? { ...sample, name: assessment.apiName } : sample;
};

/** What a new rule of an assessment is tried on. @throws `ASSESSMENT-UNKNOWN`. */
export const readSample = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<JsonObject> =>
  isBuiltInAssessment(assessment)
    ? EVENT_EXAMPLES[assessment].full
    : definedSample(await readDefined(trx, environmentId, assessment));
