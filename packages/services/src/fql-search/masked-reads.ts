import { parse, type AttributeNode, type ExpressionNode, type JsonNode, type SymbolTable } from '@redoubt/fql';
import { isPersonalField } from '../privacy/mask-answers.ts';

type Read = AttributeNode | JsonNode;

const isNode = (value: unknown): value is ExpressionNode =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';

const isRead = (node: ExpressionNode): node is Read => node.kind === 'attribute' || node.kind === 'json';

const isConstant = ({ kind }: ExpressionNode): boolean =>
  kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'null';

/** Whether an expression only asks if an attribute is a whole value. */
const comparesWhole = (node: ExpressionNode): boolean => {
  if (node.kind !== 'binary' || (node.operator !== '==' && node.operator !== '!=')) return false;
  const { left, right } = node;
  return (left.kind === 'attribute' && isConstant(right)) || (right.kind === 'attribute' && isConstant(left));
};

/** Attributes that an expression does more with than compare them with whole values. */
const readsIn = (value: unknown): readonly Read[] => {
  if (Array.isArray(value)) return value.flatMap(readsIn);
  if (typeof value !== 'object' || value === null) return [];
  if (isNode(value) && isRead(value)) return [value];
  if (isNode(value) && comparesWhole(value)) return [];
  return Object.values(value).flatMap(readsIn);
};

/** Types of values that hold nothing of a person unless their attribute says so; a text can be an address whatever it is called. */
const PLAIN: ReadonlySet<string> = new Set([
  'integer',
  'double',
  'boolean',
  'datetime',
  'enum',
  'number',
  'bool',
  'int',
]);

/**
 * An attribute whose values a person sees masked and could learn from what a condition does with it; undefined where there is none.
 * A whole value says nothing about one that is not known.
 */
export const maskedRead = (condition: string, { attributes }: SymbolTable): string | undefined => {
  const plain = new Set(attributes.filter(({ type }) => PLAIN.has(type)).map(({ path }) => path.toLowerCase()));
  const reads = readsIn(parse('decisionCondition', condition).program.statements);
  const masked = reads.find(
    ({ kind, path }) => kind === 'json' || isPersonalField(path) || !plain.has(path.toLowerCase()),
  );
  return masked && (masked.path === '' ? '@@' : masked.path);
};
