import type { Json } from '@redoubt/kernel';
import type { FunctionSpec } from '../functions/spec.ts';
import type { RuleReferences } from '../program/references.ts';
import type { LanguageVersion } from '../program/language.ts';
import type { RuleKind } from '../program/kinds.ts';
import type { DeclaredType, PartId } from '../program/source.ts';
import type { AssessmentMethod, FunctionScope } from '../program/symbol-table.ts';
import type { DecisionKind } from '../runtime/outcome.ts';
import type { PathStep, WindowUnit } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { FqlType } from '../types.ts';

/**
 * The checked tree: what a text means. Every expression has one type, every conversion is a node of its own, names are
 * numbers (slots, variables) and functions are rows of the table, so that nothing is left to decide, or to mistake for
 * an identifier, when code is made of it.
 *
 * `shown` marks expressions that stand in the text; conversions put in between are not shown by explain.
 */
type Typed = Span & { readonly type: FqlType; readonly shown: boolean };

/** Operators with both operands of one known family; the emitter has one template for each. */
export type OperationName =
  | 'addInt'
  | 'subtractInt'
  | 'multiplyInt'
  | 'divideInt'
  | 'remainderInt'
  | 'negateInt'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  | 'negate'
  | 'concat'
  | 'not'
  | 'less'
  | 'greater'
  | 'lessOrEqual'
  | 'greaterOrEqual'
  | 'equal'
  | 'notEqual'
  | 'instantLess'
  | 'instantGreater'
  | 'instantLessOrEqual'
  | 'instantGreaterOrEqual'
  | 'instantEqual'
  | 'instantNotEqual'
  | 'equalIgnoringCase'
  | 'notEqualIgnoringCase'
  | 'textEqual'
  | 'textNotEqual'
  | 'nodeLess'
  | 'nodeGreater'
  | 'nodeLessOrEqual'
  | 'nodeGreaterOrEqual'
  | 'nodeEqual'
  | 'nodeNotEqual'
  | 'nodeAdd'
  | 'untypedLess'
  | 'untypedGreater'
  | 'untypedLessOrEqual'
  | 'untypedGreaterOrEqual'
  | 'untypedEqual'
  | 'untypedNotEqual'
  | 'isNull'
  | 'isNotNull'
  | 'dateMinusDate'
  | 'dateMinusSpan'
  | 'datePlusSpan'
  | 'spanPlusSpan'
  | 'spanMinusSpan'
  | 'negateSpan'
  | 'unionCharSet'
  | 'nodeMember'
  | 'textMember'
  | 'nodeIndex';

export type CheckedExpression = Typed &
  (
    | { readonly op: 'constant'; readonly value: string | number | boolean | null }
    /** The raw value of an attribute; `undefined` where it is missing. */
    | { readonly op: 'slot'; readonly slot: number }
    | { readonly op: 'payload' }
    /** The n-th argument of a function, as its parameter declares it. */
    | { readonly op: 'parameter'; readonly index: number }
    | { readonly op: 'variable'; readonly variable: number }
    | { readonly op: 'exists'; readonly operand: CheckedExpression }
    /** The operand as a value of this node's type. */
    | { readonly op: 'convert'; readonly operand: CheckedExpression }
    | { readonly op: 'operation'; readonly name: OperationName; readonly operands: readonly CheckedExpression[] }
    | { readonly op: 'logical'; readonly operator: 'and' | 'or'; readonly operands: readonly CheckedExpression[] }
    | {
        readonly op: 'conditional';
        readonly condition: CheckedExpression;
        readonly whenTrue: CheckedExpression;
        readonly whenFalse: CheckedExpression;
      }
    | { readonly op: 'call'; readonly spec: FunctionSpec; readonly args: readonly CheckedExpression[] }
    /** `In` with constant choices: the set is captured, folded. */
    | { readonly op: 'inChoices'; readonly choices: readonly string[]; readonly operand: CheckedExpression }
    /** `Patterns.IsRegexMatch`: the pattern is compiled once, with the rule. */
    | { readonly op: 'matches'; readonly pattern: string; readonly operand: CheckedExpression }
    | {
        readonly op: 'velocity';
        readonly velocity: string;
        readonly key: CheckedExpression;
        readonly amount: number;
        readonly unit: WindowUnit;
        /** Whether the event that is decided counts too. */
        readonly includesCurrent: boolean;
      }
    /** A call to the outside. Its response is taken by a conversion to Json. */
    | { readonly op: 'external'; readonly name: string; readonly args: readonly CheckedExpression[] }
    /** A look-up in a list that is kept elsewhere: whether the key is there, or the value of its row. */
    | {
        readonly op: 'remoteLookup';
        readonly list: string;
        readonly keyColumn: string;
        readonly key: CheckedExpression;
        /** Null where only the key is asked for. */
        readonly valueColumn: string | null;
        readonly fallback: CheckedExpression | null;
      }
    | {
        readonly op: 'assessment';
        readonly name: string;
        readonly method: AssessmentMethod;
        readonly api: CheckedExpression | null;
        readonly baseInput: CheckedExpression | null;
        readonly fields: readonly CheckedPair[];
      }
    /** The arguments of a function of the customer; nothing of it runs before a property is read. */
    | { readonly op: 'functionCall'; readonly key: string; readonly args: readonly CheckedExpression[] }
    | {
        readonly op: 'functionProperty';
        readonly scope: FunctionScope;
        readonly name: string;
        /** Null where the function no longer has what the text reads. */
        readonly property: string | null;
        /** What it is read as, for messages. */
        readonly shownName: string;
        readonly fallback: Json;
        /** Whether the function calls out. */
        readonly isAsync: boolean;
        readonly operand: CheckedExpression;
      }
    /** Whether the operand holds for any of the values that the path of the slot leads to. */
    | { readonly op: 'any'; readonly slot: number; readonly operand: CheckedExpression }
    | { readonly op: 'array'; readonly items: readonly CheckedExpression[] }
    | { readonly op: 'object'; readonly members: readonly CheckedPair[] }
    /** Already reported; evaluating it fails the statement. */
    | { readonly op: 'invalid' }
  );

