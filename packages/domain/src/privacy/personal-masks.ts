import { isJsonObject } from '@redoubt/kernel';
import type { FieldType } from '../assessments/definition.ts';
import { personalDataOf, type PersonalData } from '../ontology/personal-data.ts';
import { isIpAddress } from '../support-lists/ip-address.ts';
import { isEmailAddress } from '../text/email-address.ts';

/** Stands for what is left out of a masked value; no value of an event is taken for one that holds it. */
export const MASK_MARK = '•••';

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MASK_MARK);

/** Parts of addresses and cards by which the work is done: they tell of many people at once. */
const SHOWN = /^(?:city|state|district|bin|lastFourDigits)$|^(?:city|state|district)Name$/i;
/** Longest end of a value that stays. */
const END = 4;

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The last characters of a value that has at least three times as many. */
const withEnd = (text: string): string =>
  text.length < 3 * END ? MASK_MARK : `${MASK_MARK}${text.slice(text.length - END)}`;

/** The first letter; of a value of one letter nothing. */
const withStart = (text: string): string => {
  const [first = '', second] = text;
  return second === undefined ? MASK_MARK : `${first}${MASK_MARK}`;
};

const maskEmail = (text: string): string => {
  const at = text.lastIndexOf('@');
  return `${withStart(text.slice(0, at))}${text.slice(at)}`;
};

const maskAddressOnline = (text: string): string =>
  text.includes(':') ? `${text.split(':')[0]}:${MASK_MARK}` : `${text.split('.').slice(0, 2).join('.')}.${MASK_MARK}`;

const maskPhone = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return digits.length < 2 * END ? MASK_MARK : `${MASK_MARK}${digits.slice(-END)}`;
};

const MASKS: Readonly<Record<PersonalData, (text: string, name: string) => string>> = {
  name: (text) => text.split(/\s+/).map(withStart).join(' '),
  contact: maskPhone,
  address: withStart,
  birth: (text) => (/^\d{4}-/.test(text) ? `${text.slice(0, 4)}-${MASK_MARK}` : MASK_MARK),
  payment: (text, name) => (/holder|name/i.test(name) ? MASKS.name(text, name) : withEnd(text)),
  online: withEnd,
  // A user name is often a name: its end would complete the start that the mask of the name shows.
  identifier: (text, name) => (/name$/i.test(name) ? MASKS.name(text, name) : withEnd(text)),
};

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

const typeOf = (value: Plain): FieldType => {
  if (typeof value === 'number') return 'double';
  if (typeof value === 'boolean') return 'boolean';
  const text = value.trim();
  if (isEmailAddress(text)) return 'email';
  return isIpAddress(text) ? 'ipAddress' : 'string';
};

/**
 * What stands in place of a value at a path of an event for people who may not see it; null where the value is not personal,
 * or tells of many people, such as a city. E-mail addresses and addresses on the internet are known by their form, whatever
 * they are called. The same value always has the same mask, and the mask of a mask is itself.
 */
export const maskOf = (path: string, value: unknown): string | null => {
  if (!isPlain(value) || value === '' || isMasked(value)) return null;
  const name = lastOf(path);
  const type = typeOf(value);
  const text = String(value).trim();
  if (type === 'email') return maskEmail(text);
  if (type === 'ipAddress') return maskAddressOnline(text);
  const kind = SHOWN.test(name) || text === '' ? null : personalDataOf(path, type);
  return kind === null ? null : MASKS[kind](text, name);
};

/** A personal value of an event. */
type PersonalValue = {
  /** As rules write it: names with dots between them, elements of lists not distinguished. */
  readonly path: string;
  /** Where it stands: names and numbers of elements. */
  readonly steps: readonly (string | number)[];
  readonly value: Plain;
  readonly mask: string;
};

const collect = (
  at: unknown,
  path: string,
  steps: readonly (string | number)[],
  found: PersonalValue[],
): readonly PersonalValue[] => {
  if (Array.isArray(at))
    (at as readonly unknown[]).forEach((each, index) => collect(each, path, [...steps, index], found));
  else if (isJsonObject(at)) {
    for (const [name, each] of Object.entries(at))
      collect(each, path === '' ? name : `${path}.${name}`, [...steps, name], found);
  } else if (isPlain(at)) {
    const mask = maskOf(path, at);
    if (mask !== null) found.push({ path, steps, value: at, mask });
  }
  return found;
};

/** Every personal value of the body of an event. */
export const personalValuesOf = (body: unknown): readonly PersonalValue[] => collect(body, '', [], []);

/** Values at least this long are found inside longer texts, too. */
const FOUND_INSIDE = 4;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Masks what is said of an event: its body, and what was made of it. */
export type EventMask = {
  /** A text without the personal values of the event. */
  readonly text: (text: string) => string;
  /** A value with all that is personal masked: by its paths, and wherever a personal value of the event stands in it. */
  readonly json: <T>(value: T, path?: string) => T;
  /** The same of a value that was computed: also parts of personal values are masked. */
  readonly computed: <T>(value: T, path?: string) => T;
};

/** @param bodies the body of an event and what else is known of it: personal values are looked for in all of them. */
export const eventMask = (...bodies: readonly unknown[]): EventMask => {
  const masks = new Map<string, string>();
  for (const { value, mask } of bodies.flatMap(personalValuesOf)) {
    const text = String(value).trim();
    if (typeof value !== 'boolean') masks.set(text.toLowerCase(), mask);
  }
  const inside = [...masks.keys()]
    .filter((text) => text.length >= FOUND_INSIDE)
    .toSorted((a, b) => b.length - a.length);
  const pattern = inside.length === 0 ? null : new RegExp(inside.map(escaped).join('|'), 'gi');
  const maskFor = (found: string): string => masks.get(found.toLowerCase()) ?? MASK_MARK;
  const text = (value: string): string => {
    const whole = masks.get(value.trim().toLowerCase());
    if (whole !== undefined) return whole;
    return pattern === null ? value : value.replace(pattern, maskFor);
  };
  const isPart = (value: string): boolean => {
    const part = value.trim().toLowerCase();
    if (part.length < FOUND_INSIDE) return false;
    return [...masks].some(([whole, mask]) => whole.includes(part) && !mask.toLowerCase().includes(part));
  };
  const walk = (value: unknown, path: string, partsToo: boolean): unknown => {
    if (Array.isArray(value)) return (value as readonly unknown[]).map((each) => walk(each, path, partsToo));
    if (isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          walk(each, path === '' ? name : `${path}.${name}`, partsToo),
        ]),
      );
    }
    const mask = maskOf(path, value);
    if (mask !== null) return mask;
    if (typeof value === 'number') return masks.get(String(value)) ?? value;
    if (typeof value !== 'string') return value;
    return partsToo && !masks.has(value.trim().toLowerCase()) && isPart(value) ? MASK_MARK : text(value);
  };
  return {
    text,
    json: <T>(value: T, path = '') => walk(value, path, false) as T,
    computed: <T>(value: T, path = '') => walk(value, path, true) as T,
  };
};
