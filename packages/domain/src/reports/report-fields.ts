import type { JsonObject } from '@redoubt/kernel';
import { firstTextAt } from '../assessments/own-values.ts';
import type { AssessmentDefinition, CustomField } from '../assessments/definition.ts';
import type { BuiltInAssessment } from '../events/event-kinds.ts';
import { personalDataOf } from '../ontology/personal-data.ts';

/** Where the value of a report field comes from: a path of the body, an attribute of the device session, or the address of the event. */
type FieldSource =
  | { readonly from: 'body'; readonly path: string; readonly names: readonly string[] }
  | { readonly from: 'session'; readonly keys: readonly string[] }
  | { readonly from: 'ipCountry' | 'ipState' };

/** An attribute that reports of a kind of event tell its events apart by. */
export type ReportField = { readonly name: string; readonly source: FieldSource };

const bodyField = (name: string, path: string): ReportField => ({
  name,
  source: { from: 'body', path, names: path.split('.') },
});
const session = (name: string, ...keys: string[]): ReportField => ({ name, source: { from: 'session', keys } });

const IP_COUNTRY: ReportField = { name: 'ipCountry', source: { from: 'ipCountry' } };
const IP_STATE: ReportField = { name: 'ipState', source: { from: 'ipState' } };

/** The first product and the first instrument stand for the purchase. */
const PURCHASE_FIELDS: readonly ReportField[] = [
  bodyField('businessSegment', 'merchantBusinessSegment'),
  bodyField('productCategory', 'productList.category'),
  bodyField('instrumentType', 'paymentInstrumentList.type'),
  bodyField('cardType', 'paymentInstrumentList.cardType'),
  IP_COUNTRY,
  IP_STATE,
  bodyField('billingCountry', 'paymentInstrumentList.billingAddress.country'),
  bodyField('shippingCountry', 'shippingAddress.country'),
];

const ACCOUNT_FIELDS: readonly ReportField[] = [
  session('javaScriptEnabled', 'javaScriptEnabled'),
  session('osFamily', 'userAgentOperatingSystem'),
  session('os', 'userAgentOperatingSystem', 'deviceSystemVersion'),
  session('browserFamily', 'userAgentBrowser'),
  IP_COUNTRY,
  IP_STATE,
];

/** Report fields of the events of the product. */
export const REPORT_FIELDS: Readonly<Record<BuiltInAssessment, readonly ReportField[]>> = {
  purchase: PURCHASE_FIELDS,
  accountCreation: ACCOUNT_FIELDS,
  accountLogin: ACCOUNT_FIELDS,
};

/** Names of the report fields of the product. */
export const REPORT_FIELD_NAMES = [
  'businessSegment',
  'productCategory',
  'instrumentType',
  'cardType',
  'ipCountry',
  'ipState',
  'billingCountry',
  'shippingCountry',
  'javaScriptEnabled',
  'osFamily',
  'os',
  'browserFamily',
] as const;
export type ReportFieldName = (typeof REPORT_FIELD_NAMES)[number];

/** Whether a report field is one of the product, not of a defined assessment. */
export const isReportField = (name: string): name is ReportFieldName =>
  (REPORT_FIELD_NAMES as readonly string[]).includes(name);

/** Each is a row of sums for an event that has a value of its own. */
export const MAX_REPORT_FIELDS = 12;

/** Numbers and times have a value of their own in nearly every event, and lists have many. */
const REPORTED_TYPES: ReadonlySet<CustomField['type']> = new Set(['string', 'boolean', 'integer']);

/** Own fields whose values reports may keep for longer than their events: none that tells of a person. */
export const reportable = (fields: readonly CustomField[]): readonly CustomField[] =>
  fields.filter(({ path, type }) => REPORTED_TYPES.has(type) && personalDataOf(path, type) === null);

/**
 * Own fields that reports of a defined assessment tell its events apart by: those that its reports name, else the first of those that can be.
 * Personal data, numbers with decimals, times and lists never are.
 */
export const reportedFields = ({
  fields,
  reports,
}: Pick<AssessmentDefinition, 'fields' | 'reports'>): readonly CustomField[] => {
  const known = reportable(fields);
  const wanted = new Set(reports.fields);
  const named = known.filter(({ path }) => wanted.has(path));
  return (named.length === 0 ? known : named).slice(0, MAX_REPORT_FIELDS);
};