export type CheckedPair = { readonly key: string; readonly value: CheckedExpression };

export type CheckedObservation = { readonly target: 'output' | 'trace'; readonly pairs: readonly CheckedPair[] };

/** What SELECT may work out of the events of a key; the first three are the original's. */
export const AGGREGATE_NAMES = [
  'Count',
  'DistinctCount',
  'Sum',
  'Avg',
  'Min',
  'Max',
  'StdDev',
  'First',
  'Last',
] as const;
export type AggregateName = (typeof AGGREGATE_NAMES)[number];

export type CheckedStatement = Span &
  (
    | { readonly kind: 'when'; readonly condition: CheckedExpression }
    | {
        readonly kind: 'observe';
        readonly observations: readonly CheckedObservation[];
        readonly when: CheckedExpression | null;
      }
    | {
        readonly kind: 'decide';
        readonly decision: DecisionKind;
        readonly challengeType: CheckedExpression | null;
        readonly reason: CheckedExpression | null;
        readonly supportMessage: CheckedExpression | null;
        readonly observations: readonly CheckedObservation[];
        readonly when: CheckedExpression | null;
      }
    | {
        readonly kind: 'setVariables';
        readonly pairs: readonly CheckedPair[];
        readonly when: CheckedExpression | null;
      }
    | {
        readonly kind: 'respond';
        readonly section: CheckedExpression | null;
        readonly pairs: readonly CheckedPair[];
        readonly when: CheckedExpression | null;
      }
    | { readonly kind: 'routeTo'; readonly queue: CheckedExpression; readonly when: CheckedExpression | null }
    | {
        readonly kind: 'contribute';
        readonly velocity: string;
        readonly aggregate: AggregateName;
        readonly value: CheckedExpression | null;
        readonly groupBy: CheckedExpression;
        readonly sources: readonly { readonly assessment: string; readonly observation: string | null }[];
        readonly when: CheckedExpression | null;
      }
    /** `DO External.name(…)`: the response is dropped. */
    | { readonly kind: 'callOut'; readonly call: CheckedExpression; readonly when: CheckedExpression | null }
    | {
        readonly kind: 'sendLabel';
        readonly eventId: CheckedExpression;
        readonly label: CheckedExpression;
        readonly reason: CheckedExpression;
        readonly when: CheckedExpression | null;
      }
    /** A value that cannot be converted to the declared type counts as a failure. */
    | {
        readonly kind: 'yield';
        readonly value: CheckedExpression;
        readonly result: DeclaredType | null;
        readonly when: null;
      }
  );

/** A LET; its value is worked out once per run, when first read. `part` is where it stands. */
export type CheckedVariable = {
  readonly name: string;
  readonly part: PartId;
  readonly nameSpan: Span;
  readonly value: CheckedExpression;
};

/** One attribute the rule reads, once per event. */
export type Slot = { readonly path: string; readonly steps: readonly PathStep[] };

export type CheckedPart = {
  readonly id: PartId;
  readonly statements: readonly CheckedStatement[];
  /** Variables that this part defines. */
  readonly variables: readonly number[];
  /** Whether an error was reported in it: it then never fires. */
  readonly broken: boolean;
  /** What a function property is worth when it fails. */
  readonly fallback: Json;
};

/** A rule that has been checked: everything `compileRule` needs, and nothing of the text. Plain data. */
export type CheckedRule = {
  readonly kind: RuleKind;
  /** What its texts mean. */
  readonly language: LanguageVersion;
  readonly condition: CheckedPart;
  readonly clauses: readonly CheckedPart[];
  readonly slots: readonly Slot[];
  readonly variables: readonly CheckedVariable[];
  /** Parameters of a function, in order. */
  readonly parameters: readonly { readonly type: DeclaredType; readonly fallback: Json }[];
  readonly references: RuleReferences;
  /** False where any part has an error; such a rule must not be published. */
  readonly valid: boolean;
};
