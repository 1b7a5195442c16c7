import { parser } from '../grammar/parser.js';
import type { ProgramKind } from '../program/kinds.ts';
import { DECISION_KINDS } from '../runtime/outcome.ts';
import type { Argument, ExpressionNode, ProgramNode, StatementNode } from '../syntax/nodes.ts';
import type { Span } from '../program/span.ts';
import { MAX_TEXT_LENGTH } from '../syntax/limits.ts';
import { parseProgram } from '../syntax/parse.ts';
import { readRow, valueOf } from './read-row.ts';
import { sameMeaning } from './same-meaning.ts';
import {
  VISUAL_TARGETS,
  type VisualClause,
  type VisualDecision,
  type VisualObstacle,
  type VisualJoiner,
  type VisualPair,
  type VisualReading,
  type VisualRow,
  type VisualTarget,
} from './visual-clause.ts';
import { writeVisual } from './write-visual.ts';

const no = (reason: VisualObstacle, at: Span): VisualReading => ({
  fits: false,
  reason,
  at: { from: at.from, to: at.to },
});

const firstComment = (text: string): Span | null => {
  let found: Span | null = null;
  parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (found === null && name.endsWith('Comment')) found = { from, to };
    },
  });
  return found;
};

const literalTexts = (args: readonly Argument[]): readonly string[] | null => {
  const texts = args.flatMap(({ name, value }) => (name === null && value.kind === 'string' ? [value.value] : []));
  return texts.length === args.length ? texts : null;
};

const readDecision = (call: ExpressionNode | undefined): VisualDecision | null => {
  if (call?.kind !== 'call' || call.callee.kind !== 'name') return null;
  const written = call.callee.name.toLowerCase();
  const decision = DECISION_KINDS.find((kind) => kind.toLowerCase() === written);
  const texts = literalTexts(call.args);
  return decision && texts ? { decision, texts } : null;
};

/** The pairs of one call that puts them out, or null where it is another call or works something out. */
const readPairs = (
  text: string,
  call: ExpressionNode,
  before: VisualTarget | undefined,
): readonly VisualPair[] | null => {
  if (call.kind !== 'call' || call.callee.kind !== 'name') return null;
  const written = call.callee.name.toLowerCase();
  const target = VISUAL_TARGETS.find((each) => each.toLowerCase() === written);
  if (target === undefined) return null;
  const pairs = call.args.flatMap(({ name, value: node }, index): readonly VisualPair[] => {
    const value = valueOf(text, node);
    return name !== null && value ? [{ target, begins: index === 0 && before === target, name, value }] : [];
  });
  return pairs.length > 0 && pairs.length === call.args.length ? pairs : null;
};

const readOutputs = (text: string, calls: readonly ExpressionNode[]): readonly VisualPair[] | null => {
  const outputs: VisualPair[] = [];
  for (const call of calls) {
    const pairs = readPairs(text, call, outputs.at(-1)?.target);
    if (!pairs) return null;
    outputs.push(...pairs);
  }
  return outputs;
};

type Operand = { readonly joiner: VisualJoiner; readonly node: ExpressionNode };

/** The sign between two operands, as written; brackets around them are passed over. */
const joinerBetween = (text: string, operator: 'and' | 'or', left: Span, right: Span): VisualJoiner => {
  const sign = operator === 'and' ? '&&' : '||';
  return text.slice(left.to, right.from).includes(sign) ? sign : operator === 'and' ? 'AND' : 'OR';
};

/** Operands of ors of ands as one flat list; what is nested deeper stays one operand. */
const operandsOf = (text: string, condition: ExpressionNode): readonly Operand[] => {
  const chain = (node: ExpressionNode, operator: 'and' | 'or'): readonly Operand[] => {
    if (node.kind !== 'logical' || node.operator !== operator) return [{ joiner: 'AND', node }];
    return node.operands.map((operand, index) => {
      const before = node.operands[index - 1];
      return { node: operand, joiner: before ? joinerBetween(text, operator, before, operand) : 'AND' };
    });
  };
  return chain(condition, 'or').flatMap(({ joiner, node }) =>
    chain(node, 'and').map((operand, index) => (index === 0 ? { joiner, node: operand.node } : operand)),
  );
};

type Shape = Pick<VisualClause, 'decision' | 'queue' | 'outputs'> & { readonly when: ExpressionNode | null };

const shapeOf = (text: string, statement: StatementNode | undefined): Shape | null => {
  if (statement === undefined) return { decision: null, outputs: [], when: null };
  if (statement.kind === 'when') return { decision: null, outputs: [], when: statement.condition };
  if (statement.kind === 'routeTo') {
    const [queue, second] = literalTexts(statement.args) ?? [];
    return queue === undefined || second !== undefined
      ? null
      : { decision: null, queue, outputs: [], when: statement.when };
  }
  if (statement.kind !== 'return' && statement.kind !== 'observe') return null;
  const { items, when } = statement;
  const decides = statement.kind === 'return';
  const decision = decides ? readDecision(items[0]) : null;
  const outputs = readOutputs(text, decides ? items.slice(1) : items);
  if (!outputs || (decides ? !decision : outputs.length === 0)) return null;
  return { decision, outputs, when };
};

const isKept = (kind: ProgramKind, clause: VisualClause, program: ProgramNode): boolean =>
  sameMeaning(parseProgram(writeVisual(kind, clause)).program, program);

/**
 * Shows a condition or clause as rows where that loses nothing: rows written back mean exactly what the text means, and
 * there is no comment to lose. Brackets that change nothing may go once a row is changed. Never throws.
 */
export const readVisual = (kind: ProgramKind, text: string): VisualReading => {
  const whole = { from: 0, to: text.length };
  if (text.length > MAX_TEXT_LENGTH) return no('errors', whole);
  const comment = firstComment(text);
  if (comment) return no('comments', comment);
  const { program, problems } = parseProgram(text);
  // A path that was not chosen yet is an error that rows can show.
  const broken = problems.find(({ code, severity }) => severity !== 'warning' && code !== 'FQL-BAD-PATH');
  if (broken) return no('errors', broken);
  const definition = program.statements.find((statement) => statement.kind === 'let');
  if (definition) return no('variables', definition);
  const [statement, second] = program.statements;
  const shape = shapeOf(text, statement);
  if (second || !shape) return no('other', second ?? statement ?? whole);
  const never = shape.when?.kind === 'boolean' && !shape.when.value;
  const operands = shape.when === null || never ? [] : operandsOf(text, shape.when);
  const rows: VisualRow[] = [];
  for (const { joiner, node } of operands) {
    const row = readRow(text, node);
    if (!row) return no(node.kind === 'logical' ? 'nested' : 'operator', node);
    rows.push({ joiner, ...row });
  }
  const { when: _when, ...effect } = shape;
  const clause: VisualClause = { ...effect, rows, never };
  if (!isKept(kind, clause, program)) return no('operator', whole);
  return { fits: true, clause, spans: operands.map(({ node: { from, to } }) => ({ from, to })) };
};
