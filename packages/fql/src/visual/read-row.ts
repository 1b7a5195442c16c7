import type { BinaryOperator, CallNode, ExpressionNode } from '../syntax/nodes.ts';
import type { VisualOperator, VisualReference, VisualRow, VisualSubject, VisualValue } from './visual-clause.ts';

type Row = Omit<VisualRow, 'joiner'>;
type Bare = Omit<Row, 'negation'>;

const COMPARISONS: Readonly<Partial<Record<BinaryOperator, VisualOperator>>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const AGES: Readonly<Partial<Record<BinaryOperator, VisualOperator>>> = {
  '<': 'sinceLt',
  '<=': 'sinceLe',
  '>': 'sinceGt',
  '>=': 'sinceGe',
};
const METHODS: Readonly<Record<string, VisualOperator>> = {
  startswith: 'startsWith',
  endswith: 'endsWith',
  contains: 'contains',
  ignorecaseequals: 'equalsIgnoringCase',
};
const NONE: VisualValue = { kind: 'none' };

const referenceOf = (node: ExpressionNode | undefined): VisualReference | null => {
  if (node?.kind === 'attribute') return { kind: 'attribute', path: node.path };
  return node?.kind === 'variable' ? { kind: 'variable', name: node.name } : null;
};

const isNumber = (node: ExpressionNode): boolean =>
  node.kind === 'number' || (node.kind === 'unary' && node.operator === '-' && node.operand.kind === 'number');

/** A literal or what the event or the rule holds; null for anything that is worked out. */
export const valueOf = (
  text: string,
  node: ExpressionNode | undefined,
): Exclude<VisualValue, { kind: 'none' | 'list' }> | null => {
  if (!node) return null;
  if (isNumber(node)) return { kind: 'number', written: text.slice(node.from, node.to) };
  if (node.kind === 'string') return { kind: 'text', text: node.value };
  if (node.kind === 'boolean') return { kind: 'boolean', value: node.value };
  const reference = referenceOf(node);
  return reference?.kind === 'attribute' && reference.path === '' ? { kind: 'missing' } : reference;
};

/** Values given by place, or null where one is given by name. */
const argumentsOf = (call: CallNode): readonly ExpressionNode[] | null => {
  const values = call.args.flatMap(({ name, value }) => (name === null ? [value] : []));
  return values.length === call.args.length ? values : null;
};

const readVelocity = (call: CallNode): VisualSubject | null => {
  const { callee } = call;
  const args = argumentsOf(call);
  if (callee.kind !== 'member' || callee.object.kind !== 'name' || args?.length !== 2) return null;
  const key = referenceOf(args[0]);
  const window = args[1];
  if (callee.object.name.toLowerCase() !== 'velocity' || !key || window?.kind !== 'window') return null;
  return { kind: 'velocity', name: callee.name, key, amount: window.amount, unit: window.unit };
};

const readLookup = (text: string, call: CallNode): VisualSubject | null => {
  const args = argumentsOf(call);
  if (call.callee.kind !== 'name' || call.callee.name.toLowerCase() !== 'lookup' || !args) return null;
  const [list, keyColumn, keyNode, valueColumn, fallback] = args;
  const key = referenceOf(keyNode);
  if (list?.kind !== 'string' || keyColumn?.kind !== 'string' || !key || valueColumn?.kind !== 'string') return null;
  const fallbackValue = fallback && valueOf(text, fallback);
  if (args.length > 5 || (fallbackValue && fallbackValue.kind !== 'text' && fallbackValue.kind !== 'number'))
    return null;
  if (fallbackValue === null) return null;
  return {
    kind: 'lookup',
    list: list.value,
    keyColumn: keyColumn.value,
    key,
    valueColumn: valueColumn.value,
    fallback: fallbackValue ?? null,
  };
};

/** What can be asked whether it contains, begins with or is one of something. */
const subjectOf = (text: string, node: ExpressionNode | undefined): VisualSubject | null =>
  node?.kind === 'call' ? readLookup(text, node) : referenceOf(node);

const row = (subject: VisualSubject | null, operator: VisualOperator | undefined, value: VisualValue | null) =>
  subject && operator && value ? { subject, operator, value } : null;

const readCall = (text: string, call: CallNode): Bare | null => {
  const args = argumentsOf(call);
  if (!args) return null;
  const { callee } = call;
  const [first, second, third] = args;
  if (callee.kind === 'member') {
    const name = callee.name.toLowerCase();
    if (name === 'isnullorempty' && args.length === 0) return row(subjectOf(text, callee.object), 'isEmpty', NONE);
    return args.length === 1 ? row(subjectOf(text, callee.object), METHODS[name], valueOf(text, first)) : null;
  }
  if (callee.kind !== 'name') return null;
  const name = callee.name.toLowerCase();
  if (name === 'exists' && args.length === 1) return row(referenceOf(first), 'exists', NONE);
  if (name === 'in' && args.length === 2) return row(subjectOf(text, first), 'oneOf', valueOf(text, second));
  if (name === 'containskey' && args.length === 3 && first?.kind === 'string' && second?.kind === 'string')
    return row(subjectOf(text, third), 'inList', { kind: 'list', list: first.value, column: second.value });
  return null;
};

const readComparison = (text: string, node: ExpressionNode & { readonly kind: 'binary' }): Bare | null => {
  const value = valueOf(text, node.right);
  const { left } = node;
  const isAge = left.kind === 'call' && left.callee.kind === 'name' && left.callee.name.toLowerCase() === 'dayssince';
  if (!isAge) {
    const velocity = left.kind === 'call' ? readVelocity(left) : null;
    return row(velocity ?? subjectOf(text, left), COMPARISONS[node.operator], value);
  }
  const args = argumentsOf(left);
  return args?.length === 1 ? row(referenceOf(args[0]), AGES[node.operator], value) : null;
};

/** One operand of a condition as a row; null where rows have no operator for it. */
export const readRow = (text: string, node: ExpressionNode): Row | null => {
  const isNegation = node.kind === 'unary' && (node.operator === '!' || node.operator === 'not');
  const inner = isNegation ? node.operand : node;
  const read =
    inner.kind === 'call'
      ? readCall(text, inner)
      : inner.kind === 'binary' && !isNegation
        ? readComparison(text, inner)
        : null;
  if (!read) return null;
  return { ...read, negation: isNegation ? (node.operator === '!' ? '!' : 'NOT') : '' };
};
