import type { Span } from '../program/span.ts';

/**
 * The syntax tree: what a text says, before anyone asks whether it makes sense. Immutable; later passes build trees of
 * their own and never write onto this one. Blanks, comments, parentheses and letter case of keywords are gone.
 */

export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<' | '>' | '<=' | '>=' | '==' | '!=' | '|';
export type CastType = 'string' | 'int' | 'double' | 'bool' | 'datetime';
export type WindowUnit = 's' | 'm' | 'h' | 'd';

/** One step of an attribute path. */
export type PathStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number };

export type NumberNode = Span & { readonly kind: 'number'; readonly integer: boolean; readonly value: number };
export type StringNode = Span & { readonly kind: 'string'; readonly value: string };
export type BooleanNode = Span & { readonly kind: 'boolean'; readonly value: boolean };
export type NullNode = Span & { readonly kind: 'null' };
/** A velocity window such as `2h`. */
export type WindowNode = Span & { readonly kind: 'window'; readonly amount: number; readonly unit: WindowUnit };
/** `$name`; the name is kept without its sign. */
export type VariableNode = Span & { readonly kind: 'variable'; readonly name: string };
/** `@"a.b"` or `@name`. */
export type AttributeNode = Span & {
  readonly kind: 'attribute';
  readonly path: string;
  readonly steps: readonly PathStep[];
};
/** `@@"a.b"`, or `@@` with no steps for the whole payload. */
export type JsonNode = Span & { readonly kind: 'json'; readonly path: string; readonly steps: readonly PathStep[] };
/** A word without a sign: a root such as `Math`, a function, an enumeration, a parameter. */
export type NameNode = Span & { readonly kind: 'name'; readonly name: string };
export type ArrayNode = Span & { readonly kind: 'array'; readonly items: readonly ExpressionNode[] };
export type ObjectMember = { readonly key: string; readonly keySpan: Span; readonly value: ExpressionNode };
export type ObjectNode = Span & { readonly kind: 'object'; readonly members: readonly ObjectMember[] };
export type UnaryNode = Span & {
  readonly kind: 'unary';
  readonly operator: '!' | '-' | '+' | 'not';
  readonly operand: ExpressionNode;
};
export type BinaryNode = Span & {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly operatorSpan: Span;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
};
/** A chain of one operator, flat however long it is. At least two operands. */
export type LogicalNode = Span & {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or';
  readonly operands: readonly ExpressionNode[];
};
export type ConditionalNode = Span & {
  readonly kind: 'conditional';
  readonly condition: ExpressionNode;
  readonly whenTrue: ExpressionNode;
  readonly whenFalse: ExpressionNode;
};
export type CastNode = Span & { readonly kind: 'cast'; readonly type: CastType; readonly operand: ExpressionNode };
export type MemberNode = Span & {
  readonly kind: 'member';
  readonly object: ExpressionNode;
  readonly name: string;
  readonly nameSpan: Span;
};
export type IndexNode = Span & {
  readonly kind: 'index';
  readonly object: ExpressionNode;
  readonly index: ExpressionNode;
};
/** An argument; `name` is null for a positional one, and kept without `$` otherwise. */
export type Argument = { readonly name: string | null; readonly nameSpan: Span; readonly value: ExpressionNode };
export type CallNode = Span & {
  readonly kind: 'call';
  readonly callee: ExpressionNode;
  readonly args: readonly Argument[];
};
/** A hole where the text has a syntax error that was already reported. */
export type MissingNode = Span & { readonly kind: 'missing' };

export type ExpressionNode =
  | NumberNode
  | StringNode
  | BooleanNode
  | NullNode
  | WindowNode
  | VariableNode
  | AttributeNode
  | JsonNode
  | NameNode
  | ArrayNode
  | ObjectNode
  | UnaryNode
  | BinaryNode
  | LogicalNode
  | ConditionalNode
  | CastNode
  | MemberNode
  | IndexNode
  | CallNode
  | MissingNode;

export type LetNode = Span & {
  readonly kind: 'let';
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: ExpressionNode;
};
export type WhenNode = Span & { readonly kind: 'when'; readonly condition: ExpressionNode };
export type ObserveNode = Span & {
  readonly kind: 'observe';
  readonly items: readonly ExpressionNode[];
  readonly when: ExpressionNode | null;
};
export type ReturnNode = Span & {
  readonly kind: 'return';
  readonly items: readonly ExpressionNode[];
  readonly when: ExpressionNode | null;
};
export type RouteToNode = Span & {
  readonly kind: 'routeTo';
  readonly args: readonly Argument[];
  readonly when: ExpressionNode | null;
};
export type DoNode = Span & {
  readonly kind: 'do';
  readonly action: ExpressionNode;
  readonly when: ExpressionNode | null;
};
export type SelectSource = Span & { readonly assessment: string; readonly observation: string | null };
export type SelectNode = Span & {
  readonly kind: 'select';
  readonly aggregate: ExpressionNode;
  readonly alias: string;
  readonly aliasSpan: Span;
  readonly sources: readonly SelectSource[];
  readonly when: ExpressionNode | null;
  readonly groupBy: ExpressionNode;
};

export type StatementNode = LetNode | WhenNode | ObserveNode | ReturnNode | RouteToNode | DoNode | SelectNode;

/** One text. */
export type ProgramNode = Span & { readonly statements: readonly StatementNode[] };
