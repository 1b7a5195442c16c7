import {
  kindFacts,
  ownSearchField,
  type AssessmentKind,
  type LoggedAssessmentKind,
  type SearchableField,
} from '@redoubt/domain';
import { parse, type BinaryNode, type BinaryOperator, type ExpressionNode } from '@redoubt/fql';
import type { SearchFilter } from '@redoubt/contracts';

/**
 * Attributes that alone fill a field of search whose values lead to their events. Where a field is filled from several
 * attributes, an event that has one of them may be kept under another.
 */
const LINKED: Readonly<Record<AssessmentKind, Readonly<Record<string, SearchFilter['field']>>>> = {
  purchase: { 'user.userId': 'userId', 'user.email': 'email', 'deviceContext.ipAddress': 'ipAddress' },
  signUp: { 'user.userId': 'userId', 'user.email': 'email', 'deviceContext.ipAddress': 'ipAddress' },
  accountCreation: { 'user.userId': 'userId', 'device.ipAddress': 'ipAddress' },
  accountLogin: { 'user.userId': 'userId', 'device.ipAddress': 'ipAddress' },
};

const TURNED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '==': '==',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Search keeps so much of a text. */
const MAX_KEPT = 256;

type Constant = string | number;

const constantOf = (node: ExpressionNode): Constant | null => {
  if (node.kind === 'string' || node.kind === 'number') return node.value;
  if (node.kind !== 'unary' || node.operator !== '-') return null;
  const of = constantOf(node.operand);
  return typeof of === 'number' ? -of : null;
};

type Comparison = { readonly path: string; readonly operator: BinaryOperator; readonly constant: Constant };

const comparisonOf = (node: BinaryNode): Comparison | null => {
  const turned = TURNED[node.operator];
  if (turned === undefined) return null;
  const { left, right } = node;
  const [attribute, other, operator] = left.kind === 'attribute' ? [left, right, node.operator] : [right, left, turned];
  if (attribute.kind !== 'attribute') return null;
  // An element of a list by its place is one value among those that are kept.
  if (attribute.steps.some((step) => step.kind === 'index')) return null;
  const constant = constantOf(other);
  if (typeof constant === 'string' && (constant.trim() === '' || constant.length > MAX_KEPT)) return null;
  return constant === null ? null : { path: attribute.path, operator, constant };
};

const conjunctsOf = (node: ExpressionNode): readonly ExpressionNode[] =>
  node.kind === 'logical' && node.operator === 'and' ? node.operands.flatMap(conjunctsOf) : [node];

/** What an attribute reads as where it is missing meets only bounds on the other side of zero. */
const ownFilter = ({ path, type }: SearchableField, { operator, constant }: Comparison): SearchFilter | null => {
  const field = ownSearchField(path);
  const isNumber = type === 'integer' || type === 'double';
  if (isNumber !== (typeof constant === 'number') || constant === 0) return null;
  if (operator === '==') {
    const isText = type === 'string' || type === 'email';
    return isNumber || isText ? { field, operator: 'is', values: [String(constant)] } : null;
  }
  if (typeof constant !== 'number') return null;
  if (operator.startsWith('>') && constant > 0) return { field, operator: 'atLeast', values: [String(constant)] };
  return operator.startsWith('<') && constant < 0 ? { field, operator: 'atMost', values: [String(constant)] } : null;
};

/**
 * Filters of search that every event meets for which a condition holds: its conjuncts that compare an attribute which search keeps
 * with a constant. The condition itself is still to be asked of what they find.
 *
 * @param own attributes of the customer's own that search has kept for all events in question.
 */
export const indexedConjuncts = (
  kind: LoggedAssessmentKind,
  condition: string,
  own: readonly SearchableField[],
): readonly SearchFilter[] => {
  const { statements } = parse('decisionCondition', condition).program;
  const conjuncts = statements.flatMap((each) => (each.kind === 'when' ? conjunctsOf(each.condition) : []));
  return conjuncts.flatMap((node): readonly SearchFilter[] => {
    const comparison = node.kind === 'binary' ? comparisonOf(node) : null;
    if (comparison === null) return [];
    const { path, operator, constant } = comparison;
    if (typeof constant === 'string' && operator === '==') {
      if (kindFacts(kind).id === path) return [{ field: 'eventId', operator: 'is', values: [constant] }];
      const linked = Object.hasOwn(LINKED, kind) ? LINKED[kind as AssessmentKind][path] : undefined;
      if (linked !== undefined) return [{ field: linked, operator: 'is', values: [constant] }];
    }
    const field = own.find((each) => each.path.toLowerCase() === path.toLowerCase());
    const filter = field && ownFilter(field, comparison);
    return filter ? [filter] : [];
  });
};
