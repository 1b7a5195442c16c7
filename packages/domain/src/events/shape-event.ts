import { bodyNotices, type BodyNotice } from './body-notices.ts';
import { shapeBody, type BodyProblem, type BodyReading } from './body-shape.ts';
import { EVENT_KINDS, isBuiltInKind, type EventKind, type LoggedKind } from './event-kinds.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { DEVICE_DETAILS, USER_DETAILS } from './schema/common-objects.ts';
import { PAYMENT_INSTRUMENT_DETAILS } from './schema/payment-instrument.ts';

type MutableObject = Record<string, unknown>;
type Place = 'user' | 'deviceContext' | 'paymentInstrumentList';

const memberOf = (owner: MutableObject, name: string): unknown => {
  if (owner[name] !== undefined) return owner[name];
  const lower = name.toLowerCase();
  const key = Object.keys(owner).find((candidate) => candidate.toLowerCase() === lower);
  return key === undefined ? undefined : owner[key];
};

const asObject = (value: unknown): MutableObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as MutableObject) : undefined;

/**
 * Attributes that a flat schema page lists without their object; those the root of a purchase has itself are not here.
 */
const FLAT = new Map<string, { readonly place: Place; readonly name: string }>(
  (
    [
      ['user', USER_DETAILS],
      ['deviceContext', DEVICE_DETAILS],
      ['paymentInstrumentList', PAYMENT_INSTRUMENT_DETAILS],
    ] as const
  ).flatMap(([place, schema]) =>
    Object.keys(schema)
      .filter((name) => !Object.hasOwn(EVENT_SCHEMAS.purchase, name))
      .map((name) => [name.toLowerCase(), { place, name }] as const),
  ),
);

/** Copies what stands flat at the root of a purchase into the object it belongs to, where that was sent. */
const nestFlatAttributes = (body: MutableObject): void => {
  for (const key of Object.keys(body)) {
    const flat = FLAT.get(key.toLowerCase());
    if (flat === undefined) continue;
    const owner = memberOf(body, flat.place);
    const object = asObject(Array.isArray(owner) ? owner[0] : owner);
    if (object === undefined) continue;
    const standing = memberOf(object, flat.name);
    if (standing === undefined || standing === null) object[flat.name] = body[key];
  }
};

const TRAFFIC_SOURCES = ['referrer', 'referralLink', 'referralSite'] as const;

/** The two spellings of where a person came from fill each other. */
const joinTrafficSources = (body: MutableObject): void => {
  const marketing = asObject(body.marketingContext);
  if (marketing === undefined) return;
  const nested: MutableObject = { ...asObject(marketing.trafficSource) };
  for (const name of TRAFFIC_SOURCES) {
    const flat = `trafficSource-${name}`;
    const value = marketing[flat] ?? nested[name];
    if (value === undefined || value === null) continue;
    marketing[flat] = value;
    nested[name] ??= value;
  }
  if (Object.keys(nested).length > 0) marketing.trafficSource = nested;
};

/**
 * Brings the body of an event into the spelling that rules, tables and screens use, in place, and lists what is wrong
 * with it: `shapeBody` with the schema of its kind, and what its generation lets stand in two places in both of them.
 */
export const shapeEvent = (kind: EventKind, body: object, reading?: BodyReading): readonly BodyProblem[] => {
  if (kind === 'purchase') nestFlatAttributes(body as MutableObject);
  const problems = shapeBody(EVENT_SCHEMAS[kind], body, reading);
  if (problems.length === 0 && EVENT_KINDS[kind].generation === 'account') joinTrafficSources(body as MutableObject);
  return problems;
};

/**
 * The same for an event that is stored. One of a defined assessment is stored as its definition had it shaped: the
 * definition may have changed since.
 */
export const shapeStoredEvent = (kind: LoggedKind, body: object): readonly BodyProblem[] =>
  isBuiltInKind(kind) ? shapeEvent(kind, body) : [];

/** What a shaped event says that is taken without being known; attributes that may stand flat are known there too. */
export const eventNotices = (kind: EventKind, body: object): readonly BodyNotice[] => {
  const notices = bodyNotices(EVENT_SCHEMAS[kind], body);
  if (kind !== 'purchase') return notices;
  return notices.filter(({ path, kind: what }) => what !== 'unknownField' || !FLAT.has(path.slice(2).toLowerCase()));
};

/** The text at a path of an event's body such as `metadata.signUpId`; null where there is none. */
export const textAt = (body: object, path: string): string | null => {
  let value: unknown = body;
  for (const name of path.split('.')) value = asObject(value)?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
