import { isRetailSet, RETAIL_FIELDS, RETAIL_SET_NAMES, type RetailSet } from '../loss-prevention/retail-sets.ts';
import { EVENT_SCHEMAS } from '../events/event-schemas.ts';
import { isAssessmentKind, kindFacts, type EventKind } from '../events/event-kinds.ts';
import type { Field, ObjectSchema, ScalarType } from '../events/schema/object-schema.ts';

/** A kind of file of events: each of its lines is one event of a kind. */
export type DataSetFacts = {
  readonly kind: EventKind;
  /** What every line says unless the mapping says otherwise, by field. */
  readonly constants?: Readonly<Record<string, string>>;
  /**
   * The list of the event that a line is an item of. Such lines are no events by themselves: they wait for the event with their
   * id, of a file of the same kind without a list.
   */
  readonly list?: string;
};

/** Files that can be uploaded, in the order in which they are needed: events before what is known of them later. */
export const DATA_SETS = {
  purchases: { kind: 'purchase' },
  paymentInstruments: { kind: 'purchase', list: 'paymentInstrumentList' },
  products: { kind: 'purchase', list: 'productList' },
  purchaseStatuses: { kind: 'purchaseStatus' },
  bankEvents: { kind: 'bankEvent' },
  chargebacks: { kind: 'chargeback' },
  refunds: { kind: 'refund' },
  labels: { kind: 'label' },
  accountUpdates: { kind: 'updateAccount' },
  accountAddresses: { kind: 'updateAccount', list: 'addressList' },
  accountPaymentInstruments: { kind: 'updateAccount', list: 'paymentInstrumentList' },
  accountCreations: { kind: 'accountCreation', constants: { name: 'AP.AccountCreation', version: '0.5' } },
  accountLogins: { kind: 'accountLogin', constants: { name: 'AP.AccountLogin', version: '0.5' } },
} as const satisfies Record<string, DataSetFacts>;

export type EventDataSet = keyof typeof DATA_SETS;
/** Also files of loss prevention, whose lines are no events. */
export type DataSet = EventDataSet | RetailSet;
export const EVENT_DATA_SET_NAMES = Object.keys(DATA_SETS) as readonly EventDataSet[];
export const DATA_SET_NAMES: readonly DataSet[] = [...EVENT_DATA_SET_NAMES, ...RETAIL_SET_NAMES];

/** The list of an event that each line is an item of; null where a line is an event, or none of loss prevention. */
export const listOfSet = (dataSet: DataSet): string | null => dataSetFacts(dataSet)?.list ?? null;

/** Whether what a file stored can be taken back: what later events replaced is not kept. */
export const canTakeBack = (dataSet: DataSet): boolean =>
  isRetailSet(dataSet) || listOfSet(dataSet) !== null || isAssessmentKind(DATA_SETS[dataSet].kind);

/** Data sets whose lines join the events of a data set; none for one that is joined itself. */
export const joiningSets = (dataSet: EventDataSet): readonly EventDataSet[] =>
  listOfSet(dataSet) === null
    ? EVENT_DATA_SET_NAMES.filter(
        (each) => DATA_SETS[each].kind === DATA_SETS[dataSet].kind && listOfSet(each) !== null,
      )
    : [];

/** Null for a file whose lines are no events. */
export const dataSetFacts = (dataSet: DataSet): DataSetFacts | null =>
  isRetailSet(dataSet) ? null : DATA_SETS[dataSet];

/** A place of the event that a column can fill. */
export type DataField = {
  /** `user.email`, `paymentInstrumentList[0].type`; the first one of a list. */
  readonly path: string;
  readonly type: ScalarType;
  /** True where no event can do without. */
  readonly required: boolean;
  /** True where the object that it stands in cannot do without, should the event have it. */
  readonly requiredInObject: boolean;
  readonly description: string;
};

/** Where a customer's own attributes stand; a name of their own follows. */
export const OWN_FIELDS = 'customData.';

const fieldsOf = (schema: ObjectSchema, prefix: string, isNeeded: boolean): readonly DataField[] =>
  Object.entries(schema).flatMap(([name, field]: [string, Field]): readonly DataField[] => {
    const path = `${prefix}${name}`;
    const required = isNeeded && field.required;
    if (field.type === 'object') return fieldsOf(field.schema, `${path}.`, required);
    if (field.type === 'list') return fieldsOf(field.schema, `${path}[0].`, required);
    if (field.type === 'open' || field.type === 'freeList' || field.type === 'freeObject') return [];
    return [{ path, type: field.type, required, requiredInObject: field.required, description: field.description }];
  });

/** Where the time of an event stands: past events count at the merchant's time, so every line has to say it. */
export const timePathOf = (dataSet: EventDataSet): string =>
  kindFacts(DATA_SETS[dataSet].kind).generation === 'purchase'
    ? '_metadata.merchantTimeStamp'
    : 'metadata.merchantTimeStamp';

/** Where the id of the call stands; a line that says none gets one of its own. */
export const trackingPathOf = (dataSet: EventDataSet): string =>
  kindFacts(DATA_SETS[dataSet].kind).generation === 'purchase' ? '_metadata.trackingId' : 'metadata.trackingId';

/** Fields of an item of a list, and the id of the event that it belongs to. */
const itemFields = (kind: EventKind, list: string): readonly DataField[] => {
  const schema = EVENT_SCHEMAS[kind];
  const id = kindFacts(kind).id;
  const items = schema[list];
  const owner = schema[id];
  if (items?.type !== 'list' || owner === undefined) throw new Error(`${kind} has no list ${list}`);
  return [
    { path: id, type: 'text', required: true, requiredInObject: true, description: owner.description },
    ...fieldsOf(items.schema, `${list}[0].`, true).toSorted(
      (one, other) => Number(other.required) - Number(one.required),
    ),
  ];
};

const cache = new Map<DataSet, readonly DataField[]>();

/** What the columns of a file can fill, required fields first. */
export const dataSetFields = (dataSet: DataSet): readonly DataField[] => {
  const known = cache.get(dataSet);
  if (known) return known;
  if (isRetailSet(dataSet)) {
    const columns = RETAIL_FIELDS[dataSet].map(({ path, type, required, description }) => ({
      path,
      type,
      required,
      requiredInObject: required,
      description,
    }));
    cache.set(dataSet, columns);
    return columns;
  }
  const list = listOfSet(dataSet);
  if (list !== null) {
    const fields = itemFields(DATA_SETS[dataSet].kind, list);
    cache.set(dataSet, fields);
    return fields;
  }
  const time = timePathOf(dataSet);
  const tracking = trackingPathOf(dataSet);
  const { kind } = DATA_SETS[dataSet];
  const idPath = kindFacts(kind).id;
  const fields = fieldsOf(EVENT_SCHEMAS[kind], '', true)
    .map((field) =>
      field.path === tracking
        ? { ...field, required: false, requiredInObject: false }
        : { ...field, required: field.required || field.path === time || field.path === idPath },
    )
    .toSorted((one, other) => Number(other.required) - Number(one.required));
  cache.set(dataSet, fields);
  return fields;
};

/** The field of a path; one of the customer's own is text. */
export const dataFieldOf = (dataSet: DataSet, path: string): DataField | undefined => {
  const isOwn =
    !isRetailSet(dataSet) &&
    listOfSet(dataSet) === null &&
    path.startsWith(OWN_FIELDS) &&
    path.length > OWN_FIELDS.length;
  if (isOwn) return { path, type: 'text', required: false, requiredInObject: false, description: '' };
  return dataSetFields(dataSet).find((field) => field.path === path);
};
