import { isJsonObject, type Json } from '@redoubt/kernel';
import { number, text } from './conversions.ts';

/** A member of an object: its exact spelling first, then the first one that differs in letter case only. */
export const member = (object: Readonly<Record<string, Json>>, key: string): Json | undefined => {
  if (Object.hasOwn(object, key)) return object[key];
  const wanted = key.toLowerCase();
  for (const name in object) {
    if (name.length === key.length && name.toLowerCase() === wanted && Object.hasOwn(object, name)) return object[name];
  }
  return undefined;
};

/** `node.key`: null where the node is no object or has no such member. */
export const nodeMember = (node: unknown, key: string): Json =>
  isJsonObject(node) ? (member(node, key) ?? null) : null;

/** `node[index]`: null outside the array, and for an index that is negative or no whole number. */
export const nodeIndex = (node: unknown, index: number): Json =>
  Array.isArray(node) && Number.isInteger(index) && index >= 0 ? ((node[index] as Json | undefined) ?? null) : null;

const sameNodes = (left: unknown, right: unknown): boolean => {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameNodes(item, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameNodes(left[name], right[name]))
    );
  }
  return false;
};

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null || value === undefined ? 'null' : typeof value;

/** Equal kinds compare by value and depth, different kinds as text (`docs/language/guide.md#types`). */
export const nodeEqual = (left: unknown, right: unknown): boolean =>
  kindOf(left) === kindOf(right) ? sameNodes(left ?? null, right ?? null) : text(left) === text(right);

/** Below 0, 0 or above 0: as numbers where both are, else as text. */
export const compareNodes = (left: unknown, right: unknown): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const a = text(left);
  const b = text(right);
  return a < b ? -1 : a === b ? 0 : 1;
};

/** Sum of two numbers, else both as one text. */
export const nodeAdd = (left: unknown, right: unknown): Json =>
  typeof left === 'number' && typeof right === 'number' ? number(left) + number(right) : text(left) + text(right);
