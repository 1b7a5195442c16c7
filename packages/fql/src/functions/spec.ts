import type { EnrichmentKind } from '../program/symbol-table.ts';
import type { RuleKind } from '../program/kinds.ts';
import type { FqlType } from '../types.ts';

/** What an argument must be beyond its type: a constant that names something, or a piece of syntax. */
export type ParameterRole = 'list' | 'column' | 'supportList' | 'pattern' | 'attribute' | 'choices' | 'graphKind';

/** `Any` takes a value of any type as it is. */
export type ParameterType = FqlType | 'Any';

/**
 * Members of a value a function makes: each of its type, read from another one where `of` says so. `texts` has any
 * member, and those it lacks are empty text.
 */
export type RecordShape = 'texts' | Readonly<Record<string, FqlType | { readonly of: string; readonly type: FqlType }>>;

export type Parameter = {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional?: boolean;
  /** How often the last parameter may be given. */
  readonly upTo?: number;
  readonly role?: ParameterRole;
};

/**
 * How a function is written: `free` `Name(…)`, `static` `Owner.Name(…)`, `constant` `Owner.Name`, `method`
 * `value.Name(…)`, `property` `value.Name`; and the calls that only statements take.
 */
export type FunctionForm =
  | 'free'
  | 'static'
  | 'constant'
  | 'method'
  | 'property'
  | 'decision'
  | 'observation'
  | 'action'
  | 'aggregate';

export type FunctionGroup =
  | 'decision'
  | 'observation'
  | 'action'
  | 'aggregate'
  | 'math'
  | 'date'
  | 'timeSpan'
  | 'conversion'
  | 'string'
  | 'charSet'
  | 'pattern'
  | 'list'
  | 'general'
  | 'enrichment'
  | 'call'
  | 'json';

/**
 * One function of the language. The table of these is the only place that knows names, signatures and documentation:
 * checker, completion, hover and the language guide read it, and the runtime registers an implementation under `id`.
 */
export type FunctionSpec = {
  /** `String.StartsWith`, `DaysSince`; overloads carry a suffix: `DateTime.Subtract#TimeSpan`. */
  readonly id: string;
  readonly name: string;
  readonly form: FunctionForm;
  readonly group: FunctionGroup;
  /** Root of a `static` or `constant`, type of the value of a `method` or `property`; null otherwise. */
  readonly owner: string | null;
  readonly parameters: readonly Parameter[];
  readonly result: FqlType;
  readonly summary: string;
  /** What happens at the edges: missing, empty, out of range. */
  readonly edge: string;
  /** Other spellings of old texts. */
  readonly aliases: readonly string[];
  /** Kinds of rules it may be used in; everywhere where absent. */
  readonly availableIn?: readonly RuleKind[];
  /** A source the engine must have for it. */
  readonly needs?: EnrichmentKind;
  /** Members of the result, where it is a record. */
  readonly members?: RecordShape;
  /** The implementation is handed the run and the place in the source: it reads the context or can fail. */
  readonly usesRun: boolean;
};

type Details = Partial<Pick<FunctionSpec, 'aliases' | 'availableIn' | 'needs' | 'members' | 'usesRun'>> & {
  readonly edge?: string;
  readonly variant?: string;
};

export const parameter = (name: string, type: ParameterType, role?: ParameterRole): Parameter =>
  role ? { name, type, role } : { name, type };
export const optional = (base: Parameter): Parameter => ({ ...base, optional: true });

/** One row of the table. */
export const define = (
  form: FunctionForm,
  group: FunctionGroup,
  owner: string | null,
  name: string,
  parameters: readonly Parameter[],
  result: FqlType,
  summary: string,
  { edge = '', variant = '', aliases = [], usesRun = false, ...rest }: Details = {},
): FunctionSpec => ({
  id: `${owner === null ? '' : `${owner}.`}${name}${variant === '' ? '' : `#${variant}`}`,
  name,
  form,
  group,
  owner,
  parameters,
  result,
  summary,
  edge,
  aliases,
  usesRun,
  ...rest,
});

/** `StartsWith(text: String, [length: Int32]): Boolean`, as hover and guide show it. */
export const signatureOf = (spec: FunctionSpec): string => {
  const parameters = spec.parameters
    .map((p) => {
      const one = `${p.name}: ${p.type}`;
      return p.optional ? `[${one}]` : p.upTo === undefined ? one : `${one}, … up to ${p.upTo}`;
    })
    .join(', ');
  const owner = spec.owner === null ? '' : `${spec.owner}.`;
  return spec.form === 'property' || spec.form === 'constant'
    ? `${owner}${spec.name}: ${spec.result}`
    : `${owner}${spec.name}(${parameters}): ${spec.result}`;
};
