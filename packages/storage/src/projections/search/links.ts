import type { ClauseHit, PurchaseFacts } from '../../log/log-event.ts';
import { hitText } from '../reports/report-codes.ts';

/** Attributes that link events; numbers are never used again for another attribute. */
export const LINK_ATTRIBUTES = {
  email: 1,
  userId: 2,
  ipAddress: 3,
  deviceId: 4,
  paymentInstrumentId: 5,
  userName: 6,
  cardNumberStart: 7,
} as const;

export type LinkAttribute = keyof typeof LINK_ATTRIBUTES;

/** Links from a clause of a rule to the events that it decided, or whose condition held without deciding. */
export const HIT_ATTRIBUTES = { observed: 8, decided: 9 } as const;

/** The attribute of a link from what a decision lacked. */
export const DEGRADED_ATTRIBUTE = 10;

/** Links that requests of persons and legal holds need: they stay where a tenant keeps no index for search. */
const KEPT: ReadonlySet<number> = new Set([
  LINK_ATTRIBUTES.userId,
  LINK_ATTRIBUTES.email,
  LINK_ATTRIBUTES.paymentInstrumentId,
]);

export const isKeptLink = (attribute: number): boolean => KEPT.has(attribute);

/** Numbers of the links that are for search alone. */
export const INDEX_ATTRIBUTES: readonly number[] = [
  ...Object.values(LINK_ATTRIBUTES),
  ...Object.values(HIT_ATTRIBUTES),
  DEGRADED_ATTRIBUTE,
].filter((attribute) => !isKeptLink(attribute));

/** Attributes asked for by how their values begin; the others are compared whole. */
export type PrefixAttribute = 'userName' | 'cardNumberStart';

export const isPrefixAttribute = (attribute: string): attribute is PrefixAttribute =>
  attribute === 'userName' || attribute === 'cardNumberStart';

/** Longest value a filter can name. */
const MAX_VALUE_CHARACTERS = 256;

/** As much of a text as is compared: the column of an event's row that has an index holds no more. */
export const comparedText = (text: string | null | undefined): string | null =>
  text === null || text === undefined
    ? null
    : text.length > MAX_VALUE_CHARACTERS
      ? text.slice(0, MAX_VALUE_CHARACTERS)
      : text;

/** Letters of the alphabet alone, with the marks that count as accents left out: most names, which have none to take away. */
const PLAIN_NAME = /^[A-Za-z0-9 ,.'-]*$/;

const withoutAccents = (name: string): string =>
  PLAIN_NAME.test(name) ? name : name.normalize('NFD').replace(/\p{Diacritic}/gu, '');

/** A name without letter case, accents and superfluous blanks. */
const foldName = (name: string): string =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[\s,]+/gu, ' ')
    .trim();

/**
 * What is compared: an e-mail's identity ignores case and blanks around it
 * (`docs/reference/wire.md#purchase-generation`), ids are taken as sent.
 */
export const normaliseLink = (attribute: LinkAttribute, value: string): string => {
  const folded = (): string => {
    if (attribute === 'userName') return foldName(value);
    if (attribute === 'cardNumberStart') return value.replace(/\D/g, '').slice(0, 8);
    return attribute === 'email' ? value.trim().toLowerCase() : value.trim();
  };
  return folded().slice(0, MAX_VALUE_CHARACTERS);
};

/** The value of a link; null where there is nothing to link by. */
export const linkValue = (attribute: LinkAttribute, raw: string | null): string | null => {
  const value = raw === null ? '' : normaliseLink(attribute, raw);
  return value === '' ? null : value;
};

/** Values of an attribute that an event may hold several of, each once. */
export const linkValues = (attribute: LinkAttribute, raw: readonly string[]): readonly string[] => [
  ...new Set(raw.flatMap((one) => linkValue(attribute, one) ?? [])),
];

/** A name as it is said and with the last word first, so that either half finds it. */
export const nameValues = (raw: string | null): readonly string[] => {
  const name = linkValue('userName', raw);
  if (name === null) return [];
  const words = name.split(' ');
  return [...new Set([name, [...words.slice(-1), ...words.slice(0, -1)].join(' ')])];
};

