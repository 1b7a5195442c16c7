import {
  DEFAULT_VELOCITY_WINDOW_MODE,
  listNameKey,
  type RunMode,
  type VelocityWindowMode,
  type DefinedSources,
} from '@redoubt/domain';
import {
  LANGUAGE_VERSION,
  type SymbolTable,
  type CompiledRule,
  type LanguageVersion,
  type RuleSource,
} from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  levelAssessmentsOf,
  levelCallsOf,
  levelRemoteListsOf,
  type LevelAssessments,
  type LevelCalls,
  type PlanAssessment,
  type PlanCall,
  type PlanRemoteList,
} from './calls.ts';
import { compile, compileHere, withoutLimits, type CompileRequest, type CompileSteps } from './compile-steps.ts';
import {
  symbolsWith,
  compilingFunctions,
  type FormerFunction,
  inheritedFunctions,
  type LevelFunctions,
  type PlanFunctionSource,
} from './functions.ts';
import type { ListsAt } from './lists.ts';
import { velocitiesOf, type PlanVelocity, type PlanVelocitySet } from './velocities.ts';

/** A published rule as it stands in the plan of its environment. */
export type PlanRuleSource = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  /** SHA-256 of the rule's canonical text; equal hashes share one compiled unit. */
  readonly hash: string;
  readonly text: RuleSource;
  /** Functions it still reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

/** A velocity set as it stands in the plan of its environment; events of the environment and all below it count. */
export type PlanVelocitySetSource = {
  readonly id: Id;
  /** What its counts are kept under where sets of several environments have one id, as those of the system do. */
  readonly countsUnder?: string;
  readonly name: string;
  readonly version: number;
  /** SHA-256 of the set's canonical text; equal hashes share one compiled unit. */
  readonly hash: string;
  /** False: nothing is counted any more, but what was can be read. */
  readonly active: boolean;
  /** Ids of velocities whose history is not counted yet; a state of the moment, not part of what the plan is. */
  readonly warming?: ReadonlySet<string>;
  /** What FROM means by names of defined assessments; absent where it uses none. */
  readonly sources?: DefinedSources;
  /** Of kind `velocity`; a clause is named as its velocity is. */
  readonly text: RuleSource;
  /** Functions it still reads as they were; absent where it reads all of them as they are. */
  readonly former?: readonly FormerFunction[];
};

/** What one environment on the path contributes: its run mode, its rules in order, and what they may name. */
export type PlanLevelSource = {
  readonly environmentId: Id;
  readonly environmentName: string;
  readonly runMode: RunMode;
  /** Where windows of the environment's velocities begin; the default where absent. */
  readonly windowMode?: VelocityWindowMode;
  readonly rules: readonly PlanRuleSource[];
  /** Of kind `action`, in their order: they run when everything is decided. Absent where there are none. */
  readonly actions?: readonly PlanRuleSource[];
  readonly symbols: SymbolTable;
  readonly lists: ListsAt;
  /** Absent where nothing is counted. */
  readonly velocitySets?: readonly PlanVelocitySetSource[];
  /** Published functions; the symbol table need not name them. Absent where there are none. */
  readonly functions?: readonly PlanFunctionSource[];
  /** External calls; the symbol table names them too. Absent where there are none. */
  readonly calls?: readonly PlanCall[];
  /** External assessments; the symbol table names them too. Absent where there are none. */
  readonly assessments?: readonly PlanAssessment[];
  /** Lists that are kept elsewhere; the symbol table names them too. Absent where there are none. */
  readonly remoteLists?: readonly PlanRemoteList[];
};

export type PlanRule = {
  readonly id: Id;
  readonly name: string;
  readonly version: number;
  /** Position among the environment's rules, from 1. */
  readonly order: number;
  readonly clauseNames: ReadonlyMap<string, string>;
  /** The rule's own part of the seed, from its id: rules with equal texts draw different numbers. */
  readonly seed: number;
  readonly compiled: CompiledRule;
};

