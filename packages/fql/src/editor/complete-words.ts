import { apiFields } from './complete-assessments.ts';
import { FUNCTIONS, ROOTS } from '../functions/table.ts';
import { KEYWORDS } from '../grammar/keywords.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import { PARTS_OF, type ProgramKind, RULE_KINDS, type RuleKind } from '../program/kinds.ts';
import { parseProgram } from '../syntax/parse.ts';
import { hasSource } from './complete-members.ts';
import type { Completion } from './completion.ts';
import { type Cursor, enclosing } from './cursor.ts';
import { attributeWritten } from './complete-strings.ts';
import { KEYWORD_HELP } from '../guide/keyword-help.ts';
import { attributes, call, complete, quoted, type Span } from './proposals.ts';

const CONDITION = ['LET', 'WHEN'];
const STATEMENTS: Readonly<Record<ProgramKind, readonly string[]>> = {
  decisionCondition: CONDITION,
  decisionClause: ['LET', 'RETURN', 'OBSERVE', 'DO', 'WHEN'],
  velocityCondition: CONDITION,
  velocityDefinition: ['LET', 'SELECT', 'FROM', 'GROUPBY', 'WHEN'],
  routingCondition: CONDITION,
  routingClause: ['LET', 'ROUTETO', 'DO', 'WHEN'],
  actionCondition: CONDITION,
  actionClause: ['LET', 'DO', 'WHEN'],
  functionProperty: ['LET', 'RETURN'],
  adHocAction: ['LET', 'DO'],
};

/** The text before the word being typed, without blanks and comments at its end. */
const textBefore = (cursor: Cursor): string => {
  let before = cursor.text.slice(0, cursor.wordFrom).trimEnd();
  for (;;) {
    const comment = commentEnding(cursor, before.length);
    if (comment === null) return before;
    before = before.slice(0, comment).trimEnd();
  }
};

/** Where a comment that ends here begins; null where none ends here. */
const commentEnding = (cursor: Cursor, offset: number): number | null => {
  const node = cursor.tree.resolveInner(offset, -1);
  return node.name.endsWith('Comment') ? node.from : null;
};

/** The word or sign at the end of a text, in upper case; empty where there is none. */
const lastToken = (before: string): string => /(?:[\p{L}\p{N}_]+|.)$/su.exec(before)?.[0].toUpperCase() ?? '';

/** Words after which an operand begins, or a name is made up; every other word, number, text or closing bracket ends one. */
const OPENING = new Set(
  KEYWORDS.filter((word) => !/^(?:true|false|null)$/i.test(word)).map((word) => word.toUpperCase()),
);