/** What links an event besides its columns in the index of search, by kind; undefined where there is none. */
export type LinkedValues = {
  /** Payment instruments after the first. */
  readonly paymentInstrumentId?: readonly string[];
  readonly phone?: readonly string[];
  readonly address?: readonly string[];
  readonly product?: readonly string[];
};

export const linkedValuesOf = ({
  paymentInstrumentIds,
  shared = {},
}: Pick<PurchaseFacts, 'paymentInstrumentIds' | 'shared'>): LinkedValues | undefined => {
  const { phones, addresses, products } = shared;
  const more = paymentInstrumentIds.slice(1);
  if (more.length === 0 && !phones && !addresses && !products) return undefined;
  return {
    ...(more.length > 0 && { paymentInstrumentId: more }),
    ...(phones && { phone: phones }),
    ...(addresses && { address: addresses }),
    ...(products && { product: products }),
  };
};

type LinkedFacts = {
  readonly email: string | null;
  readonly userId: string | null;
  readonly ipAddress: string | null;
  readonly deviceId: string | null;
  readonly userName: string | null;
  readonly paymentInstrumentIds: readonly string[];
  readonly cardNumberStarts?: readonly string[];
};

/** Every value that leads to an event, by attribute. */
export const linksOfFacts = (facts: LinkedFacts): Readonly<Record<LinkAttribute, readonly string[]>> => {
  const one = (attribute: LinkAttribute, raw: string | null) => linkValues(attribute, raw === null ? [] : [raw]);
  return {
    email: one('email', facts.email),
    userId: one('userId', facts.userId),
    ipAddress: one('ipAddress', facts.ipAddress),
    deviceId: one('deviceId', facts.deviceId),
    paymentInstrumentId: linkValues('paymentInstrumentId', facts.paymentInstrumentIds),
    userName: nameValues(facts.userName),
    cardNumberStart: linkValues('cardNumberStart', facts.cardNumberStarts ?? []),
  };
};

/**
 * Values that stand in the row of an event as they are compared, by the number of their attribute: an index of that column leads to
 * the event, and nothing else has to (ADR 125).
 */
export const valuesInRow = (facts: LinkedFacts): ReadonlyMap<number, string | null> =>
  new Map<number, string | null>([
    [LINK_ATTRIBUTES.email, comparedText(facts.email)],
    [LINK_ATTRIBUTES.userId, comparedText(facts.userId)],
    [LINK_ATTRIBUTES.ipAddress, comparedText(facts.ipAddress)],
    [LINK_ATTRIBUTES.deviceId, comparedText(facts.deviceId)],
    [LINK_ATTRIBUTES.paymentInstrumentId, comparedText(facts.paymentInstrumentIds[0])],
  ]);

/** Whether values of an attribute may stand in the rows of events alone: `event_value` leads to all of them. */
export const standsInRows = (attribute: LinkAttribute): boolean => !isPrefixAttribute(attribute);

/** A value that leads to an event, with the number of its attribute. */
type Link = { readonly a: number; readonly v: string };

/** The same as rows of links have them. */
export const attributeLinks = (facts: LinkedFacts): readonly Link[] =>
  (Object.entries(linksOfFacts(facts)) as [LinkAttribute, readonly string[]][]).flatMap(([attribute, values]) =>
    values.map((v) => ({ a: LINK_ATTRIBUTES[attribute], v })),
  );

/** Links of an event by the clauses of rules that fired: number of the attribute, and the clause as reports name it. */
const hitLinks = (hits: readonly ClauseHit[]): readonly Link[] => {
  if (hits.length === 0) return [];
  const links = hits
    .filter(({ action }) => action !== true)
    .map((hit) => ({
      a: hit.decision === null ? HIT_ATTRIBUTES.observed : HIT_ATTRIBUTES.decided,
      v: hitText(hit),
    }));
  return [...new Map(links.map((link) => [`${link.a} ${link.v}`, link])).values()];
};

/** Links of an event by how it was decided: clauses that fired, and what the decision lacked. */
export const decisionLinks = ({ hits, degraded = [] }: Pick<PurchaseFacts, 'hits' | 'degraded'>): readonly Link[] => [
  ...hitLinks(hits),
  ...degraded.map((v) => ({ a: DEGRADED_ATTRIBUTE, v })),
];