/** How a question names a report field: `field:cardType`. */
export type FieldDimension = `field:${string}`;
const FIELD = 'field:';
export const fieldDimension = (name: string): FieldDimension => `${FIELD}${name}`;

/** The report field that a dimension names; null for another dimension. */
export const reportFieldOf = (dimension: string): string | null =>
  dimension.startsWith(FIELD) && dimension.length > FIELD.length ? dimension.slice(FIELD.length) : null;

export const isFieldDimension = (dimension: string): dimension is FieldDimension => reportFieldOf(dimension) !== null;

/** Longest text that is distinguished. */
export const MAX_FIELD_VALUE = 100;

/** Values of a field that are counted separately on one day of an environment; events with another stand in `OTHER_VALUES`. */
export const MAX_FIELD_VALUES = 500;

/** In the place of values beyond `MAX_FIELD_VALUES`. No value is spelled so: blanks around values are left out. */
export const OTHER_VALUES = ' other';

/** Values of report fields by name; fields without a value are absent. */
export type ReportFieldValues = Readonly<Record<string, string>>;

const ADDRESS_OF: Readonly<Record<BuiltInAssessment, string>> = {
  purchase: 'deviceContext.ipAddress',
  accountCreation: 'device.ipAddress',
  accountLogin: 'device.ipAddress',
};

const STATE = /^US-([A-Z]{2})$/;

/** What is known of an event beside its body: the session of its device, and where its address is. */
export type FieldFacts = {
  readonly session: (key: string) => string;
  /** Code of the country and of its first level, as far as they are known. */
  readonly place: () => { readonly country: string; readonly state: string };
};

const sourceValue = ({ source }: ReportField, body: JsonObject, facts: FieldFacts): string => {
  if (source.from === 'body') return firstTextAt(body, source.names);
  if (source.from === 'session') return source.keys.map(facts.session).join(' ').trim();
  const { country, state } = facts.place();
  return source.from === 'ipCountry' ? country : country === '' || state === '' ? '' : `${country}-${state}`;
};

/** The values of report fields of an event; undefined where it has none. @param fields own ones of a defined assessment */
export const reportFieldValues = (
  kind: string,
  body: JsonObject,
  facts: FieldFacts,
  fields: readonly Pick<CustomField, 'path'>[] = [],
): ReportFieldValues | undefined => {
  const builtIn = Object.hasOwn(REPORT_FIELDS, kind) ? REPORT_FIELDS[kind as BuiltInAssessment] : null;
  const known = builtIn ?? fields.map(({ path }) => bodyField(path, path));
  let values: Record<string, string> | undefined;
  for (const field of known) {
    const value = sourceValue(field, body, facts).trim().slice(0, MAX_FIELD_VALUE).trimEnd().toWellFormed();
    if (value !== '') (values ??= {})[field.name] = value;
  }
  return values;
};

const readOf = (kind: BuiltInAssessment, { source }: ReportField, value: string): readonly [string, string] | null => {
  const address = `@"${ADDRESS_OF[kind]}"`;
  if (source.from === 'body') return [`@"${source.path}"`, value];
  if (source.from === 'session') {
    // A value of several attributes is none that a rule reads.
    const [key, ...others] = source.keys;
    return others.length > 0 || key === undefined ? null : [`@"deviceAttributes.${key}"`, value];
  }
  if (source.from === 'ipCountry') return [`Geo.CountryCode(${address})`, value];
  const state = STATE.exec(value)?.[1];
  return state === undefined ? null : [`Geo.RegionCode(${address})`, state];
};

/** A text as rules write it. */
const textLiteral = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The condition of a rule that holds for events with a value of a report field; null where the language has none. */
export const fieldCondition = (
  kind: string,
  field: string,
  value: string,
  type: CustomField['type'] = 'string',
): string | null => {
  if (value === '' || value === OTHER_VALUES) return null;
  const builtIn = Object.hasOwn(REPORT_FIELDS, kind) ? (kind as BuiltInAssessment) : null;
  const known = builtIn === null ? undefined : REPORT_FIELDS[builtIn].find(({ name }) => name === field);
  if (builtIn !== null && known === undefined) return null;
  const read =
    builtIn === null || known === undefined ? ([`@"${field}"`, value] as const) : readOf(builtIn, known, value);
  if (read === null) return null;
  return type === 'string' ? `${read[0]} == ${textLiteral(read[1])}` : `${read[0]} == ${read[1]}`;
};
