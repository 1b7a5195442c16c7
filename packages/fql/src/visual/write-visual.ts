import { format } from '../format/format.ts';
import type { ProgramKind } from '../program/kinds.ts';
import type {
  VisualClause,
  VisualDecision,
  VisualOperator,
  VisualPair,
  VisualReference,
  VisualRow,
  VisualSubject,
  VisualTarget,
  VisualValue,
} from './visual-clause.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

const quoted = (text: string): string => `"${text.replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)}"`;

const attribute = (path: string): string => `@"${path.replaceAll('"', String.raw`\"`)}"`;

const referenceText = (reference: VisualReference): string =>
  reference.kind === 'attribute' ? attribute(reference.path) : `$${reference.name}`;

const subjectText = (subject: VisualSubject): string => {
  if (subject.kind === 'velocity')
    return `Velocity.${subject.name}(${referenceText(subject.key)}, ${subject.amount}${subject.unit})`;
  if (subject.kind !== 'lookup') return referenceText(subject);
  const { list, keyColumn, key, valueColumn, fallback } = subject;
  const args = [quoted(list), quoted(keyColumn), referenceText(key), quoted(valueColumn)];
  return `Lookup(${[...args, ...(fallback === null ? [] : [valueText(fallback)])].join(', ')})`;
};

const valueText = (value: VisualValue): string => {
  switch (value.kind) {
    case 'none':
      return '';
    case 'missing':
      return attribute('');
    case 'text':
      return quoted(value.text);
    case 'number':
      return value.written;
    case 'boolean':
      return String(value.value);
    case 'list':
      return `${quoted(value.list)}, ${quoted(value.column)}`;
    case 'attribute':
    case 'variable':
      return referenceText(value);
  }
};

const FORMS: Readonly<Record<VisualOperator, (subject: string, value: string) => string>> = {
  eq: (subject, value) => `${subject} == ${value}`,
  ne: (subject, value) => `${subject} != ${value}`,
  lt: (subject, value) => `${subject} < ${value}`,
  le: (subject, value) => `${subject} <= ${value}`,
  gt: (subject, value) => `${subject} > ${value}`,
  ge: (subject, value) => `${subject} >= ${value}`,
  sinceLt: (subject, value) => `DaysSince(${subject}) < ${value}`,
  sinceLe: (subject, value) => `DaysSince(${subject}) <= ${value}`,
  sinceGt: (subject, value) => `DaysSince(${subject}) > ${value}`,
  sinceGe: (subject, value) => `DaysSince(${subject}) >= ${value}`,
  startsWith: (subject, value) => `${subject}.StartsWith(${value})`,
  endsWith: (subject, value) => `${subject}.EndsWith(${value})`,
  contains: (subject, value) => `${subject}.Contains(${value})`,
  equalsIgnoringCase: (subject, value) => `${subject}.IgnoreCaseEquals(${value})`,
  isEmpty: (subject) => `${subject}.IsNullOrEmpty()`,
  exists: (subject) => `Exists(${subject})`,
  oneOf: (subject, value) => `In(${subject}, ${value})`,
  inList: (subject, value) => `ContainsKey(${value}, ${subject})`,
};

const rowText = ({ subject, negation, operator, value }: VisualRow): string => {
  const written = FORMS[operator](subjectText(subject), valueText(value));
  if (negation === '') return written;
  return negation === '!' ? `!${written}` : `NOT ${written}`;
};

const decisionText = ({ decision, texts }: VisualDecision): string => `${decision}(${texts.map(quoted).join(', ')})`;

/** The calls that put pairs out, in order. */
const outputTexts = (outputs: readonly VisualPair[]): readonly string[] => {
  const calls: { readonly target: VisualTarget; readonly pairs: string[] }[] = [];
  for (const { target, begins, name, value } of outputs) {
    const pair = `${name} = ${valueText(value)}`;
    const last = calls.at(-1);
    if (last?.target === target && !begins) last.pairs.push(pair);
    else calls.push({ target, pairs: [pair] });
  }
  return calls.map(({ target, pairs }) => `${target}(${pairs.join(', ')})`);
};

/** What a clause does where its rows hold. */
const effectText = ({ decision, queue, outputs }: VisualClause): readonly string[] => {
  if (queue !== undefined) return [`ROUTETO Queue(${quoted(queue)})`];
  const calls = outputTexts(outputs);
  if (decision) return [`RETURN ${[decisionText(decision), ...calls].join(', ')}`];
  return calls.length > 0 ? [`OBSERVE ${calls.join(', ')}`] : [];
};

/** The text of rows, in the house layout. Rows that are not complete yet give a text that has errors. */
export const writeVisual = (kind: ProgramKind, clause: VisualClause): string => {
  const { rows, never } = clause;
  const condition = rows.map((row, index) => (index === 0 ? rowText(row) : `${row.joiner} ${rowText(row)}`)).join(' ');
  const when = rows.length > 0 ? [`WHEN ${condition}`] : never ? ['WHEN false'] : [];
  return format(kind, [...effectText(clause), ...when].join('\n'));
};
