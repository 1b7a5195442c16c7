import type { Json, JsonObject } from '@redoubt/kernel';
import {
  type CallSource,
  DEFAULT_SWITCHES,
  type EvaluationContext,
  type FunctionSource,
  type LanguageSwitches,
  type ListSource,
  type SupportStatus,
} from '../runtime/context.ts';
import type { CallAnswer } from '../runtime/call-record.ts';
import type { DecisionKind } from '../runtime/outcome.ts';

type Rows = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const valueOf = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.entries(record).find(([key]) => same(key, name))?.[1];

/** Lists held in memory, matched as the product does. */
export const listsOf = (rows: Rows): ListSource => {
  const find = (list: string, column: string, key: string) =>
    (valueOf(rows, list) ?? []).find((row) => same(valueOf(row, column) ?? '', key));
  const closest = (list: string, column: string, key: string) => {
    const sorted = (valueOf(rows, list) ?? []).toSorted((a, b) =>
      (valueOf(a, column) ?? '') < (valueOf(b, column) ?? '') ? -1 : 1,
    );
    return sorted.findLast((row) => (valueOf(row, column) ?? '') <= key) ?? sorted[0];
  };
  return {
    lookupClosest: (list, keyColumn, key, valueColumn) => {
      const row = closest(list, keyColumn, key);
      return row && valueOf(row, valueColumn);
    },
    containsKey: (list, column, key) => find(list, column, key) !== undefined,
    lookup: (list, keyColumn, key, valueColumn) => {
      const row = find(list, keyColumn, key);
      return row ? (valueOf(row, valueColumn) ?? '') : undefined;
    },
  };
};

export type ContextOptions = {
  readonly payload?: JsonObject;
  readonly generated?: JsonObject;
  readonly now?: string;
  readonly lists?: Rows;
  readonly switches?: Partial<LanguageSwitches>;
  readonly supportLists?: Readonly<Record<string, Readonly<Record<string, SupportStatus>>>>;
  /** Velocity → `key|window` → value; `key|window+` with the current event. */
  readonly velocities?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly enrichment?: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly arguments?: readonly Json[];
  readonly seed?: number;
  /** Name of an external call or assessment → what it answers; a text is the error it fails with. */
  readonly answers?: Readonly<Record<string, Partial<CallAnswer>>>;
  readonly decision?: DecisionKind;
  readonly functions?: FunctionSource;
  readonly variables?: JsonObject;
};

const callsOf = (answers: Readonly<Record<string, Partial<CallAnswer>>>): CallSource => ({
  call: async ({ name }) => {
    const answer = valueOf(answers, name);
    await Promise.resolve();
    if (!answer) throw new Error(`Nothing is known of ${name}.`);
    return { response: null, httpStatusCode: 200, error: '', latencyMs: 12, ...answer };
  },
});

/** A context for tests: nothing in it but what is given. */
export const contextOf = (options: ContextOptions = {}): EvaluationContext => ({
  payload: options.payload ?? {},
  arguments: options.arguments ?? [],
  velocities: {
    read: (name, key, amount, unit, includesCurrent) =>
      options.velocities?.[name]?.[`${key}|${amount}${unit}${includesCurrent ? '+' : ''}`],
  },
  enrichment: {
    geo: (ip) => options.enrichment?.['geo']?.[ip],
    bin: (bin) => options.enrichment?.['bin']?.[bin],
    speedOfTravel: (id) => options.enrichment?.['speedOfTravel']?.[id]?.['mph'] as number | undefined,
    graph: ({ about, kind, value, neighbourKind, days }) => {
      const asked = [kind, value, ...(neighbourKind ? [neighbourKind] : []), days].join(' ');
      return options.enrichment?.['graph']?.[about]?.[asked] as number | undefined;
    },
    device: (id) => options.enrichment?.['device']?.[id],
    models: {
      risk: () => options.enrichment?.['models']?.['risk'],
      bot: () => options.enrichment?.['models']?.['bot'],
    },
  },
  calls: callsOf(options.answers ?? {}),
  ...(options.functions ? { functions: options.functions } : {}),
  ...(options.decision ? { decision: options.decision } : {}),
  variables: options.variables ?? {},
  generated: options.generated ?? {},
  nowMs: Date.parse(options.now ?? '2026-03-14T11:04:30Z'),
  correlationId: 'correlation-1',
  lists: listsOf(options.lists ?? {}),
  supportLists: { statusOf: (list, value) => valueOf(valueOf(options.supportLists ?? {}, list) ?? {}, value) },
  switches: { ...DEFAULT_SWITCHES, ...options.switches },
  seed: options.seed ?? 1,
});
