import type { CompiledRule } from './compiled-rule.ts';
import type { EvaluationContext, FunctionRead, FunctionSource, FunctionValue } from './context.ts';
import type { FunctionScope } from '../program/symbol-table.ts';
import type { RuleOutcome } from './outcome.ts';

/** A published function, ready to be read. */
export type FunctionUnit = {
  readonly compiled: CompiledRule;
  /** Name of a property in lower case → the clause that returns it. */
  readonly properties: ReadonlyMap<string, string>;
  /** What the function sees instead of what its caller sees: the lists and calls of the environment it belongs to. */
  readonly within?: (context: EvaluationContext) => EvaluationContext;
  /** Functions as they are called from its environment; as its caller calls them where absent. */
  readonly find?: FindFunction;
};

export type FindFunction = (scope: FunctionScope, name: string) => FunctionUnit | undefined;

/** Functions deep inside functions: more than rules in practice have, less than the stack holds. */
const MAX_DEPTH = 32;

const valueOf = (part: string, outcome: RuleOutcome): FunctionValue => ({
  value: Object.hasOwn(outcome.values, part) ? (outcome.values[part] ?? null) : null,
  errors: [...outcome.errors, ...outcome.notices],
  calls: outcome.calls,
});

/** Reads properties of compiled functions: each on its own, with the event and the global variables of the caller. */
export const functionSource = (find: FindFunction, depth = 0): FunctionSource => ({
  read: (read: FunctionRead) => {
    const unit = depth < MAX_DEPTH ? find(read.scope, read.name) : undefined;
    const part = unit?.properties.get(read.property.toLowerCase());
    if (!unit || part === undefined) return undefined;
    const context = (unit.within ?? ((same) => same))(read.context);
    const outcome = unit.compiled.readProperty(part, {
      ...context,
      arguments: read.arguments,
      functions: functionSource(unit.find ?? find, depth + 1),
    });
    return outcome instanceof Promise ? outcome.then((late) => valueOf(part, late)) : valueOf(part, outcome);
  },
});
