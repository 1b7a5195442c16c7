import type { Json } from '@redoubt/kernel';
import { diagnosticsOf } from './calls.ts';
import { boolean, date, fold, int, json, number, parseNumber, text, truncate } from './conversions.ts';
import { DATE_IMPLEMENTATIONS } from './dates/dates.ts';
import { parseDate } from './dates/date-parse.ts';
import type { LanguageVersion } from '../program/language.ts';
import type { SupportStatus } from './context.ts';
import { ENRICHMENT_IMPLEMENTATIONS } from './enrichment.ts';
import { GRAPH_IMPLEMENTATIONS } from './graph.ts';
import { JSON_IMPLEMENTATIONS } from './json-arrays.ts';
import { PATTERN_IMPLEMENTATIONS } from './patterns.ts';
import { MATH_IMPLEMENTATIONS, roundEven } from './maths.ts';
import type { Run } from './run.ts';
import { STRING_IMPLEMENTATIONS } from './strings.ts';
import { DEFAULT_DATE, type FqlDate } from './values.ts';

const shortened = (value: string): string => (value.length > 60 ? `${value.slice(0, 60)}…` : value);

/** Explicit conversions of text that is not what it should be yield the default and leave a notice. */
const toDouble = (run: Run, site: number, value: unknown): number => {
  if (typeof value !== 'string') return number(value);
  const parsed = parseNumber(value);
  if (parsed === null) run.notice(site, `"${shortened(value)}" is not a number; 0 is used.`);
  return parsed ?? 0;
};

const toInt32 = (run: Run, site: number, value: unknown): number => {
  const read = toDouble(run, site, value);
  if (typeof value === 'string' && !Number.isInteger(read))
    run.notice(site, `"${shortened(value)}" is not a whole number; ${truncate(read)} is used.`);
  return truncate(read);
};

/** `Convert.ToInt32` and its kind round numbers, halves to the even neighbour; decimals of a text are cut off. */
const rounded = (run: Run, site: number, value: unknown, limit: number): number => {
  const read = toDouble(run, site, value);
  const whole = typeof value === 'string' ? Math.trunc(read) : roundEven(read);
  if (typeof value === 'string' && whole !== read)
    run.notice(site, `"${shortened(value)}" is not a whole number; ${whole} is used.`);
  if (whole >= -limit && whole < limit) return whole + 0;
  run.notice(site, `${read} is too large for a whole number of this kind; 0 is used.`);
  return 0;
};

const convertToInt32 = (run: Run, site: number, value: unknown): number => rounded(run, site, value, 2 ** 31);
const convertToInt64 = (run: Run, site: number, value: unknown): number => rounded(run, site, value, 2 ** 63);

const toBoolean = (run: Run, site: number, value: unknown): boolean => {
  if (typeof value === 'string' && !/^\s*(?:true|false|1|0)\s*$/i.test(value))
    run.notice(site, `"${shortened(value)}" is neither true nor false; false is used.`);
  return boolean(value);
};

const toDateTime = (run: Run, site: number, value: unknown): FqlDate => {
  if (typeof value !== 'string') return date(value);
  const parsed = parseDate(value);
  if (parsed === null) run.notice(site, `"${shortened(value)}" is not a date; the year 1 is used.`);
  return parsed ?? DEFAULT_DATE;
};

const toText = (_run: Run, _site: number, value: unknown): string => text(value);

const readJson = (value: string): Json | undefined => {
  try {
    return JSON.parse(value) as Json;
  } catch {
    return undefined;
  }
};

/** Text that looks like JSON of the wanted shape is read; anything else stays what it is. */
const asObject = (value: unknown): Json => {
  if (typeof value === 'string' && value.trimStart().startsWith('{')) return readJson(value) ?? null;
  return json(value) as Json;
};

const asArray = (value: unknown): Json => {
  const node = json(value) as Json;
  if (node === null || Array.isArray(node)) return node;
  if (typeof node === 'string' && node.trimStart().startsWith('[')) return readJson(node) ?? null;
  return [node];
};

