import type { BacktestResult } from '@redoubt/contracts';
import type { AssessmentName, BacktestBaseline, MatchedEvents, RunMode } from '@redoubt/domain';
import type { PlanLevelSource, PlanRuleSource, PlanVelocitySetSource } from '@redoubt/engine';
import type { DataSources } from '@redoubt/enrichment';
import type { SymbolTable, RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type {
  BackfillSegmentRow,
  EventPlace,
  FraudLabel,
  HistoryPiece,
  HistoryRow,
  PositionRange,
} from '@redoubt/storage';
import type { ListContentKey, ListContentMessage } from '../plans/list-content.ts';

/** A content of a list, and the position of the log after which it was the current one. */
export type ListVersion = {
  readonly content: ListContentKey;
  readonly hash: string;
  readonly after: number;
};

/** A list with its contents, oldest first. */
export type ListHistory = { readonly name: string; readonly versions: readonly ListVersion[] };

/** A plan's level as plain data: its lists by reference. */
export type LevelData = Omit<PlanLevelSource, 'lists'> & { readonly lists: readonly ListHistory[] };

export type PlanData = { readonly id: string; readonly environmentId: Id; readonly levels: readonly LevelData[] };

/** The active rules of a branch in their order, which stand in place of those of its environment. */
export type BacktestedBranch = { readonly rules: readonly PlanRuleSource[]; readonly runMode: RunMode };

/** The rule that is tried, in the place it would have, or a whole branch. */
export type BacktestedRule = {
  readonly id: Id;
  readonly name: string;
  readonly environmentId: Id;
  /** Null where a branch is tried as it is published. */
  readonly text: RuleSource | null;
  readonly hash: string;
  /** The list it stands in; absent in production. */
  readonly branch?: BacktestedBranch | undefined;
  /** Rules of its list that run before it. */
  readonly runsAfter: readonly Id[];
  /** What its environment has now, for its text; a list that a recorded plan knows is taken from there. */
  readonly symbols: SymbolTable;
  readonly lists: readonly ListHistory[];
  /** Published sets of its environment and of the system, as they are now. */
  readonly velocitySets: readonly PlanVelocitySetSource[];
};

/** What is known of the events whose rules are asked one by one. */
export type KnownEvents = {
  /**
   * By environment and id, joined by a space: the place of the estimate of the event among `FraudEstimate`s, and its weight, see
   * `ValuedEvents`. Events that are not there are good ones.
   */
  readonly outcomes: ReadonlyMap<string, readonly [fraudEstimate: number, weight: number]>;
  readonly goodEstimate: number;
  /** What one unit of a currency was worth on a day, by the currency, a space and the first millisecond of the day. */
  readonly rates: ReadonlyMap<string, number>;
};

/** What rules matched in a history. */
export type MatchedHistory = {
  readonly events: number;
  /** Rules by id; groups name them by their place. */
  readonly rules: readonly Id[];
  readonly groups: readonly MatchedEvents[];
  /** Rules that set global variables. */
  readonly setters: readonly Id[];
  readonly errors: BacktestResult['errors'];
  /** Currencies without a rate, with the events that count without a value. */
  readonly missing: readonly { readonly currency: string; readonly events: number }[];
  readonly unknown: BacktestResult['unknown'];
};

/** What is worked out of a history: how a rule or branch would change decisions, or what every rule of today says of each event. */
export type HistoryTask =
  | {
      readonly kind: 'try';
      readonly tried: BacktestedRule;
      /** Labels as they stand now, by position. */
      readonly labels: ReadonlyMap<number, FraudLabel>;
    }
  | { readonly kind: 'match'; readonly known: KnownEvents };

export type HistoryResult = BacktestResult | MatchedHistory;

export type BacktestJob = {
  readonly tenantId: Id;
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: string;
  /** Data of today, for facts that were not looked up then. */
  readonly data: DataSources;
  /** Whose events are decided. */
  readonly assessment: AssessmentName;
  readonly baseline: BacktestBaseline;
  readonly task: HistoryTask;
  /** Event times, `fromMs` included, `toMs` not. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The plan of each environment as it is now; recorded plans are asked for by id. */
  readonly plans: readonly PlanData[];
  /** Velocities whose history was counted afterwards, as `<set>/<velocity>`: they are known for every event. */
  readonly backfilled: ReadonlySet<string>;
};

/** A condition that stored events are asked, each as it was decided, with the lists of now and what was recorded of velocities. */
export type ConditionJob = {
  /** Equal for equal jobs: a thread that has one compiled goes on with it. */
  readonly key: string;
  readonly assessment: AssessmentName;
  readonly fromMs: number;
  readonly toMs: number;
  /** The plan of each environment, without its rules. */
  readonly plans: readonly PlanData[];
  /** The condition, as the one clause of a rule. */
  readonly tried: BacktestedRule;
  /** Data of today, for facts that were not looked up then. */
  readonly data: DataSources;
};

/** What a condition says of some segments. */
export type ConditionFindings = {
  /** Events for which it holds. */
  readonly found: readonly EventPlace[];
  /** Events it was asked of. */
  readonly events: number;
  /** What it read and was not recorded, by the events for which it then did not hold. */
  readonly unknown: BacktestResult['unknown'];
  readonly errors: BacktestResult['errors'];
};

/** Which events of some segments are asked. */
export type AskedEvents = ReadonlySet<number> | PositionRange;

/**
 * Main thread → worker: the job, what backfills counted, then all segments piece by piece, in order of position, with what it asks for in between, then the end.
 * Segments come with their texts where the worker is to decide their events.
 */
export type BacktestMessage =
  | { readonly kind: 'job'; readonly job: BacktestJob }
  | { readonly kind: 'backfilled'; readonly rows: readonly BackfillSegmentRow[] }
  | { readonly kind: 'segments'; readonly piece: HistoryPiece }
  | { readonly kind: 'contents'; readonly contents: readonly ListContentMessage[] }
  | { readonly kind: 'plan'; readonly plan: PlanData | null }
  | { readonly kind: 'end' }
  | { readonly kind: 'condition'; readonly job: ConditionJob }
  /** Asks the events at some positions, or of a range. */
  | {
      readonly kind: 'ask';
      readonly rows: readonly HistoryRow[];
      readonly asked: AskedEvents;
    };

/** Worker → main thread. */
export type BacktestReply =
  | { readonly kind: 'applied'; readonly events: number }
  | { readonly kind: 'wantsContents'; readonly versions: readonly ListVersion[] }
  | { readonly kind: 'wantsPlan'; readonly planId: string; readonly environmentId: Id }
  | { readonly kind: 'done'; readonly result: HistoryResult; readonly heldBytes: number }
  | { readonly kind: 'findings'; readonly findings: ConditionFindings; readonly heldBytes: number };
