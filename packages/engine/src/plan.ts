import { DEFAULT_VELOCITY_WINDOW_MODE, listNameKey } from '@redoubt/domain';
import { LANGUAGE_VERSION, type SymbolTable, type CompiledRule, type LanguageVersion } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { levelAssessmentsOf, levelCallsOf, levelRemoteListsOf } from './calls.ts';
import { compile, compileHere, withoutLimits, type CompileRequest, type CompileSteps } from './compile-steps.ts';
import { symbolsWith, compilingFunctions, inheritedFunctions } from './functions.ts';
import type { PlanLevelSource, PlanRuleSource } from './plan-sources.ts';
import type {
  LevelFunctions,
  Plan,
  PlanLevel,
  PlanProblem,
  PlanRule,
  PlanVelocity,
  PlanVelocitySet,
} from './plan-model.ts';
import { velocitiesOf } from './velocities.ts';

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

/** A source with what it was compiled to. */
export const planRuleOf = (
  { id, name, version, text }: Omit<PlanRuleSource, 'hash' | 'former'>,
  order: number,
  compiled: CompiledRule,
): PlanRule => ({
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
    const routing = yield* compileAll(level.routing ?? []);
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
      routing,
      intake: level.intake ?? null,
      controlShare: level.controlShare ?? null,
      lists: level.lists,
      velocities,
      velocitySets,
      functions,
      calls: levelCallsOf(level.calls),
      assessments: levelAssessmentsOf(level.assessments),
      remoteLists: levelRemoteListsOf(level.remoteLists),
    });
  }
  const decides = [...compiledLevels.flatMap(({ rules }) => rules), ...(compiledLevels.at(-1)?.routing ?? [])];
  const isAsync = decides.some(({ compiled }) => compiled.isAsync);
  const everyAction = compiledLevels.flatMap((level) => level.actions);
  const actions =
    everyAction.length === 0 ? 'none' : everyAction.some(({ compiled }) => compiled.isAsync) ? 'async' : 'immediate';
  return { plan: { id, environmentId, levels: compiledLevels, isAsync, actions }, problems };
};

/** `compilePlan` does all steps of `compilingPlan` at once. */
export const compilePlan = (...parameters: Parameters<typeof compilingPlan>): CompiledPlan =>
  compileHere(compilingPlan(...parameters));
