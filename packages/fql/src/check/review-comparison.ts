import type { DiagnosticFix } from '../diagnostics/diagnostic.ts';
import { replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { FunctionGroup } from '../functions/spec.ts';
import type { AttributeSymbol } from '../program/symbol-table.ts';
import type { BinaryNode, ExpressionNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import type { CheckedExpression } from './checked.ts';
import { symbolPath, report, invalid, type Scope } from './scope.ts';

/** Groups of functions that read one value as another type, or a part of it. */
const READERS: ReadonlySet<FunctionGroup> = new Set(['conversion', 'json', 'string']);

/** What the schema knows of the attribute an expression reads; undefined for everything else. */
export const knownAttribute = (scope: Scope, expression: CheckedExpression): AttributeSymbol | undefined => {
  if (expression.op === 'convert') return knownAttribute(scope, expression.operand);
  if (expression.op === 'call') {
    const [operand] = expression.args;
    return operand && READERS.has(expression.spec.group) ? knownAttribute(scope, operand) : undefined;
  }
  if (expression.op !== 'slot') return undefined;
  return scope.rule.names.attributes.get(symbolPath(scope.rule.slots[expression.slot]?.steps ?? []));
};

/** The decision as velocities see it: no schema lists it, and it compares as all decisions do. */
const DECISION_PATH = 'ruleevaluation.decision';

/** Whether an attribute is one of the schema's enumerations, which compare without regard to letter case. */
export const isEnumerated = (scope: Scope, expression: CheckedExpression): boolean => {
  if (expression.op !== 'slot') return false;
  const path = symbolPath(scope.rule.slots[expression.slot]?.steps ?? []);
  return path === DECISION_PATH || scope.rule.names.attributes.get(path)?.type === 'enum';
};

type Sides = { readonly node: BinaryNode; readonly left: CheckedExpression; readonly right: CheckedExpression };

/** Both readings of a comparison: one side, and the other with its place in the text. */
const bothWays = ({ node, left, right }: Sides) =>
  [
    [left, right, node.right],
    [right, left, node.left],
  ] as const;

/** A text beside an enumeration of the schema that has no such value. */
const reviewEnumeration = (scope: Scope, sides: Sides): void => {
  for (const [enumeration, text, span] of bothWays(sides)) {
    const attribute = enumeration.op === 'slot' ? knownAttribute(scope, enumeration) : undefined;
    if (attribute?.type !== 'enum') continue;
    const value = text.op === 'constant' && typeof text.value === 'string' ? text.value : '';
    const values = attribute.values ?? [];
    if (value === '' || values.length === 0) continue;
    if (values.some((known) => known.toLowerCase() === value.toLowerCase())) continue;
    const suggestion = didYouMean(value, values);
    report(
      scope,
      'FQL-UNKNOWN-VALUE',
      span,
      { name: value, path: attribute.path, values: values.join(', ') },
      suggestion === null ? {} : { fix: replaceFix(span, JSON.stringify(suggestion)) },
    );
  }
};

const CONVERTER_OF: Partial<Record<AttributeSymbol['type'], string>> = {
  number: '.ToDouble()',
  dateTime: '.ToDateTime()',
};

/**
 * Two attributes side by side compare as text. That is what an equality mostly means; an order, or an attribute
 * that the schema knows as a number, mostly not. A conversion is proposed only where the schema knows both as its type:
 * two texts would both become 0, and be equal for ever.
 */
const reviewTwoAttributes = (scope: Scope, { node, left, right }: Sides): void => {
  if (left.type !== 'Untyped' || right.type !== 'Untyped') return;
  const types = [knownAttribute(scope, left)?.type, knownAttribute(scope, right)?.type];
  const isOrder = node.operator !== '==' && node.operator !== '!=';
  if (!isOrder && !types.includes('number')) return;
  const converter = types[0] !== undefined && types[0] === types[1] ? CONVERTER_OF[types[0]] : undefined;
  const fix: DiagnosticFix | undefined =
    converter === undefined
      ? undefined
      : {
          label: 'FIX-INSERT',
          params: { text: converter },
          edits: [node.left.to, node.right.to].map((at) => ({ from: at, to: at, insert: converter })),
        };
  report(scope, 'FQL-UNTYPED-COMPARE', node, {}, fix ? { fix } : {});
};

const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/** A number of the schema beside a text, as if both were texts. */
const reviewNumberBesideText = (scope: Scope, sides: Sides): void => {
  for (const [number, text, span] of bothWays(sides)) {
    const attribute = number.type === 'Untyped' ? knownAttribute(scope, number) : undefined;
    if (attribute?.type !== 'number' || text.type !== 'String') continue;
    const written = text.op === 'constant' && typeof text.value === 'string' ? text.value : '';
    const fix = NUMBER.test(written) ? { fix: replaceFix(span, written.trim()) } : {};
    report(scope, 'FQL-NUMBER-AS-TEXT', sides.node, { path: attribute.path }, fix);
  }
};

/** The attribute that a text spells, with or without its sign; undefined for any other text. */
const spelledAttribute = (scope: Scope, expression: CheckedExpression): AttributeSymbol | undefined => {
  const value = expression.op === 'constant' && typeof expression.value === 'string' ? expression.value : '';
  const path = /^@{0,2}"?([^"@]+)"?$/.exec(value)?.[1];
  return path === undefined ? undefined : scope.rule.names.attributes.get(path.toLowerCase());
};

