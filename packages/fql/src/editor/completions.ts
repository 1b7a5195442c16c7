import type { SyntaxNode } from '@lezer/common';
import { CHAR_SETS } from '../functions/char-sets.ts';
import { type FunctionSpec, signatureOf } from '../functions/spec.ts';
import { FUNCTIONS, freeFunctions, rootNamed, ROOTS } from '../functions/table.ts';
import type { Catalogue } from '../program/catalogue.ts';
import { PARTS_OF, type ProgramKind, RULE_KINDS, type RuleKind } from '../program/kinds.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { Completion, CompletionKind } from './completion.ts';
import { type Cursor, cursorAt, enclosing, isInComment } from './cursor.ts';
import { typeOfText } from './member-type.ts';

type Span = { readonly from: number; readonly to: number };
type Draft = {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly insert?: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly cursor?: number;
};

const complete = (span: Span, draft: Draft): Completion => {
  const insert = draft.insert ?? draft.label;
  return {
    ...span,
    kind: draft.kind,
    label: draft.label,
    insert,
    cursor: draft.cursor ?? insert.length,
    detail: draft.detail ?? '',
    documentation: draft.documentation ?? '',
  };
};

const documentationOf = (spec: FunctionSpec): string =>
  spec.edge === '' ? spec.summary : `${spec.summary} ${spec.edge}`;

const call = (spec: FunctionSpec, kind: CompletionKind): Draft => {
  const bare = spec.form === 'property' || spec.form === 'constant';
  const empty = spec.parameters.length === 0 && spec.form !== 'observation' && spec.form !== 'action';
  const insert = bare ? spec.name : `${spec.name}()`;
  return {
    kind,
    label: spec.name,
    insert,
    cursor: bare || empty ? insert.length : insert.length - 1,
    detail: signatureOf(spec),
    documentation: documentationOf(spec),
  };
};

/** Overloads are one proposal. */
const once = (specs: readonly FunctionSpec[]): readonly FunctionSpec[] =>
  specs.filter((spec, index) => specs.findIndex((other) => other.name === spec.name) === index);

const quoted = (text: string): string => JSON.stringify(text);

/** Attribute paths replace the whole reference, from its `@` on. */
const attributes = (span: Span, sign: string, catalogue: Catalogue): readonly Completion[] =>
  catalogue.attributes.map((attribute) =>
    complete(span, {
      kind: 'attribute',
      label: attribute.path,
      insert: `${sign}${quoted(attribute.path)}`,
      detail: attribute.example === undefined ? attribute.type : `${attribute.type}, e.g. ${attribute.example}`,
      documentation: attribute.description ?? '',
    }),
  );

