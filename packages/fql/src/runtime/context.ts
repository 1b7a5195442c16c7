import type { Json, JsonObject } from '@redoubt/kernel';
import type { WindowUnit } from '../syntax/nodes.ts';

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
 * Velocities of the environment of the rule, as they stood before this event. `undefined` where one cannot be read; it
 * then counts as 0 and the rule goes on.
 */
export type VelocitySource = {
  readonly read: (velocity: string, key: string, amount: number, unit: WindowUnit) => number | undefined;
};

/** What is known about an address; members that are not are absent. */
export type GeoFacts = Partial<
  Record<
    'countryCode' | 'countryRegion' | 'regionCode' | 'region' | 'city' | 'marketCode' | 'postalCode' | 'isp',
    string
  >
>;

/** Facts the engine looks up; `undefined` where there are none. A function whose source is missing is refused by the checker. */
export type EnrichmentSource = {
  readonly geo?: (ip: string) => GeoFacts | undefined;
  readonly bin?: (bin: string) => JsonObject | undefined;
  readonly device?: (sessionId: string, extent: 'full' | 'usual') => JsonObject | undefined;
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
  /** Global variables set earlier in the transaction; what this rule sets is seen on top of them. */
  readonly variables?: JsonObject;
  /** Arguments of the function whose properties are read, in the order of its parameters. */
  readonly arguments?: readonly Json[];
  readonly switches: LanguageSwitches;
  /** Drives `RandomInt`; kept with the event so that a replay draws the same numbers. Any unsigned 32-bit integer. */
  readonly seed: number;
};