const reportSpelled = (
  scope: Scope,
  span: Span,
  attribute: AttributeSymbol,
  severity: 'error' | 'warning',
  beside?: CheckedExpression,
): void => {
  // Beside itself an attribute is equal for ever.
  const isItself = beside !== undefined && knownAttribute(scope, beside) === attribute;
  const suggestion = `@"${attribute.path}"`;
  const params = { name: scope.text.slice(span.from, span.to), suggestion };
  report(scope, 'FQL-LOOKS-LIKE-ATTRIBUTE', span, params, {
    severity,
    ...(isItself ? {} : { fix: replaceFix(span, suggestion) }),
  });
};

/**
 * Warns of a text where a value of the event is expected and which spells the path of an attribute. A single word, such
 * as "currency", is text often enough and counts with the sign only. Answers whether it warned.
 */
export const reviewSpelledAttribute = (
  scope: Scope,
  expression: CheckedExpression,
  span: Span,
  beside?: CheckedExpression,
): boolean => {
  const attribute = spelledAttribute(scope, expression);
  const written = expression.op === 'constant' ? String(expression.value) : '';
  if (!attribute || !(written.startsWith('@') || attribute.path.includes('.'))) return false;
  reportSpelled(scope, span, attribute, 'warning', beside);
  return true;
};

/** Refuses a text that fits no comparison as it is and spells an attribute; answers whether it did. */
export const refuseSpelledAttribute = (scope: Scope, { node, left, right }: Sides): boolean => {
  for (const [text, span, other] of [
    [left, node.left, right],
    [right, node.right, left],
  ] as const) {
    const attribute = spelledAttribute(scope, text);
    // A Boolean has no order, whatever stands beside it.
    if (!attribute || other.type === 'Boolean') continue;
    reportSpelled(scope, span, attribute, 'error', other);
    return true;
  }
  return false;
};

/** `!@"a" == "x"` compares "True" or "False" with the text: the sign belongs to its operand alone. */
const reviewSign = (scope: Scope, { node, left, right }: Sides): void => {
  const { left: signed, operator } = node;
  if (signed.kind !== 'unary' || signed.operator !== '!' || (operator !== '==' && operator !== '!=')) return;
  const isBracketed =
    scope.text.slice(0, signed.from).trimEnd().endsWith('(') && scope.text.slice(signed.to).trimStart().startsWith(')');
  const inner = left.op === 'operation' ? left.operands[0] : undefined;
  const isOpen = inner?.op === 'convert' && (inner.operand.type === 'Untyped' || inner.operand.type === 'Json');
  if (isBracketed || !isOpen || right.type !== 'String') return;
  if (right.op === 'constant' && /^(?:true|false)$/i.test(String(right.value))) return;
  const [operand, other] = [signed.operand, node.right].map(({ from, to }) => scope.text.slice(from, to));
  const suggestion = `${operand} ${operator === '==' ? '!=' : '=='} ${other}`;
  const params = { operand: operand ?? '', suggestion };
  report(scope, 'FQL-NOT-BEFORE-COMPARISON', node, params, { fix: replaceFix(node, suggestion) });
};

/** What is legal in a comparison and rarely meant. */
export const reviewComparison = (scope: Scope, sides: Sides): void => {
  reviewTwoAttributes(scope, sides);
  reviewEnumeration(scope, sides);
  reviewNumberBesideText(scope, sides);
  reviewSign(scope, sides);
  const { node, left, right } = sides;
  if (!reviewSpelledAttribute(scope, left, node.left, right)) reviewSpelledAttribute(scope, right, node.right, left);
};

/** The last word of `Declined` or `UserStatus.Declined`; null for every other expression. */
const bareWord = (node: ExpressionNode): string | null => {
  if (node.kind === 'name') return node.name;
  return node.kind === 'member' && node.object.kind === 'name' ? node.name : null;
};

/**
 * A value of an enumeration written as C# names it, beside an attribute of that enumeration. It is reported here, since
 * by itself the word looks like an attribute without its sign. Null where the word is none of its values.
 */
export const checkEnumerationWord = (
  scope: Scope,
  word: ExpressionNode,
  beside: CheckedExpression,
): CheckedExpression | null => {
  const attribute = knownAttribute(scope, beside);
  const name = attribute?.type === 'enum' ? bareWord(word) : null;
  const value =
    name === null ? undefined : attribute?.values?.find((each) => each.toLowerCase() === name.toLowerCase());
  if (value === undefined || !attribute) return null;
  const suggestion = JSON.stringify(value);
  const params = { name: scope.text.slice(word.from, word.to), path: attribute.path, suggestion };
  report(scope, 'FQL-TEXT-NEEDS-QUOTES', word, params, { fix: replaceFix(word, suggestion) });
  return invalid(word);
};