const endsOperand = (token: string): boolean => /^[\p{L}\p{N}_]|^["'”’)\]}]$/u.test(token) && !OPENING.has(token);

const variables = (cursor: Cursor, span: Span, earlier: readonly string[]): readonly Completion[] =>
  parseProgram([...earlier, cursor.text.slice(0, span.from)].join('\n'), { typographicQuotes: 'accept' })
    .program.statements.filter((statement) => statement.kind === 'let')
    .map((statement) => complete(span, { kind: 'variable', label: `$${statement.name}` }));

const ruleKindOf = (kind: ProgramKind): RuleKind | undefined =>
  RULE_KINDS.find((rule) => PARTS_OF[rule].condition === kind || PARTS_OF[rule].clause === kind);

const isAvailable = (spec: FunctionSpec, kind: ProgramKind): boolean => {
  const rule = ruleKindOf(kind);
  return spec.availableIn === undefined || (rule !== undefined && spec.availableIn.includes(rule));
};

const ofForm = (span: Span, form: FunctionSpec['form'], kind: ProgramKind): readonly Completion[] =>
  FUNCTIONS.filter((spec) => spec.form === form && isAvailable(spec, kind)).map((spec) =>
    complete(span, call(spec, 'function')),
  );

/** Roots with something behind them here. */
const rootsFor = (symbols: SymbolTable): readonly string[] => [
  ...ROOTS.filter(
    (root) => root === 'CharSet' || FUNCTIONS.some((spec) => spec.owner === root && hasSource(spec, symbols)),
  ),
  ...((symbols.velocities ?? []).length > 0 ? ['Velocity'] : []),
  ...((symbols.functions ?? []).length > 0 ? ['Functions'] : []),
  ...((symbols.calls ?? []).length > 0 ? ['External'] : []),
  ...((symbols.assessments ?? []).length > 0 ? ['Assessments'] : []),
];

/** What one word asks for and nothing else may follow; null where the place is an ordinary one. */
const completeAfter = (
  before: string,
  span: Span,
  cursor: Cursor,
  kind: ProgramKind,
  symbols: SymbolTable,
): readonly Completion[] | null => {
  if (before === 'LET' || before === 'AS') return [];
  if (before === 'RETURN' && kind !== 'functionProperty') return ofForm(span, 'decision', kind);
  if (before === 'OBSERVE') return ofForm(span, 'observation', kind);
  if (before === 'SELECT') return ofForm(span, 'aggregate', kind);
  if (before === 'DO') return ofForm(span, 'action', kind);
  if (before === 'ROUTETO')
    return [complete(span, { kind: 'keyword', label: 'Queue', insert: 'Queue("")', cursor: 'Queue("'.length })];
  const inList = before === ',' && !enclosing(cursor.node, ['ArgumentList']);
  if (before === 'FROM' || (inList && enclosing(cursor.node, ['Select'])))
    return (symbols.velocitySet?.events ?? []).map((name) => complete(span, { kind: 'value', label: name }));
  if (inList && enclosing(cursor.node, ['Return', 'Observe']) && !enclosing(cursor.node, ['When']))
    return ofForm(span, 'observation', kind);
  return null;
};

/** Usual windows, where a velocity wants its second argument; after one, what it may be read with. */
const windows = (cursor: Cursor, span: Span): readonly Completion[] => {
  const list = enclosing(cursor.node, ['ArgumentList']);
  const callee = list?.prevSibling;
  if (!list || !callee || !/^velocity\s*\./i.test(cursor.text.slice(callee.from, callee.to))) return [];
  const given = cursor.text.slice(list.from, span.from).trimEnd();
  if (/,\s*\d{1,2}[smhd]\s*,$/i.test(given))
    return [complete(span, { kind: 'property', label: 'includeCurrent', insert: 'includeCurrent = true' })];
  return given.endsWith(',')
    ? ['5m', '1h', '6h', '1d', '7d', '30d'].map((label) => complete(span, { kind: 'constant', label }))
    : [];
};

const COMPARED = /(@\s*(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|[\p{L}_][\p{L}\p{N}_]{0,200}))\s*[!=]=$/u;
const LISTED = /\bin\s*\(\s*(@\s*(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|[\p{L}_][\p{L}\p{N}_]{0,200}))\s*,$/iu;
const LONGEST_LOOK = 600;

/** Values of the enumeration an operand is compared with, before a quote is typed. */
const knownValues = (text: string, span: Span, symbols: SymbolTable): readonly Completion[] => {
  const near = text.slice(-LONGEST_LOOK);
  const reference = (COMPARED.exec(near) ?? LISTED.exec(near))?.[1];
  const attribute = reference === undefined ? undefined : attributeWritten(reference, symbols);
  return (attribute?.values ?? []).map((value) =>
    complete(span, { kind: 'value', label: value, insert: quoted(value), detail: attribute?.path ?? '' }),
  );
};

/** Words that may stand at the caret: what begins an operand where one is due, what follows one where one just ended. */
export const completeWord = (
  cursor: Cursor,
  kind: ProgramKind,
  symbols: SymbolTable,
  earlier: readonly string[],
): readonly Completion[] => {
  const span = { from: cursor.wordFrom, to: cursor.offset };
  const keywords = (names: readonly string[]): readonly Completion[] =>
    names.map((name) =>
      complete(span, { kind: 'keyword', label: name, insert: `${name} `, documentation: KEYWORD_HELP[name] ?? '' }),
    );
  const text = textBefore(cursor);
  const before = lastToken(text);
  if (before === '') return keywords(STATEMENTS[kind]);
  const special = completeAfter(before, span, cursor, kind, symbols);
  if (special) return special;
  if (endsOperand(before)) {
    const around = cursor.tree.resolveInner(text.length, -1);
    const inExpression = enclosing(around, ['When', 'Let', 'GroupBy', 'Parenthesized']) !== null;
    return [...keywords(inExpression ? ['AND', 'OR'] : []), ...keywords(STATEMENTS[kind])];
  }
  return [
    ...knownValues(text, span, symbols),
    ...windows(cursor, span),
    ...apiFields(cursor, span, symbols),
    ...variables(cursor, span, earlier),
    ...attributes(span, '@', symbols),
    ...ofForm(span, 'free', kind),
    ...rootsFor(symbols).map((root) => complete(span, { kind: 'root', label: root, insert: root })),
    ...keywords(['NOT', 'true', 'false', 'null']),
  ];
};