export type PlanLevel = {
  readonly environmentId: Id;
  readonly environmentName: string;
  readonly runMode: RunMode;
  readonly rules: readonly PlanRule[];
  /** Post-decision actions, in their order. */
  readonly actions: readonly PlanRule[];
  readonly lists: ListsAt;
  /** What rules here may read, by name in lower case; sets that no longer count can still be read. */
  readonly velocities: ReadonlyMap<string, PlanVelocity>;
  /** Sets that count. */
  readonly velocitySets: readonly PlanVelocitySet[];
  /** What rules here and below may call. */
  readonly functions: LevelFunctions;
  /** What texts of this environment may call outside. */
  readonly calls: LevelCalls;
  /** Other assessments that texts of this environment may call. */
  readonly assessments: LevelAssessments;
  /** Lists that are kept elsewhere, by name in lower case. */
  readonly remoteLists: ReadonlyMap<string, PlanRemoteList>;
};

/**
 * Everything needed to decide an event of one environment, compiled: the root's rules first, then each descendant's.
 * Immutable; publishing swaps a new plan in, and requests finish on the plan they began with.
 */
export type Plan = {
  /** SHA-256 of the manifest; recorded with each event so that it can be replayed. */
  readonly id: string;
  readonly environmentId: Id;
  readonly levels: readonly PlanLevel[];
  /** Whether some rule calls out: events are then decided by `decideAsync`. */
  readonly isAsync: boolean;
  /** Whether anything runs after the decision, and whether some of it calls out. */
  readonly actions: 'none' | 'immediate' | 'async';
};

/** A published rule or velocity set that no longer compiles (a list it names is gone): it is left out and reported. */
export type PlanProblem = { readonly ruleId: Id; readonly ruleName: string; readonly message: string };

/** Compiled units by content hash, shared by plans; the caller bounds its life. */
export type UnitCache = Map<string, CompiledRule>;

/**
 * True where the lists and columns a compiled rule names are there: the same text may stand where they are not, or are
 * kept elsewhere, and has to wait for them.
 */
const findsItsLists = (compiled: CompiledRule, symbols: SymbolTable): boolean =>
  compiled.references.lists.every(({ name, columns }) => {
    const list = symbols.lists.find((candidate) => listNameKey(candidate.name) === listNameKey(name));
    const known = new Set(list?.columns.map(listNameKey));
    return list !== undefined && list.remote !== true && columns.every((column) => known.has(listNameKey(column)));
  });

/** True where the velocities a compiled rule reads are there. */
const findsItsVelocities = (compiled: CompiledRule, symbols: SymbolTable): boolean => {
  const known = new Set(symbols.velocities?.map((name) => name.toLowerCase()));
  return compiled.references.velocities.every((name) => known.has(name.toLowerCase()));
};

const compileUnit = function* (
  rule: Pick<PlanRuleSource, 'hash' | 'text'>,
  symbols: SymbolTable,
  units: UnitCache,
  language: LanguageVersion,
  make?: MakeRule,
): CompileSteps<CompiledRule | string> {
  const known = units.get(rule.hash);
  if (known && findsItsLists(known, symbols) && findsItsVelocities(known, symbols)) return known;
  const wanted = { source: rule.text, symbols, language };
  const compiled = make ? make(wanted) : yield* compile(wanted);
  if (typeof compiled === 'string') return compiled;
  const { called, calls, assessments } = compiled.references;
  // What a rule that calls something compiles to depends on that as well.
  if (called.length + calls.length + assessments.length === 0 && !compiled.isAsync) units.set(rule.hash, compiled);
  return compiled;
};

/** FNV-1a of the id: any unsigned 32-bit number that never changes for a rule. */
const seedOf = (id: Id): number => {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
};

const planRuleOf = ({ id, name, version, text }: PlanRuleSource, order: number, compiled: CompiledRule): PlanRule => ({
  id,
  name,
  version,
  order,
  clauseNames: new Map(text.clauses.map((clause) => [clause.id, clause.name])),
  seed: seedOf(id),
  compiled,
});

