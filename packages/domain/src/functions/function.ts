import type { Json } from '@redoubt/kernel';

/** Types that parameters and outputs of functions are declared with. */
export const FUNCTION_TYPES = ['Boolean', 'DateTime', 'Double', 'Integer', 'String'] as const;
export type FunctionType = (typeof FUNCTION_TYPES)[number];

/** An input; `fallback` is used where an argument cannot be converted, and in the evaluation pane. */
export type FunctionParameter = { readonly name: string; readonly type: FunctionType; readonly fallback: Json };

/** An output property; `fallback` is what callers get where its text fails. */
export type FunctionOutput = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: FunctionType;
  readonly fallback: Json;
  readonly code: string;
};

/** What a function is: inputs in order, and outputs (`docs/reference/deciding.md#functions`). */
export type FunctionDefinition = {
  readonly parameters: readonly FunctionParameter[];
  readonly outputs: readonly FunctionOutput[];
};

/** Published functions of one environment, unless an installation chooses otherwise. */
export const MAX_FUNCTIONS = 30;
export const MAX_FUNCTION_PARAMETERS = 30;
/** Most outputs that a text can be kept with; how many may be published is a limit of the installation. */
export const MAX_FUNCTION_OUTPUTS = 100;
export const MAX_FUNCTION_NAME = 60;

/** Whether a text can name a function, a parameter or an output: letters, digits and underscores, no digit first. */
export const isFunctionName = (name: string): boolean =>
  name.length <= MAX_FUNCTION_NAME && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);

/** Free forms of a time (`Feb,22,2024 4:44PM`) as ISO 8601 in UTC; null for what is no time. */
const timeText = (text: string): string | null => {
  const spaced = text.replaceAll(',', ' ').replace(/(\d)\s*([ap]m)\b/i, '$1 $2');
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$|GMT|UTC/.test(text.trim()) ? spaced : `${spaced} UTC`;
  const at = Date.parse(text.trim().endsWith('Z') || /T\d/.test(text) ? text : zoned);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** A default value as its type keeps it; undefined for one the type cannot have. */
export const functionFallback = (type: FunctionType, value: Json): Json | undefined => {
  if (type === 'Boolean') return typeof value === 'boolean' ? value : undefined;
  if (type === 'String') return typeof value === 'string' ? value : undefined;
  if (type === 'DateTime') return typeof value === 'string' ? (timeText(value) ?? undefined) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return type === 'Double' || Number.isInteger(value) ? value : undefined;
};

const key = (name: string): string => name.toLowerCase();

/**
 * What callers of a function would no longer find: outputs that are gone or have another type, and `(…)` where it takes
 * other arguments.
 */
export const breakingChanges = (before: FunctionDefinition, after: FunctionDefinition): readonly string[] => {
  const outputs = new Map(after.outputs.map(({ name, type }) => [key(name), type]));
  const broken = before.outputs.filter(({ name, type }) => outputs.get(key(name)) !== type).map(({ name }) => name);
  const typesOf = ({ parameters }: FunctionDefinition): string => parameters.map(({ type }) => type).join();
  return typesOf(before) === typesOf(after) ? broken : [...broken, '(…)'];
};
