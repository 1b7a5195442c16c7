import type { Json, JsonObject } from '@redoubt/kernel';
import type { WindowUnit } from '../syntax/nodes.ts';
import type { DecisionKind, EvaluationError } from './outcome.ts';
import type { GraphKind } from '../functions/graph.ts';
import type { FunctionScope } from '../program/symbol-table.ts';
import type { CallRequest, CallAnswer, CallRecord, Caller } from './call-record.ts';

/**
 * The customer's lists as one rule sees them. Names are those of the environment of the rule, in the letter case of the
 * rule text. Matching is the list's business (trimmed and without letter case unless it says otherwise). A list or
 * column that no longer exists answers `false` and `undefined`.
 */
export type ListSource = {
  readonly containsKey: (list: string, column: string, key: string) => boolean;
  /** Value of the first row whose `keyColumn` holds the key; an empty cell is `''`, no row `undefined`. */
  readonly lookup: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined;
  /** As `lookup`; without an exact row, the largest key not above it, else the smallest. */
  readonly lookupClosest?: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined;
};

export type SupportStatus = 'Safe' | 'Block' | 'Watch';

/** The support lists of the environment: status of the unexpired entry of a value, one per list and value. */
export type SupportListSource = { readonly statusOf: (list: string, value: string) => SupportStatus | undefined };

/** Choices of an environment about meaning. */
export type LanguageSwitches = {
  /** `text`: two attributes compare as text. `auto`: as numbers where both values are JSON numbers. */
  readonly untypedCompare: 'text' | 'auto';
  /** Conversions that would yield a default are evaluation errors instead. */
  readonly strict: boolean;
};

export const DEFAULT_SWITCHES: LanguageSwitches = { untypedCompare: 'text', strict: false };

/**
 * Velocities of the environment of the rule, as they stood before this event, or with it where `includesCurrent` says so.
 * `undefined` where one cannot be read; it then counts as 0 and the rule goes on.
 */
export type VelocitySource = {
  readonly read: (
    velocity: string,
    key: string,
    amount: number,
    unit: WindowUnit,
    includesCurrent: boolean,
  ) => number | undefined;
};

/** What is known about an address; members that are not are absent. */
export type GeoFacts = Partial<
  Record<
    'countryCode' | 'countryRegion' | 'regionCode' | 'region' | 'city' | 'marketCode' | 'postalCode' | 'isp',
    string
  >
>;

/**
 * External calls and external assessments. Equal requests of one transaction are one call: the source answers them
 * with the first answer. It decides about timeouts, circuit breakers and defaults, and never needs to throw.
 */
export type CallSource = {
  /** @param caller for figures alone: it changes nothing about the answer. */
  readonly call: (request: CallRequest, caller?: Caller) => CallAnswer | Promise<CallAnswer>;
};

export type FunctionRead = {
  readonly scope: FunctionScope;
  readonly name: string;
  readonly property: string;
  readonly arguments: readonly Json[];
  /** What the caller sees; the function sees the same event and global variables. */
  readonly context: EvaluationContext;
};

export type FunctionValue = {
  readonly value: Json;
  readonly errors: readonly EvaluationError[];
  readonly calls: readonly CallRecord[];
};

/** Functions of the environment and those above; see `functionSource`. `undefined` where one is gone. */
export type FunctionSource = {
  readonly read: (read: FunctionRead) => FunctionValue | undefined | Promise<FunctionValue | undefined>;
};

/** What a rule asks about who shared what with whom before this event. */
export type GraphQuestion = {
  readonly about: 'Neighbours' | 'HopsToFraud' | 'ComponentSize' | 'FraudShare';
  readonly kind: GraphKind;
  readonly value: string;
  /** Of `Neighbours`: the kind that is counted. */
  readonly neighbourKind?: GraphKind;
  /** Length of the window that ends with the event, 1 to 365. */
  readonly days: number;
};

/** Facts the engine looks up; `undefined` where there are none. A function whose source is missing is refused by the checker; a model that is missing scores 0. */
export type EnrichmentSource = {
  readonly geo?: (ip: string) => GeoFacts | undefined;
  readonly bin?: (bin: string) => JsonObject | undefined;
  readonly device?: (sessionId: string, extent: 'full' | 'usual') => JsonObject | undefined;
  /** Miles per hour, the largest speed between consecutive sessions of the device. */
  readonly speedOfTravel?: (sessionId: string) => number | undefined;
  /** Undefined where the answer is not known. */
  readonly graph?: (question: GraphQuestion) => number | undefined;
  readonly models?: {
    readonly risk: () => JsonObject | undefined;
    readonly bot: (deviceContextId: string) => JsonObject | undefined;
  };
};

/** Everything one evaluation may see. Equal contexts give equal outcomes. */
export type EvaluationContext = {
  /** The request body as it was parsed. */
  readonly payload: JsonObject;
  /** Values the engine added, addressed like attributes: `riskScore`, `botScore`, `deviceAttributes` … */
  readonly generated: JsonObject;
  /** The one instant of the request, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly correlationId: string;
  readonly lists: ListSource;
  /** Absent where the caller has none: every value is then unlisted. */
  readonly supportLists?: SupportListSource;
  readonly velocities?: VelocitySource;
  readonly enrichment?: EnrichmentSource;
  /** Needed by rules that call out; a call that finds none fails and answers null. */
  readonly calls?: CallSource;
  /** The text that runs, as figures of calls name it; absent where its calls are not counted separately. */
  readonly textId?: string;
  /** Of a function: the text that reads it. */
  readonly caller?: Caller | undefined;
  readonly functions?: FunctionSource;
  /** The decision of the assessment, for actions that run after it; Approve where absent. */
  readonly decision?: DecisionKind;
  /** Global variables set earlier in the transaction; what this rule sets is seen on top of them. */
  readonly variables?: JsonObject;
  /** Arguments of the function whose properties are read, in the order of its parameters. */
  readonly arguments?: readonly Json[];
  readonly switches: LanguageSwitches;
  /** Drives `RandomInt`; kept with the event so that a replay draws the same numbers. Any unsigned 32-bit integer. */
  readonly seed: number;
};
