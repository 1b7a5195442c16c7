import type { Json } from '@redoubt/kernel';
import type { DeclaredType } from '../program/source.ts';
import { boolean, date, json, number, parseNumber, text, truncate } from './conversions.ts';
import { parseDate } from './dates/date-parse.ts';
import { FqlDate } from './values.ts';

const LOGICAL = /^\s*(?:true|false|1|0)\s*$/i;

/** Whether a value is more than a default when it is read as the type. What is missing always is its default. */
const fits = (type: DeclaredType, value: unknown): boolean => {
  if (value === null || value === undefined) return true;
  switch (type) {
    case 'String':
      return true;
    case 'Boolean':
      return typeof value === 'string' ? LOGICAL.test(value) : typeof value !== 'object';
    case 'DateTime':
      return value instanceof FqlDate || (typeof value === 'string' && parseDate(value) !== null);
    case 'Double':
    case 'Integer':
      return typeof value === 'string' ? parseNumber(value) !== null : !isContainer(value);
  }
};

const isContainer = (value: unknown): boolean =>
  typeof value === 'object' &&
  (Array.isArray(value) || value instanceof FqlDate || Object.getPrototypeOf(value) === Object.prototype);

const convert = (type: DeclaredType, value: unknown): unknown => {
  switch (type) {
    case 'String':
      return text(value);
    case 'Boolean':
      return boolean(value);
    case 'DateTime':
      return date(value);
    case 'Double':
      return number(value);
    case 'Integer':
      return truncate(number(value));
  }
};

/** A value as the declared type of a parameter or property; `undefined` where it cannot be converted. */
export const declaredValue = (type: DeclaredType, value: unknown): unknown =>
  fits(type, value) ? convert(type, value) : undefined;

/** An argument of a function: its parameter's default stands in for one that is absent or of another kind. */
export const argumentValue = (type: DeclaredType, fallback: Json, value: Json | undefined): unknown =>
  (value === undefined ? undefined : declaredValue(type, value)) ?? convert(type, fallback);

/** A property of a function as its caller gets it. */
export const propertyValue = (type: DeclaredType | null, value: unknown): Json | undefined => {
  const converted = type === null ? value : declaredValue(type, value);
  return type !== null && converted === undefined ? undefined : (json(converted) as Json);
};
