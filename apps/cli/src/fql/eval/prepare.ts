import {
  type SymbolTable,
  checkRule,
  compileRule,
  type CompiledRule,
  CONDITION_PART,
  type Diagnostic,
  type ParseOptions,
  type RuleReferences,
  type RuleSource,
} from '@redoubt/fql';
import type { Rules } from './request.ts';

/** A rule as the requests with its texts share it. */
export type PreparedRule = {
  /** Null where the rule has errors. */
  readonly compiled: CompiledRule | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Part → name of the clause; null for the condition. */
  readonly nameOf: (part: string) => string | null;
  readonly textOf: (part: string) => string;
  /** Functions of the customer that it calls, and whether it calls anything else. */
  readonly called: RuleReferences['called'];
  readonly callsOut: boolean;
};

const ruleSource = (rules: Rules): RuleSource => ({
  kind: rules.kind,
  condition: rules.condition ?? '',
  clauses: rules.clauses.map(({ name, code, type, default: fallback }, index) => ({
    id: `c${index}`,
    name,
    code,
    ...(type ? { result: type } : {}),
    ...(fallback === undefined ? {} : { fallback }),
  })),
  ...(rules.name === undefined ? {} : { name: rules.name }),
  parameters: (rules.parameters ?? []).map(({ name, type, default: fallback }) => ({
    name,
    type,
    ...(fallback === undefined ? {} : { fallback }),
  })),
});

/** A list without rows says nothing about its columns: whatever the rule calls them is taken as right. */
const withColumnsOfEmptyLists = (symbols: SymbolTable, diagnostics: readonly Diagnostic[]): SymbolTable | null => {
  const wanted = diagnostics.filter(({ code }) => code === 'FQL-UNKNOWN-COLUMN');
  let found = false;
  const lists = symbols.lists.map((list) => {
    if (list.columns.length > 0) return list;
    const columns = wanted
      .filter(({ params }) => params['list'] === list.name)
      .map(({ params }) => params['name'] ?? '');
    found ||= columns.length > 0;
    return { ...list, columns };
  });
  return found ? { ...symbols, lists } : null;
};

/** Parses, checks and compiles a rule, `staged` first where that is given. Never throws, whatever the texts. */
export const prepareRule = (
  rules: Rules,
  symbols: SymbolTable,
  options: ParseOptions = {},
  staged: (source: RuleSource) => RuleSource = (source) => source,
): PreparedRule => {
  const source = staged(ruleSource(rules));
  let result = checkRule(source, symbols, options);
  const wider = withColumnsOfEmptyLists(symbols, result.diagnostics);
  if (wider) result = checkRule(source, wider, options);
  const clauses = new Map(source.clauses.map((clause) => [clause.id, clause]));
  const { called, calls, assessments } = result.checked.references;
  return {
    called,
    callsOut: calls.length > 0 || assessments.length > 0,
    compiled: result.checked.valid ? compileRule(result.checked) : null,
    diagnostics: result.diagnostics,
    nameOf: (part) => (part === CONDITION_PART ? null : (clauses.get(part)?.name ?? part)),
    textOf: (part) => (part === CONDITION_PART ? source.condition : (clauses.get(part)?.code ?? '')),
  };
};

/** Rules kept ready: programs repeat far more often than they differ. */
const MOST_KEPT = 1000;

/** Prepares each rule once while it is in use; the one unused for longest makes room. */
export const createRuleCache = () => {
  const kept = new Map<string, PreparedRule>();
  return (rules: Rules, symbols: SymbolTable): PreparedRule => {
    const key = JSON.stringify([rules.kind, rules.name, rules.condition, rules.clauses, rules.parameters, symbols]);
    const known = kept.get(key);
    const rule = known ?? prepareRule(rules, symbols);
    kept.delete(key);
    kept.set(key, rule);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return rule;
  };
};
