import type { Json } from '@redoubt/kernel';
import type { JsonKind } from '../types.ts';
import type { DeclaredType, ModelName, ScoreName } from './source.ts';

/** APIs of another assessment that a text may call. */
export const ASSESSMENT_METHODS = ['Evaluate', 'Observe', 'Label'] as const;

export type AssessmentMethod = (typeof ASSESSMENT_METHODS)[number];

/** Where a function is looked for: `here`, `parent`, `root`, or the id of an environment above. */
export type FunctionScope = string;

/** What a velocity cannot count by: an answer that is not kept with the event, or another velocity. */
export type UncountableRead = {
  readonly kind: 'answer' | 'velocity';
  /** How a property comes to it, as texts write it: `Functions.inner.high`, then `External.score`. */
  readonly chain: readonly string[];
};

/**
 * One attribute an event can carry. The type never overrules the use site (the language infers it there); it feeds
 * completion, hover and warnings. `enum` compares without regard to letter case.
 */
export type AttributeSymbol = {
  /** Dotted path, arrays crossed without an index: `productList.type`. */
  readonly path: string;
  readonly type: JsonKind;
  readonly values?: readonly string[];
  readonly description?: string;
  readonly example?: string;
};

/** Sources of facts about an event that an engine may or may not have. */
export type EnrichmentKind = 'geo' | 'bin' | 'device' | 'models' | 'graph';

export type ListSymbol = {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether its rows are asked for where they are kept: who reads it then has to wait. */
  readonly remote?: boolean | undefined;
};

/** An external call: how often it takes what, and what its answer may look like, for completion. */
export type CallSymbol = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly sample?: Json;
};

/** An API of another assessment with the fields it takes; `api` is the name of an observation. */
export type ApiSymbol = {
  readonly method: AssessmentMethod;
  readonly api: string | null;
  readonly fields: readonly string[];
};

/** A named pointer to another assessment; all but the name is for completion. */
export type AssessmentSymbol = {
  readonly name: string;
  /** What it points to, as people know it. */
  readonly target?: string;
  readonly apis?: readonly ApiSymbol[];
  readonly sample?: Json;
};

/** A published function, as the environment of the text reaches it. */
export type FunctionSymbol = {
  /** `here` where absent. */
  readonly scope?: FunctionScope;
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: DeclaredType }[];
  /** A property without a type is worth what its text makes of it, as JSON. */
  readonly properties: readonly {
    readonly name: string;
    readonly type?: DeclaredType;
    /**
     * What a text reads that was published before the function changed: always this, whatever the function says now.
     */
    readonly former?: Json;
    /** Scores it reads, itself or through other functions: it is read where they are known. */
    readonly scores?: readonly ScoreName[] | undefined;
    /** Models it asks, itself or through other functions. */
    readonly models?: readonly ModelName[] | undefined;
    /** Why no velocity may read it, itself or through other functions; absent where one may. */
    readonly uncountable?: UncountableRead | undefined;
  }[];
  /** Whether it calls out, itself or through others: who reads it then has to wait. */
  readonly isAsync?: boolean;
  /** Names of the functions it calls in its own environment, to find cycles. */
  readonly uses?: readonly string[];
};

/** How much a text may use (`docs/language/guide.md#limits`); absent members have the documented value. */
export type RuleLimits = {
  readonly velocitiesPerSet: number;
  readonly propertiesPerFunction: number;
  readonly velocitiesPerFunction: number;
  readonly callsPerFunction: number;
  readonly listsPerFunction: number;
  readonly assessmentsPerFunction: number;
  readonly functionsPerRule: number;
  readonly resourcesPerVelocity: number;
  /** Names and indices of one attribute path. */
  readonly membersPerPath: number;
  /** Values, operators and calls of one text; what one text compiles to grows with them. */
  readonly expressionsPerText: number;
  /** The same of all texts of a rule, velocity set or function. */
  readonly expressionsPerRule: number;
  /** LET of all texts: a chain of variables is as deep as it is long, and each event keeps what each of them read. */
  readonly variablesPerRule: number;
  /** Regular expressions of all texts; each is compiled ahead of the first event. */
  readonly patternsPerRule: number;
  /** Characters of all texts. */
  readonly charactersPerRule: number;
};

export const DEFAULT_RULE_LIMITS: RuleLimits = {
  velocitiesPerSet: 10,
  propertiesPerFunction: 30,
  velocitiesPerFunction: 15,
  callsPerFunction: 2,
  listsPerFunction: 5,
  assessmentsPerFunction: 2,
  functionsPerRule: 10,
  resourcesPerVelocity: 10,
  membersPerPath: 50,
  expressionsPerText: 10_000,
  expressionsPerRule: 20_000,
  variablesPerRule: 1_000,
  patternsPerRule: 200,
  charactersPerRule: 500_000,
};

/** For texts that are published already: limits are asked of new ones. */
export const NO_LIMITS: RuleLimits = {
  velocitiesPerSet: Infinity,
  propertiesPerFunction: Infinity,
  velocitiesPerFunction: Infinity,
  callsPerFunction: Infinity,
  listsPerFunction: Infinity,
  assessmentsPerFunction: Infinity,
  functionsPerRule: Infinity,
  resourcesPerVelocity: Infinity,
  membersPerPath: Infinity,
  expressionsPerText: Infinity,
  expressionsPerRule: Infinity,
  variablesPerRule: Infinity,
  patternsPerRule: Infinity,
  charactersPerRule: Infinity,
};

/**
 * What a text may name here. An empty attribute table means that nothing is known about the payload, so no attribute is
 * reported as unknown. Lists are always complete: one that is not in the table does not exist.
 */
export type SymbolTable = {
  readonly attributes: readonly AttributeSymbol[];
  readonly lists: readonly ListSymbol[];
  /** Velocities that `Velocity.name(…)` may read; none where absent. */
  readonly velocities?: readonly string[];
  /** What a velocity set may count, and what its velocities must not be called; nothing is refused where absent. */
  readonly velocitySet?: {
    /** Events as FROM names them: `Purchase`, `Purchase:PurchaseStatus`. */
    readonly events: readonly string[];
    /** Names of the velocities of other sets. */
    readonly takenNames: readonly string[];
  };
  /**
   * What the engine can ask besides lists; functions that need another source are refused, except models: those answer
   * a score of 0 where there is none, and the checker warns. None where absent.
   */
  readonly sources?: readonly EnrichmentKind[];
  /**
   * External calls, external assessments and functions; none where absent. `any` takes every name, for texts on their
   * own.
   */
  readonly calls?: readonly CallSymbol[] | 'any';
  readonly assessments?: readonly AssessmentSymbol[] | 'any';
  readonly functions?: readonly FunctionSymbol[];
  readonly limits?: Partial<RuleLimits>;
  /**
   * What a path through an array means: its first element that has the rest, or, in comparisons for equality and
   * questions whether a text contains or a list holds something, any of them.
   */
  readonly arrayPath?: 'first' | 'any';
  /** Queues that a routing rule may name; any where absent, for texts on their own. */
  readonly queues?: readonly string[];
  /** Paths of searchable texts that `Graph` functions may name as kinds, `own:path`; any where absent, for texts on their own. */
  readonly graphTexts?: readonly string[];
  /** Linkable attributes that they may name, `attribute:name`, by API name and path; any where absent, likewise. */
  readonly graphAttributes?: readonly string[];
  /** Names of support lists; the standard ones of the product where absent. */
  readonly supportLists?: readonly string[];
};

export const EMPTY_SYMBOL_TABLE: SymbolTable = { attributes: [], lists: [] };
