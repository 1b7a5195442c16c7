import type { EventMap, MapNode, ObjectNode } from '../event-maps/event-map.ts';
import { isRetailSet, RETAIL_FIELDS } from '../loss-prevention/retail-sets.ts';
import { dataFieldOf, dataSetFacts, dataSetFields, OWN_FIELDS, type DataField, type DataSet } from './data-sets.ts';

/** What fills a field: the column of that name, or a value that all lines have in common. */
export type FieldSource = { readonly column: string } | { readonly constant: string };
export type MappedField = { readonly field: string; readonly source: FieldSource };
export type Mapping = readonly MappedField[];

export const MAX_MAPPED_FIELDS = 500;

/** `missing`: a field that every event needs, or whose object needs it; `value`: a constant that is not of the type. */
export type MappingProblem = {
  readonly field: string;
  readonly code: 'missing' | 'unknownField' | 'unknownColumn' | 'twice' | 'value';
};

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A constant as its field takes it; undefined where it is none. */
const constantOf = ({ type }: DataField, text: string): string | number | boolean | undefined => {
  if (text.trim() === '') return undefined;
  if (type === 'boolean') return BOOLEANS[text.trim().toLowerCase()];
  if (type !== 'number' && type !== 'integer') return text;
  const value = Number(text);
  const fits = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  return fits ? value : undefined;
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

/** Fields that a mapping leaves out: needed by every event, or by an object that it fills in part. */
const missingFields = (dataSet: DataSet, mapping: Mapping): readonly string[] => {
  const mapped = new Set(mapping.map(({ field }) => field));
  const begun = [...mapped].filter((path) => !path.startsWith(OWN_FIELDS));
  const isBegun = (parent: string): boolean => parent !== '' && begun.some((path) => path.startsWith(parent));
  return dataSetFields(dataSet)
    .filter(({ path, required, requiredInObject }) => required || (requiredInObject && isBegun(parentOf(path))))
    .map(({ path }) => path)
    .filter((path) => !mapped.has(path));
};

/** What keeps a mapping from being used; none where it is complete. */
export const mappingProblems = (
  dataSet: DataSet,
  mapping: Mapping,
  columns: readonly string[],
): readonly MappingProblem[] => {
  const seen = new Set<string>();
  const wrong = mapping.flatMap(({ field, source }): readonly MappingProblem[] => {
    const known = dataFieldOf(dataSet, field);
    if (!known) return [{ field, code: 'unknownField' }];
    if (seen.has(field)) return [{ field, code: 'twice' }];
    seen.add(field);
    if ('column' in source) return columns.includes(source.column) ? [] : [{ field, code: 'unknownColumn' }];
    return constantOf(known, source.constant) === undefined ? [{ field, code: 'value' }] : [];
  });
  const missing = missingFields(dataSet, mapping).map((field) => ({ field, code: 'missing' as const }));
  return [...wrong, ...missing];
};

type Members = Map<string, MapNode>;

const nodeOf = (field: DataField, source: FieldSource): MapNode => {
  if ('column' in source) {
    return { type: 'template', line: 0, template: { parts: [{ column: source.column, type: field.type }] } };
  }
  return { type: 'constant', line: 0, value: constantOf(field, source.constant) ?? source.constant };
};

const objectAt = (members: Members, segment: string): Members => {
  const isList = segment.endsWith('[0]');
  const name = isList ? segment.slice(0, -3) : segment;
  const standing = members.get(name);
  const object = standing?.type === 'list' ? standing.items[0] : standing;
  if (object?.type === 'object') return object.members as Members;
  const created: ObjectNode = { type: 'object', line: 0, members: new Map() };
  members.set(name, isList ? { type: 'list', line: 0, items: [created] } : created);
  return created.members as Members;
};

/** The map of a complete mapping, as `createRowMapper` takes it: the same that a map file of the command line is read to. */
export const eventMapOf = (dataSet: DataSet, mapping: Mapping): EventMap => {
  const root: Members = new Map();
  for (const { field: path, source } of mapping) {
    const field = dataFieldOf(dataSet, path);
    if (!field) continue;
    const isOwn = path.startsWith(OWN_FIELDS);
    const segments = isOwn ? ['customData', path.slice(OWN_FIELDS.length)] : path.split('.');
    let members = root;
    for (const segment of segments.slice(0, -1)) members = objectAt(members, segment);
    members.set(segments.at(-1) ?? path, nodeOf(field, source));
  }
  return { event: { type: 'object', line: 0, members: root }, label: null };
};

/** The column that fills what a problem of an event names, where one does. */
export const columnOfPath = (mapping: Mapping, path: string): string | null => {
  const wanted = path.replace(/^\$\./, '').replaceAll(/\[(\d+)\]/g, '[0]');
  const found = mapping.find(({ field }) => field === wanted);
  return found && 'column' in found.source ? found.source.column : null;
};

const key = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Objects whose fields the files of the original name flat: `UserEmail`, `BillingAddressCity`. */
const FLAT_PREFIXES: readonly (readonly [prefix: string, path: string])[] = [
  ['user', 'user.'],
  ['customer', 'user.'],
  ['shippingaddress', 'shippingAddress.'],
  ['shipping', 'shippingAddress.'],
  ['paymentinstrument', 'paymentInstrumentList[0].'],
  ['card', 'paymentInstrumentList[0].'],
  ['billingaddress', 'paymentInstrumentList[0].billingAddress.'],
  ['billing', 'paymentInstrumentList[0].billingAddress.'],
  ['product', 'productList[0].'],
  ['device', 'deviceContext.'],
];

/** What merchants call some fields. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  transactionid: ['purchaseId'],
  orderid: ['purchaseId'],
  order: ['purchaseId'],
  amount: ['totalAmount', 'amount'],
  total: ['totalAmount'],
  txamount: ['totalAmount'],
  currencycode: ['currency'],
  customerid: ['user.userId'],
  userid: ['user.userId', 'userId'],
  email: ['user.email'],
  phone: ['user.phoneNumber'],
  ip: ['deviceContext.ipAddress'],
  ipaddress: ['deviceContext.ipAddress', 'device.ipAddress'],
  devicecontextid: ['deviceContext.deviceContextId', 'device.deviceContextId'],
  bin: ['paymentInstrumentList[0].bin'],
  countrycode: ['user.country'],
};

/** Columns that say when the event was, for both the time that counts and the merchant's own. */
const TIMES: ReadonlySet<string> = new Set([
  'time',
  'timestamp',
  'date',
  'datetime',
  'txdatetime',
  'createdat',
  'purchasedate',
  'orderdate',
  'merchanttimestamp',
  'merchantlocaldate',
  'transactiondate',
  'bankeventtimestamp',
  'statusdate',
]);
const TIME_FIELDS = ['merchantLocalDate', 'statusDate', 'bankEventTimestamp'];

const wordsOf = (dataSet: DataSet): ReadonlyMap<string, string> => {
  const words = new Map<string, string>();
  const paths = dataSetFields(dataSet).map(({ path }) => path);
  const add = (word: string, path: string): void => {
    if (!words.has(word)) words.set(word, path);
  };
  for (const path of paths) add(key(path.replaceAll('[0]', '')), path);
  if (isRetailSet(dataSet)) {
    for (const { path, names } of RETAIL_FIELDS[dataSet]) for (const name of names) add(key(name), path);
    return words;
  }
  for (const [word, candidates] of Object.entries(SYNONYMS)) {
    const found = candidates.find((path) => paths.includes(path));
    if (found) add(word, found);
  }
  for (const path of paths.filter((each) => !each.includes('.'))) add(key(path), path);
  for (const [prefix, start] of FLAT_PREFIXES) {
    for (const path of paths.filter((each) => each.startsWith(start) && !each.slice(start.length).includes('.')))
      add(prefix + key(path.slice(start.length)), path);
  }
  // A name that only one place has, such as `trackingId`.
  const lastWords = Map.groupBy(paths, (path) => key(path.slice(path.lastIndexOf('.') + 1)));
  for (const [word, [only, ...others]] of lastWords) if (only !== undefined && others.length === 0) add(word, only);
  return words;
};

/** What the names of the columns say by themselves: a proposal that a person looks at. */
export const suggestMapping = (dataSet: DataSet, columns: readonly string[]): Mapping => {
  const words = wordsOf(dataSet);
  const mapping = new Map<string, FieldSource>();
  const add = (field: string, source: FieldSource): void => {
    if (!mapping.has(field)) mapping.set(field, source);
  };
  for (const column of columns) {
    const field = words.get(key(column.replaceAll('[0]', '')));
    if (field !== undefined) add(field, { column });
  }
  // A name that another field has for itself fills a needed one that is left: `transactionType` where nothing else says the kind.
  if (isRetailSet(dataSet))
    for (const { path, required, names } of RETAIL_FIELDS[dataSet].filter(({ path: each }) => !mapping.has(each))) {
      const column = required ? columns.find((each) => names.some((name) => key(name) === key(each))) : undefined;
      if (column !== undefined) add(path, { column });
    }
  const timeColumn = columns.find((column) => TIMES.has(key(column)));
  for (const { path, required, type } of dataSetFields(dataSet)) {
    const isTime = type === 'dateTime' && (required || TIME_FIELDS.includes(path));
    if (isTime && timeColumn !== undefined) add(path, { column: timeColumn });
  }
  for (const [field, constant] of Object.entries(dataSetFacts(dataSet)?.constants ?? {})) add(field, { constant });
  const proposed = [...mapping].map(([field, source]) => ({ field, source }));
  // Half of an object, such as a device without its id, would keep the whole file from being used.
  const halves = missingFields(dataSet, proposed)
    .filter((path) => dataFieldOf(dataSet, path)?.required === false)
    .map(parentOf);
  return proposed.filter(({ field }) => !halves.some((parent) => field.startsWith(parent)));
};
