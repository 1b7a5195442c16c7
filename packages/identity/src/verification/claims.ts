import { isJsonObject } from '@redoubt/kernel';
import type { JWTPayload } from 'jose';

/** Longest life of a token that is taken, as its issuer states it: a stolen one is of use no longer. */
export const MAX_LIFE_S = 86_400;

/** The value of a claim; a name that is no claim itself is read as a dotted path. */
export const claim = (payload: JWTPayload, name: string): unknown => {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
};

export const firstText = (payload: JWTPayload, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = claim(payload, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

/** A claim that providers send as a list, as one text, or as words between blanks. */
export const textList = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.split(' ').filter((word) => word !== '');
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
};