/** Makes a rule of a text in place of the compiler, or says why there is none: for looking at what rules did. */
export type MakeRule = (wanted: CompileRequest) => CompiledRule | string;

export type CompiledPlan = { readonly plan: Plan; readonly problems: readonly PlanProblem[] };

/**
 * Compiles a path of environments, root first, into a plan, step by step: who drives it decides events in between, and
 * may have programs written by another thread. A text that cannot be compiled is left out and reported. All texts mean
 * what they meant in `language`; compiled units are those of one language.
 */
export const compilingPlan = function* (
  id: string,
  environmentId: Id,
  levels: readonly PlanLevelSource[],
  units: UnitCache,
  language: LanguageVersion = LANGUAGE_VERSION,
  make?: MakeRule,
): CompileSteps<CompiledPlan> {
  const problems: PlanProblem[] = [];
  const functionsAbove: LevelFunctions[] = [];
  const compiledLevels: PlanLevel[] = [];
  for (const [depth, level] of levels.entries()) {
    const functions = yield* compilingFunctions(
      level.environmentId,
      level.functions ?? [],
      withoutLimits(level.symbols),
      functionsAbove,
      problems,
      language,
    );
    const inherited = inheritedFunctions(functionsAbove, functions);
    const symbols: SymbolTable = {
      ...withoutLimits(level.symbols),
      functions: [...functions.entries, ...inherited],
    };
    functionsAbove.push(functions);
    const path = functionsAbove.map((each) => each.environmentId);
    const compileAll = function* (sources: readonly PlanRuleSource[]): CompileSteps<readonly PlanRule[]> {
      const rules: PlanRule[] = [];
      for (const [index, rule] of sources.entries()) {
        yield null;
        const compiled = yield* compileUnit(rule, symbolsWith(symbols, rule.former, path), units, language, make);
        if (typeof compiled !== 'string') rules.push(planRuleOf(rule, index + 1, compiled));
        else problems.push({ ruleId: rule.id, ruleName: rule.name, message: compiled });
      }
      return rules;
    };
    const rules = yield* compileAll(level.rules);
    const actions = yield* compileAll(level.actions ?? []);
    const velocities = new Map<string, PlanVelocity>();
    const velocitySets: PlanVelocitySet[] = [];
    for (const set of level.velocitySets ?? []) {
      const ofSet = velocitiesOf(set, depth, level.windowMode ?? DEFAULT_VELOCITY_WINDOW_MODE);
      for (const { velocity } of ofSet.values()) velocities.set(velocity.name.toLowerCase(), velocity);
      if (!set.active) continue;
      yield null;
      const compiled = yield* compileUnit(set, symbolsWith(symbols, set.former, path), units, language);
      if (typeof compiled === 'string') problems.push({ ruleId: set.id, ruleName: set.name, message: compiled });
      else velocitySets.push({ compiled, velocities: ofSet, ...(set.sources ? { sources: set.sources } : {}) });
    }
    compiledLevels.push({
      environmentId: level.environmentId,
      environmentName: level.environmentName,
      runMode: level.runMode,
      rules,
      actions,
      lists: level.lists,
      velocities,
      velocitySets,
      functions,
      calls: levelCallsOf(level.calls),
      assessments: levelAssessmentsOf(level.assessments),
      remoteLists: levelRemoteListsOf(level.remoteLists),
    });
  }
  const isAsync = compiledLevels.some(({ rules }) => rules.some(({ compiled }) => compiled.isAsync));
  const everyAction = compiledLevels.flatMap((level) => level.actions);
  const actions =
    everyAction.length === 0 ? 'none' : everyAction.some(({ compiled }) => compiled.isAsync) ? 'async' : 'immediate';
  return { plan: { id, environmentId, levels: compiledLevels, isAsync, actions }, problems };
};

/** `compilePlan` does all steps of `compilingPlan` at once. */
export const compilePlan = (...parameters: Parameters<typeof compilingPlan>): CompiledPlan =>
  compileHere(compilingPlan(...parameters));
