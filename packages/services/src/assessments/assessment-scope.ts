import {
  fail,
  isDefinedKind,
  isDefinedAssessment,
  MAX_LINKABLE_FIELDS,
  MAX_OWN_OBSERVATION_FIELDS,
  type CustomField,
  type DefinedAssessmentKind,
  type DefinitionProblem,
  type ReportChoice,
} from '@redoubt/domain';
import type { StoredAssessmentDefinition, TenantTransaction } from '@redoubt/storage';
import { recordOf } from '../activity/record-activity.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import { requireCurrent } from '../version-tag.ts';

/** Notes in the activity log what became of an assessment. */
export const recordAssessment = recordOf('Assessment');

/** Sentences for those who read the answer of a call; the console translates the codes. */
const SENTENCES: Readonly<Record<DefinitionProblem['code'], string>> = {
  apiName: 'is no name an address can hold, or one that is used for something else',
  fieldName: 'is no name of a field',
  fieldTaken: 'is another field, or stands inside one',
  fieldReserved: 'is a field of the product',
  fieldSample: 'is not of the type of its field',
  linkableType: 'is not of type string, email or ipAddress: send what identifies one thing as a string',
  linkableSearch: 'can be linkable once it is searchable and the assessment is searched',
  linkableCount: `is one too many: at most ${MAX_LINKABLE_FIELDS} fields of an assessment can be linkable`,
  linkableEvent: 'belongs to an observation or label: only fields of the events themselves can be linkable',
  subjectUnknown: 'is no text of the schema',
  subjectCount: 'takes the event id and at most two more',
  subjectRemoved: 'cannot be removed',
  fieldFrozen: 'keeps its name and type',
  amountUnknown: 'is no number of the schema',
  reportField: 'is no own field of text, yes or no or whole numbers without personal data',
  reportFieldCount: `takes at most ${MAX_OWN_OBSERVATION_FIELDS} fields`,
  keySetSchema: 'needs the device fingerprinting template with no section but that of the device and no own fields',
  keySetCall: 'is no external call of the root environment',
};

/** Own fields as they are kept: one that is not linkable says nothing of it. */
export const fieldsOf = (fields: readonly unknown[]): readonly CustomField[] =>
  (fields as readonly CustomField[]).map(({ linkable, ...field }) =>
    linkable === true ? { ...field, linkable } : field,
  );

/** Own fields of reports as they are kept: those asked for, each once; nothing where the first ones are counted. */
export const choiceOf = (reportFields: readonly string[] | null | undefined, before: ReportChoice): ReportChoice => {
  const chosen = reportFields === undefined ? (before.reportFields ?? null) : reportFields;
  return chosen === null ? {} : { reportFields: [...new Set(chosen)] };
};

/** Refuses what a definition cannot be, each place with its code. */
export const requireSound = (problems: readonly DefinitionProblem[]): void => {
  if (problems.length === 0) return;
  throw failAt(
    'ASSESSMENT-INVALID',
    { count: problems.length, what: problems[0]?.name ?? '' },
    problems.map(({ path, code, name }) => ({ path, message: `${code} ${name} ${SENTENCES[code]}` })),
  );
};

/**
 * The assessment, taken for this transaction, in the state the caller saw; definitions change where they belong, in the
 * root environment.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `ASSESSMENT-NOT-ROOT`, `ASSESSMENT-STALE`.
 */
export const takeAssessment = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  kind: DefinedAssessmentKind,
  tag: string,
): Promise<StoredAssessmentDefinition> => {
  if (!isDefinedKind(kind) || !isDefinedAssessment(kind)) throw fail('ASSESSMENT-UNKNOWN', { name: kind });
  const stored = await readDefined(trx, context.environmentId, kind, true);
  if (stored.environmentId !== context.environmentId) throw fail('ASSESSMENT-NOT-ROOT', { name: stored.friendlyName });
  requireCurrent(tag, stored.version, 'ASSESSMENT-STALE', { name: stored.friendlyName, by: stored.changedBy });
  return stored;
};
