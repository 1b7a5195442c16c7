import {
  type AttributeSymbol,
  VISUAL_AGES,
  VISUAL_COMPARISONS,
  VISUAL_TESTS,
  type VisualClause,
  type VisualDecision,
  type VisualJoiner,
  type VisualOperator,
  type VisualReference,
  type VisualRow,
  type VisualSubject,
  type VisualValue,
} from '@redoubt/fql-editor';

type AttributeType = AttributeSymbol['type'] | 'unknown';
type Test = (typeof VISUAL_TESTS)[number];

/** An operator as one chooses it: tests come plain and negated. */
export type OperatorChoice =
  | { readonly operator: Exclude<VisualOperator, Test>; readonly negated: false }
  | { readonly operator: Test; readonly negated: boolean };

const COMPARISONS = new Set<VisualOperator>(VISUAL_COMPARISONS);
const AGES = new Set<VisualOperator>(VISUAL_AGES);

const isTest = (operator: VisualOperator): operator is Test => (VISUAL_TESTS as readonly string[]).includes(operator);

const choice = (operator: VisualOperator, negated: boolean): OperatorChoice =>
  isTest(operator) ? { operator, negated } : { operator, negated: false };

const BY_TYPE: Readonly<Partial<Record<AttributeType, readonly VisualOperator[]>>> = {
  number: [...VISUAL_COMPARISONS, 'exists'],
  boolean: ['eq', 'ne', 'exists'],
  dateTime: [...VISUAL_AGES, 'lt', 'le', 'gt', 'ge', 'exists'],
  enum: ['eq', 'ne', 'oneOf', 'exists'],
  string: [
    'eq',
    'ne',
    'startsWith',
    'endsWith',
    'contains',
    'equalsIgnoringCase',
    'isEmpty',
    'oneOf',
    'inList',
    'exists',
  ],
  object: ['exists'],
  array: ['exists'],
};

const ALL: readonly VisualOperator[] = [...VISUAL_COMPARISONS, ...VISUAL_TESTS, ...VISUAL_AGES];

/** Operators that make sense for a type; only an attribute may be missing from an event. */
const operatorsOf = (type: AttributeType, subject: VisualSubject): readonly VisualOperator[] =>
  (BY_TYPE[type] ?? ALL).filter((operator) => operator !== 'exists' || subject.kind === 'attribute');

/** Operators that make sense for an attribute of a type, and the one a row has in any case. */
export const operatorChoices = (type: AttributeType, row: VisualRow): readonly OperatorChoice[] => {
  const fitting = operatorsOf(type, row.subject);
  const operators = fitting.includes(row.operator) ? fitting : [row.operator, ...fitting];
  return operators.flatMap((operator) =>
    isTest(operator) ? [choice(operator, false), choice(operator, true)] : [choice(operator, false)],
  );
};

/** A choice as the value of an option. */
export const choiceKey = ({ operator, negated }: OperatorChoice): string => (negated ? `not ${operator}` : operator);

export const choiceOf = ({ operator, negation }: VisualRow): OperatorChoice => choice(operator, negation !== '');

/** The type of what a row asks about; dates that are counted in days are numbers from then on. */
export const typeOf = (subject: VisualSubject, attributes: readonly AttributeSymbol[]): AttributeType => {
  if (subject.kind === 'velocity') return 'number';
  if (subject.kind === 'lookup') return 'string';
  if (subject.kind === 'variable') return 'unknown';
  const path = subject.path.replaceAll(/\[\d+\]/g, '').toLowerCase();
  return attributes.find((known) => known.path.toLowerCase() === path)?.type ?? 'unknown';
};

/**
 * What a person typed as the subject: `$name` is a variable, anything else the path of an attribute. A path cannot hold
 * quotes or backslashes.
 */
