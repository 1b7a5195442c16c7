import { isJsonObject, type Json } from '@redoubt/kernel';
import { text } from './conversions.ts';
import { member } from './nodes.ts';

/** An object counts as an array of one. */
const elements = (array: unknown): readonly unknown[] =>
  Array.isArray(array) ? array : isJsonObject(array) ? [array] : [];

const matches = (element: unknown, key: string, wanted: unknown): boolean => {
  if (!isJsonObject(element)) return false;
  const found = member(element, key);
  if (found === undefined || found === null) return false;
  return typeof found === 'number' && typeof wanted === 'number' ? found === wanted : text(found) === text(wanted);
};

/** Helpers for arrays of JSON, by the ids of the function table. */
export const JSON_IMPLEMENTATIONS = {
  'Array.GetValue': (array: unknown, key: string, wanted: unknown, lookupKey: string): Json => {
    const found = elements(array).find((element) => matches(element, key, wanted));
    return isJsonObject(found) ? (member(found, lookupKey) ?? null) : null;
  },
  'Array.GetValues': (array: unknown, key: string, wanted: unknown): readonly Json[] =>
    elements(array).filter((element): element is Json => matches(element, key, wanted)),
} as const;