const ATTRIBUTE_BEFORE = /(@@?)(?:\s*["'][^"'\n]*|[\p{L}\p{N}_.]*)$/u;

const attributeBeingTyped = (cursor: Cursor): { readonly span: Span; readonly sign: string } | null => {
  const before = cursor.text.slice(Math.max(0, cursor.offset - 300), cursor.offset);
  const match = ATTRIBUTE_BEFORE.exec(before);
  if (!match) return null;
  // The closing quote that the editor put in, and what is left of the path behind the caret, are replaced as well.
  const rest = /^[\p{L}\p{N}_.[\]]*["']?/u.exec(cursor.text.slice(cursor.offset))?.[0] ?? '';
  const isQuoted = /["']/.test(match[0]);
  const to = cursor.offset + (isQuoted && /["']$/.test(rest) ? rest.length : 0);
  return { span: { from: cursor.offset - match[0].length, to }, sign: match[1] ?? '@' };
};

type OpenString = {
  readonly span: Span;
  readonly argument: number;
  readonly callee: string;
  readonly list: string | null;
};

/** The string argument the caret is in: of which function, the how-manieth, and which list was named before it. */
const openString = (cursor: Cursor): OpenString | null => {
  const node = enclosing(cursor.node, ['String', 'UnterminatedString']);
  if (!node || cursor.offset <= node.from) return null;
  const list = enclosing(node, ['ArgumentList']);
  const callee = list?.prevSibling;
  if (!list || !callee) return null;
  const values: SyntaxNode[] = [];
  for (let child = list.firstChild; child; child = child.nextSibling) {
    if (
      child.name === 'String' ||
      child.name === 'UnterminatedString' ||
      (child.to > child.from && !/^[(),]$/.test(child.name))
    )
      values.push(child);
  }
  const first = values[0];
  return {
    span: { from: node.from, to: node.name === 'String' ? node.to : cursor.offset },
    argument: values.findIndex((value) => value.from === node.from),
    callee: cursor.text.slice(callee.from, callee.to),
    list: first ? cursor.text.slice(first.from + 1, Math.max(first.from + 1, first.to - 1)) : null,
  };
};

const insideString = (cursor: Cursor, catalogue: Catalogue): readonly Completion[] => {
  const open = openString(cursor);
  const role = open ? freeFunctions(open.callee)[0]?.parameters[open.argument]?.role : undefined;
  if (!open) return comparedValues(cursor, catalogue);
  if (role === 'list') {
    return catalogue.lists.map((list) =>
      complete(open.span, {
        kind: 'list',
        label: list.name,
        insert: quoted(list.name),
        detail: list.columns.join(', '),
      }),
    );
  }
  const list = catalogue.lists.find(({ name }) => name.toLowerCase() === open.list?.toLowerCase());
  if (role !== 'column' || !list) return [];
  return list.columns.map((column) =>
    complete(open.span, { kind: 'column', label: column, insert: quoted(column), detail: list.name }),
  );
};

/** Values of an enumeration beside a comparison with one: `@"productList.type" == "|"`. */
const comparedValues = (cursor: Cursor, catalogue: Catalogue): readonly Completion[] => {
  const node = enclosing(cursor.node, ['String', 'UnterminatedString']);
  const left = node?.parent?.name === 'Binary' ? node.parent.firstChild : null;
  if (!node || left?.name !== 'Attribute') return [];
  const path = cursor.text
    .slice(left.from, left.to)
    .replace(/^@\s*["']?|["']$/g, '')
    .toLowerCase();
  const attribute = catalogue.attributes.find((known) => known.path.toLowerCase() === path);
  const span = { from: node.from, to: node.name === 'String' ? node.to : cursor.offset };
  return (attribute?.values ?? []).map((value) =>
    complete(span, { kind: 'value', label: value, insert: quoted(value), detail: attribute?.path ?? '' }),
  );
};

/** Members after a dot: of a root, or of the type the checker sees in front of it. */
const members = (cursor: Cursor, catalogue: Catalogue, earlier: readonly string[]): readonly Completion[] | null => {
  if (cursor.text[cursor.wordFrom - 1] !== '.') return null;
  const member = enclosing(cursor.node, ['Member']);
  const object = member?.firstChild;
  if (!object) return [];
  const span = { from: cursor.wordFrom, to: cursor.offset };
  const written = cursor.text.slice(object.from, object.to);
  const root = object.name === 'Identifier' ? rootNamed(written) : undefined;
  if (object.name === 'Identifier' && written.toLowerCase() === 'velocity') {
    return (catalogue.velocities ?? []).map((name) =>
      complete(span, {
        kind: 'function',
        label: name,
        insert: `${name}()`,
        cursor: name.length + 1,
        detail: `Velocity.${name}(key, window): Double`,
      }),
    );
  }
  if (root === 'CharSet') {
    return Object.entries(CHAR_SETS).map(([name, { characters }]) =>
      complete(span, { kind: 'constant', label: name, detail: characters }),
    );
  }
  if (root !== undefined) {
    const specs = FUNCTIONS.filter(
      (spec) =>
        spec.owner === root && (spec.form === 'static' || spec.form === 'constant') && hasSource(spec, catalogue),
    );
    return once(specs).map((spec) => complete(span, call(spec, spec.form === 'constant' ? 'constant' : 'function')));
  }
  const type = typeOfText([...earlier, cursor.text.slice(0, object.from)].join('\n'), written, catalogue);
  const owners =
    type === 'Untyped' || type === 'Json' || type === 'Invalid' ? ['String', 'DateTime', 'Any'] : [type, 'Any'];
  const specs = FUNCTIONS.filter(
    (spec) => (spec.form === 'method' || spec.form === 'property') && owners.includes(spec.owner ?? ''),
  );
  return once(specs).map((spec) => complete(span, call(spec, spec.form === 'property' ? 'property' : 'method')));
};

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

/** The word or sign before the one being typed, in upper case; empty at the start of the text. */
const tokenBefore = (cursor: Cursor): string => {
  const before = cursor.text.slice(0, cursor.wordFrom).trimEnd();
  return /(?:[\p{L}_]+|.)$/su.exec(before)?.[0].toUpperCase() ?? '';
};

const variables = (cursor: Cursor, span: Span, earlier: readonly string[]): readonly Completion[] =>
  parseProgram([...earlier, cursor.text.slice(0, span.from)].join('\n'), { typographicQuotes: 'accept' })
    .program.statements.filter((statement) => statement.kind === 'let')
    .map((statement) => complete(span, { kind: 'variable', label: `$${statement.name}` }));

const ruleKindOf = (kind: ProgramKind): RuleKind | undefined =>
  RULE_KINDS.find((rule) => PARTS_OF[rule].condition === kind || PARTS_OF[rule].clause === kind);

const hasSource = (spec: FunctionSpec, catalogue: Catalogue): boolean =>
  spec.needs === undefined || (catalogue.sources ?? []).includes(spec.needs);

const isAvailable = (spec: FunctionSpec, kind: ProgramKind): boolean => {
  const rule = ruleKindOf(kind);
  return spec.availableIn === undefined || (rule !== undefined && spec.availableIn.includes(rule));
};

const ofForm = (span: Span, form: FunctionSpec['form'], kind: ProgramKind): readonly Completion[] =>
  FUNCTIONS.filter((spec) => spec.form === form && isAvailable(spec, kind)).map((spec) =>
    complete(span, call(spec, 'function')),
  );

/** Roots with something behind them here. */
const rootsFor = (catalogue: Catalogue): readonly string[] => [
  ...ROOTS.filter(
    (root) => root === 'CharSet' || FUNCTIONS.some((spec) => spec.owner === root && hasSource(spec, catalogue)),
  ),
  ...((catalogue.velocities ?? []).length > 0 ? ['Velocity'] : []),
];

const words = (
  cursor: Cursor,
  kind: ProgramKind,
  catalogue: Catalogue,
  earlier: readonly string[],
): readonly Completion[] => {
  const span = { from: cursor.wordFrom, to: cursor.offset };
  const keywords = (names: readonly string[]): readonly Completion[] =>
    names.map((name) => complete(span, { kind: 'keyword', label: name, insert: `${name} ` }));
  const before = tokenBefore(cursor);
  if (before === 'RETURN' && kind !== 'functionProperty') return ofForm(span, 'decision', kind);
  if (before === 'OBSERVE') return ofForm(span, 'observation', kind);
  if (
    before === 'FROM' ||
    (before === ',' && enclosing(cursor.node, ['Select']) && !enclosing(cursor.node, ['ArgumentList']))
  )
    return (catalogue.velocitySet?.events ?? []).map((name) => complete(span, { kind: 'value', label: name }));
  if (before === 'SELECT') return ofForm(span, 'aggregate', kind);
  if (before === 'DO') return ofForm(span, 'action', kind);
  if (
    before === ',' &&
    cursor.node.name !== 'ArgumentList' &&
    enclosing(cursor.node, ['Return', 'Observe']) &&
    !enclosing(cursor.node, ['ArgumentList', 'When'])
  )
    return ofForm(span, 'observation', kind);
  const statements = keywords(STATEMENTS[kind]);
  if (before === '') return statements;
  return [
    ...variables(cursor, span, earlier),
    ...attributes(span, '@', catalogue),
    ...ofForm(span, 'free', kind),
    ...rootsFor(catalogue).map((root) => complete(span, { kind: 'root', label: root, insert: root })),
    ...keywords(['AND', 'OR', 'NOT', 'true', 'false', 'null']),
    ...statements,
  ];
};

/**
 * What can stand at the caret: attributes after `@`, members after a dot by the type before it, lists and columns in
 * the arguments that name them, enumeration values beside a comparison, decisions after RETURN, and so on. A pure
 * function of the text; the editor filters by what is typed. `earlier` are the texts of the rule before this one, whose
 * variables can be used here.
 */
export const completionsAt = (
  kind: ProgramKind,
  text: string,
  offset: number,
  catalogue: Catalogue,
  earlier: readonly string[] = [],
): readonly Completion[] => {
  const cursor = cursorAt(text, offset);
  if (!cursor || isInComment(cursor)) return [];
  const attribute = attributeBeingTyped(cursor);
  if (attribute) return attributes(attribute.span, attribute.sign, catalogue);
  const string = enclosing(cursor.node, ['String', 'UnterminatedString']);
  if (string && cursor.offset > string.from && (cursor.offset < string.to || string.name === 'UnterminatedString'))
    return insideString(cursor, catalogue);
  return members(cursor, catalogue, earlier) ?? words(cursor, kind, catalogue, earlier);
};