export const readSubject = (typed: string): VisualReference => {
  const trimmed = typed.trim();
  const variable = /^\$([\p{L}_][\p{L}\p{N}_]*)$/u.exec(trimmed)?.[1];
  if (variable !== undefined) return { kind: 'variable', name: variable };
  return { kind: 'attribute', path: trimmed.replace(/^@@?\s*/, '').replaceAll(/^'|'$|["\\\n\r]/g, '') };
};

export const writeSubject = (subject: VisualReference): string =>
  subject.kind === 'attribute' ? subject.path : `$${subject.name}`;

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** What the user typed as the value, as the operator and the type of the attribute want it. */
export const readTyped = (typed: string, operator: VisualOperator, type: AttributeType): VisualValue => {
  if (typed.trim() === '') return { kind: 'missing' };
  const text: VisualValue = { kind: 'text', text: typed };
  const trimmed = typed.trim();
  const wantsNumber = AGES.has(operator) || (COMPARISONS.has(operator) && type === 'number');
  if (wantsNumber) return NUMBER.test(trimmed) ? { kind: 'number', written: trimmed } : text;
  if (!COMPARISONS.has(operator) || (type !== 'boolean' && type !== 'unknown')) return text;
  if (/^(?:true|false)$/i.test(trimmed)) return { kind: 'boolean', value: trimmed.toLowerCase() === 'true' };
  return type === 'unknown' && PLAIN_NUMBER.test(trimmed) ? { kind: 'number', written: trimmed } : text;
};

/** A literal as it stands in the field. */
export const writeTyped = (value: VisualValue): string => {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return value.written;
  return value.kind === 'boolean' ? String(value.value) : '';
};

/** The value a row keeps when it gets another operator or attribute. */
const fittedValue = ({ value }: VisualRow, operator: VisualOperator, type: AttributeType): VisualValue => {
  if (operator === 'isEmpty' || operator === 'exists') return { kind: 'none' };
  if (operator === 'inList') return value.kind === 'list' ? value : { kind: 'list', list: '', column: '' };
  if (value.kind === 'none' || value.kind === 'list') return { kind: 'missing' };
  if (value.kind === 'attribute' || value.kind === 'variable') return value;
  return value.kind === 'text' && value.text === '' ? value : readTyped(writeTyped(value), operator, type);
};

export const withOperator = (row: VisualRow, key: string, type: AttributeType): VisualRow => {
  const negated = key.startsWith('not ');
  const operator = key.replace('not ', '') as VisualOperator;
  const negation = negated ? (row.negation === '' ? '!' : row.negation) : '';
  return { ...row, operator, negation, value: fittedValue(row, operator, type) };
};

/** With another subject; an operator that its type does not know gives way to the first it knows. */
export const withSubject = (
  row: VisualRow,
  subject: VisualSubject,
  attributes: readonly AttributeSymbol[],
): VisualRow => {
  const type = typeOf(subject, attributes);
  const known = operatorsOf(type, subject);
  const operator = known.includes(row.operator) ? row.operator : (known[0] ?? row.operator);
  const next = { ...row, subject };
  return {
    ...next,
    operator,
    negation: isTest(operator) ? row.negation : '',
    value: fittedValue(next, operator, type),
  };
};

const EMPTY_ROW: VisualRow = {
  joiner: 'AND',
  subject: { kind: 'attribute', path: '' },
  negation: '',
  operator: 'eq',
  value: { kind: 'missing' },
};

export const isOr = (joiner: VisualJoiner): boolean => joiner === 'OR' || joiner === '||';

export const addRow = (clause: VisualClause): VisualClause => ({
  ...clause,
  rows: [...clause.rows, EMPTY_ROW],
  never: false,
});

export const changeRow = (clause: VisualClause, index: number, row: VisualRow): VisualClause => ({
  ...clause,
  rows: clause.rows.with(index, row),
});

/** Without a row; the one that moves to the top is joined to nothing. */
export const removeRow = (clause: VisualClause, index: number): VisualClause => ({
  ...clause,
  rows: clause.rows.toSpliced(index, 1).map((row, at) => (at === 0 ? { ...row, joiner: 'AND' } : row)),
});

/** Texts a decision takes, in order. */
export const textNames = (decision: VisualDecision['decision']) =>
  decision === 'Challenge' ? (['challengeType', 'reason', 'support'] as const) : (['reason', 'support'] as const);

/** With another decision; reason and message to support stay, whatever their place. */
export const withDecision = (clause: VisualClause, decision: VisualDecision['decision'] | null): VisualClause => {
  if (decision === null) return { ...clause, decision: null };
  const before = clause.decision;
  const named = new Map((before ? textNames(before.decision) : []).map((name, at) => [name, before?.texts[at] ?? '']));
  return withTexts(
    { ...clause, decision: { decision, texts: [] } },
    textNames(decision).map((name) => named.get(name) ?? ''),
  );
};

/** With other texts; empty ones at the end are left out. */
export const withTexts = (clause: VisualClause, texts: readonly string[]): VisualClause => {
  if (!clause.decision) return clause;
  const last = texts.findLastIndex((text) => text !== '');
  return { ...clause, decision: { ...clause.decision, texts: texts.slice(0, last + 1) } };
};