const GENERAL_IMPLEMENTATIONS = {
  GetVariable: (run: Run, _site: number, name: string): Json => run.variable(name),
  'Json.GetDiagnostics': diagnosticsOf,
  'Response.Decision': (run: Run): string => run.context.decision ?? 'Approve',
  'Request.CorrelationId': (run: Run): string => run.context.correlationId,
  'Convert.ToDateTime': toDateTime,
  'Convert.ToInt32': convertToInt32,
  'Convert.ToInt64': convertToInt64,
  'Convert.ToDecimal': toDouble,
  'Convert.ToDouble': toDouble,
  'Convert.ToString': toText,
  'Convert.ToBoolean': toBoolean,
  'DateTime.Parse': toDateTime,
  'Any.ToDateTime': toDateTime,
  'Any.ToInt32': toInt32,
  'Any.ToDouble': toDouble,
  'Any.ToString': toText,
  'Any.ToBoolean': toBoolean,
  'Any.ToStr': (value: unknown): string => text(value),
  'Any.AsString': (value: unknown): string => text(value),
  'Any.AsInt': (value: unknown): number => int(value),
  'Any.AsDouble': (value: unknown): number => number(value),
  'Any.AsDateTime': (value: unknown): FqlDate => date(value),
  'Any.AsBool': (value: unknown): boolean => boolean(value),
  'Any.AsJsonArray': asArray,
  'Any.AsJsonObject': asObject,
} as const;

const statusOf = (run: Run, list: string, value: string): SupportStatus | undefined =>
  value.trim() === '' ? undefined : run.context.supportLists?.statusOf(list, value);

type ListLookup = (
  run: Run,
  site: number,
  list: string,
  keyColumn: string,
  key: string,
  valueColumn: string,
  fallback?: string,
) => string;

const lookUp: ListLookup = (run, _site, list, keyColumn, key, valueColumn, fallback = 'Unknown') =>
  (key.trim() === '' ? undefined : run.context.lists.lookup(list, keyColumn, key, valueColumn)) ?? fallback;

const lookUpClosest: ListLookup = (run, _site, list, keyColumn, key, valueColumn, fallback = 'Unknown') => {
  const { lists } = run.context;
  return (lists.lookupClosest ?? lists.lookup)(list, keyColumn, key, valueColumn) ?? fallback;
};

const LIST_IMPLEMENTATIONS = {
  ContainsKey: (run: Run, _site: number, list: string, column: string, key: string): boolean =>
    key.trim() !== '' && run.context.lists.containsKey(list, column, key),
  Lookup: lookUp,
  LookupClosest: lookUpClosest,
  InSupportList: (run: Run, _site: number, list: string, value: string): boolean =>
    statusOf(run, list, value) !== undefined,
  IsSafe: (run: Run, _site: number, list: string, value: string): boolean => statusOf(run, list, value) === 'Safe',
  IsBlock: (run: Run, _site: number, list: string, value: string): boolean => statusOf(run, list, value) === 'Block',
  IsWatch: (run: Run, _site: number, list: string, value: string): boolean => statusOf(run, list, value) === 'Watch',
  In: (key: string, choices: string): boolean => {
    const wanted = fold(key);
    return wanted !== '' && choices.split(',').some((choice) => fold(choice) === wanted);
  },
} as const;

type Implementation = (...args: never[]) => unknown;

/** What each function of the table does, by its id. Those marked `usesRun` are handed the run and the site first. */
export const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  ...GENERAL_IMPLEMENTATIONS,
  ...STRING_IMPLEMENTATIONS,
  ...DATE_IMPLEMENTATIONS,
  ...MATH_IMPLEMENTATIONS,
  ...LIST_IMPLEMENTATIONS,
  ...JSON_IMPLEMENTATIONS,
  ...PATTERN_IMPLEMENTATIONS,
  ...ENRICHMENT_IMPLEMENTATIONS,
  ...GRAPH_IMPLEMENTATIONS,
};

/** What the functions whose meaning has changed did before, by the version that was the last to do so. */
const FORMER: Partial<Readonly<Record<LanguageVersion, Readonly<Record<string, Implementation>>>>> = {
  1: { 'Convert.ToInt32': toInt32 },
};

/** What a function does in a version of the language; undefined where the table has none of the id. */
export const implementationOf = (id: string, language: LanguageVersion): Implementation | undefined =>
  FORMER[language]?.[id] ?? IMPLEMENTATIONS[id];
