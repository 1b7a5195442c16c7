import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { PathStep } from '../syntax/nodes.ts';
import { member } from './nodes.ts';

/**
 * The value at a path; undefined where there is none. An array crossed without an index stands for its first element in
 * which the rest of the path leads to a value; null counts as missing.
 */
const follow = (start: Json | undefined, steps: readonly PathStep[], first: number): Json | undefined => {
  let value = start;
  for (let at = first; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined || value === null || typeof value !== 'object') return undefined;
    if (step.kind === 'index') {
      if (!Array.isArray(value)) return undefined;
      value = value[step.index] as Json | undefined;
    } else if (Array.isArray(value)) {
      for (const element of value as readonly Json[]) {
        const found = follow(element, steps, at);
        if (found !== undefined && found !== null) return found;
      }
      return undefined;
    } else {
      value = member(value as JsonObject, step.key);
    }
  }
  return value;
};

/** First occurrence of a name anywhere below, in document order, depth first. */
const search = (value: Json | undefined, key: string): Json | undefined => {
  if (Array.isArray(value)) {
    for (const element of value as readonly Json[]) {
      const found = search(element, key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const wanted = key.toLowerCase();
  for (const name of Object.keys(value)) {
    const child = value[name];
    if (name.length === key.length && child !== null && name.toLowerCase() === wanted) return child;
    const found = search(child, key);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * An attribute of the event: in the request, else among the generated values; one name alone also means its first
 * occurrence anywhere in the request. Null where it is missing or null.
 */
export const readAttribute = (payload: JsonObject, generated: JsonObject, steps: readonly PathStep[]): Json => {
  const value = follow(payload, steps, 0) ?? follow(generated, steps, 0);
  if (value !== undefined && value !== null) return value;
  const only = steps.length === 1 ? steps[0] : undefined;
  return only?.kind === 'key' ? (search(payload, only.key) ?? null) : null;
};

const gather = (start: Json | undefined, steps: readonly PathStep[], first: number, found: Json[]): void => {
  let value = start;
  for (let at = first; at <= steps.length; at += 1) {
    if (value === null || value === undefined) return;
    const step = steps[at];
    if (Array.isArray(value) && step?.kind !== 'index') {
      for (const element of value as readonly Json[]) gather(element, steps, at, found);
      return;
    }
    if (step === undefined) break;
    if (typeof value !== 'object') return;
    value = step.kind === 'index' ? (value as readonly Json[])[step.index] : member(value as JsonObject, step.key);
  }
  found.push(value as Json);
};

/** Every value a path leads to, arrays crossed without an index being crossed whole; empty where it leads nowhere. */
export const readAll = (payload: JsonObject, generated: JsonObject, steps: readonly PathStep[]): readonly Json[] => {
  const found: Json[] = [];
  gather(payload, steps, 0, found);
  if (found.length === 0) gather(generated, steps, 0, found);
  return found;
};
