import type { JsonObject } from '@redoubt/kernel';
import type { CustomField, ReportChoice } from '../assessments/definition.ts';
import type { DefinitionProblem } from '../assessments/definition-problems.ts';
import { ownValuesOf } from '../assessments/own-values.ts';
import { isBuiltInKind, kindFacts, type LoggedRelatedKind, type RelatedKind } from '../events/event-kinds.ts';
import { MAX_FIELD_VALUE, reportable, type ReportFieldValues } from './report-fields.ts';

/** What a label says of its event, which is no field of its body: fraud or not, a reversal included. */
export const VERDICT_FIELD = 'verdict';

const STATUS = ['statusType', 'reason'] as const;
const ACCOUNT_STATUS = ['statusType', 'reasonType', 'challengeType'] as const;
const LABEL = [VERDICT_FIELD, 'labelSource', 'labelState', 'labelReasonCodes', 'processor'] as const;
const NONE = [] as const;

/** Fields of the observations of the product that their report tells values of; none is personal data. */
const BUILT_IN = {
  purchaseStatus: STATUS,
  signUpStatus: STATUS,
  bankEvent: ['type', 'status', 'bankResponseCode', 'paymentProcessor'],
  chargeback: ['status', 'reason'],
  refund: ['status', 'reason'],
  accountCreationStatus: ACCOUNT_STATUS,
  accountLoginStatus: ACCOUNT_STATUS,
  label: LABEL,
  accountLabel: LABEL,
  // About an account, not about an assessment.
  updateAccount: NONE,
  accountUpdate: NONE,
} as const satisfies Readonly<Record<RelatedKind, readonly string[]>>;

/** What the templates of observations of defined assessments bring. */
const OF_TEMPLATES = [...ACCOUNT_STATUS, ...BUILT_IN.bankEvent, 'reason'] as const;

/** Every field of the product that the report of observations knows. */
export const OBSERVATION_FIELD_NAMES = [...new Set([...OF_TEMPLATES, ...LABEL])] as readonly ObservationFieldName[];
export type ObservationFieldName = (typeof OF_TEMPLATES)[number] | (typeof LABEL)[number];

export const isObservationField = (name: string): name is ObservationFieldName =>
  (OBSERVATION_FIELD_NAMES as readonly string[]).includes(name);

/** Own fields are rows of sums beside those of the product. */
export const MAX_OWN_OBSERVATION_FIELDS = 8;

const ofProduct = (kind: LoggedRelatedKind): readonly string[] => {
  if (isBuiltInKind(kind)) return BUILT_IN[kind];
  return kindFacts(kind).role === 'label' ? LABEL : OF_TEMPLATES;
};

/**
 * Own fields of an observation or a label of a defined assessment that its report can tell values of: text, yes or no and
 * whole numbers without personal data.
 */
export const countableObservationFields = (
  part: 'observation' | 'label',
  fields: readonly CustomField[],
): readonly CustomField[] => {
  const known: readonly string[] = part === 'label' ? LABEL : OF_TEMPLATES;
  return reportable(fields).filter(({ path }) => !known.includes(path));
};

/** Those that its report tells values of: the chosen ones, else the first ones. */
export const reportedObservationFields = (
  part: 'observation' | 'label',
  { fields, reportFields = null }: ReportChoice & { readonly fields: readonly CustomField[] },
): readonly CustomField[] =>
  countableObservationFields(part, fields)
    .filter(({ path }) => reportFields === null || reportFields.includes(path))
    .slice(0, MAX_OWN_OBSERVATION_FIELDS);

/** What is wrong with the fields that the report of an observation or a label is to tell apart. */
export const reportChoiceProblems = (
  part: 'observation' | 'label',
  { fields, reportFields = null }: ReportChoice & { readonly fields: readonly CustomField[] },
  at = 'reportFields',
): readonly DefinitionProblem[] => {
  if (reportFields === null) return [];
  const countable = new Set(countableObservationFields(part, fields).map(({ path }) => path));
  const isTooLong = new Set(reportFields).size > MAX_OWN_OBSERVATION_FIELDS;
  return [
    ...(isTooLong ? [{ path: at, code: 'reportFieldCount' as const, name: '' }] : []),
    ...reportFields.flatMap((name, index): DefinitionProblem[] =>
      countable.has(name) ? [] : [{ path: `${at}[${index}]`, code: 'reportField', name }],
    ),
  ];
};

/** What the report tells the values of, of an observation of a kind. @param own fields of the customer's */
export const observationFields = (kind: LoggedRelatedKind, own: readonly string[]): readonly string[] => [
  ...ofProduct(kind),
  ...own.filter((path) => !ofProduct(kind).includes(path)),
];

/** Values of these fields by name; fields without a value are absent. @param verdict of a label */
export const observationFieldValues = (
  fields: readonly string[],
  body: JsonObject,
  verdict: string | null,
): ReportFieldValues => {
  const paths = fields.map((path) => ({ path, friendlyName: path, type: 'string' }) as const);
  const own = ownValuesOf(paths, body);
  return Object.fromEntries(
    fields.flatMap((name) => {
      const said = name === VERDICT_FIELD && verdict !== null ? verdict : String(own?.[name]?.[0] ?? '');
      const value = said.trim().slice(0, MAX_FIELD_VALUE).trimEnd().toWellFormed();
      return value === '' ? [] : [[name, value] as const];
    }),
  );
};
