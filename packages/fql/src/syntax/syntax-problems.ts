import type { SyntaxNode, Tree } from '@lezer/common';
import type { DiagnosticFix } from '../diagnostics/diagnostic.ts';
import { insertFix, type Problem, removeFix, replaceFix } from '../diagnostics/problem.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { KEYWORDS } from '../grammar/keywords.ts';
import type { Span } from '../program/span.ts';
import { isComment, isExpression } from './reader.ts';
import { closingPlaces, firstRepair, type Insertion, isReadable } from './repairs.ts';

/** Words of SQL, C# and other rule languages that people type, and what is written here instead. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  then: 'RETURN … WHEN …',
  if: 'WHEN',
  else: 'condition ? a : b',
  elseif: 'condition ? a : b',
  end: '',
  where: 'WHEN',
  like: '.Contains("…")',
  in: 'In(value, "a, b")',
  between: 'a <= x AND x <= b',
  is: '== null',
  var: 'LET',
  set: 'LET',
  const: 'LET',
  group: 'GROUPBY',
  xor: '!=',
};

const FOLLOWED_BY: Readonly<Record<string, string>> = {
  LET: 'variable',
  Variable: 'equalsSign',
  WHEN: 'expression',
  OBSERVE: 'observation',
  RETURN: 'decision',
  DO: 'action',
  ROUTETO: 'queue',
  QUEUE: 'openingParenthesis',
  SELECT: 'aggregate',
  FROM: 'source',
  GROUPBY: 'expression',
  AS: 'name',
  '.': 'memberName',
};

const CLOSED_BY: Readonly<Record<string, string>> = {
  ArgumentList: ')',
  Parenthesized: ')',
  ArrayLiteral: ']',
  Index: ']',
  ObjectLiteral: '}',
};

const EXPECTED_TEXT: Readonly<Record<string, string>> = {
  variable: 'a variable such as $name',
  equalsSign: '"="',
  expression: 'an expression',
  observation: 'Output(…) or Trace(…)',
  decision: 'a decision such as Reject("reason") or an expression',
  action: 'an action such as SetResponse(…)',
  queue: 'Queue("name")',
  openingParenthesis: '"("',
  aggregate: 'Count(), DistinctCount(…) or Sum(…)',
  source: 'the name of an assessment',
  as: 'AS and a name',
  from: 'FROM and the name of an assessment',
  groupBy: 'GROUPBY and what to count by',
  name: 'a name',
  memberName: 'the name of a member',
  statement: 'a statement (LET, WHEN, OBSERVE, RETURN …)',
  operator: 'an operator or the next statement',
  colon: '":"',
};

/** A statement whose keyword is the hole: the parser made it up to get on. */
const STATEMENTS: ReadonlySet<string> = new Set(['Let', 'When', 'Observe', 'Return', 'RouteTo', 'Do', 'Select']);

export const isMadeUp = (node: SyntaxNode): boolean =>
  STATEMENTS.has(node.name) && node.firstChild?.type.isError === true;

const previousOf = (error: SyntaxNode): SyntaxNode | null => {
  let previous = error.prevSibling;
  while (previous && (previous.type.isError || isComment(previous))) previous = previous.prevSibling;
  return previous;
};

/** What the grammar wanted where the parser put an error, from the node it is in and what stands before it. */
const expectedAt = (error: SyntaxNode): string => {
  const parent = error.parent;
  const previous = previousOf(error);
  if (parent && !previous && STATEMENTS.has(parent.name)) return 'statement';
  if (!parent || parent.name === 'Program') return previous ? 'operator' : 'statement';
  if (previous && (previous.name === 'LogicOp' || previous.name.endsWith('Op') || previous.name === ','))
    return 'expression';
  if (parent.name === 'Let' && previous?.name === 'Variable') return 'equalsSign';
  if (parent.name === 'Conditional' && previous && isExpression(previous)) return 'colon';
  if (parent.name === 'Property') return previous?.name === ':' ? 'expression' : 'colon';
  if (parent.name === 'Select') return missingOfSelect(parent, previous);
  const closing = CLOSED_BY[parent.name];
  if (closing !== undefined && previous && !'([{'.includes(previous.name)) return `"${closing}"`;
  if (previous && previous.name !== 'Variable') return FOLLOWED_BY[previous.name] ?? 'expression';
  return 'expression';
};

const SAME_LINE_WORD = /[\p{L}\p{N}_$@]+|\S/uy;
const BLANK = /\s*/y;

/** The word or sign at an offset, for the message; empty at the end of the text. */
const foundAt = (text: string, offset: number): { readonly from: number; readonly word: string } => {
  BLANK.lastIndex = offset;
  const from = offset + (BLANK.exec(text)?.[0].length ?? 0);
  SAME_LINE_WORD.lastIndex = from;
  return { from, word: SAME_LINE_WORD.exec(text)?.[0].slice(0, 40) ?? '' };
};

/** Words a text begins with where the word before them was left out. */
const BELONGS_AFTER: Readonly<Record<string, string>> = {
  approve: 'RETURN',
  reject: 'RETURN',
  review: 'RETURN',
  challenge: 'RETURN',
  output: 'OBSERVE',
  trace: 'OBSERVE',
  other: 'OBSERVE',
  setresponse: 'DO',
  setvariables: 'DO',
};

/** Foreign words that one word of the language stands for. Removing any other would change what the text says. */
const REPLACED_BY: Readonly<Record<string, string>> = { where: 'WHEN', var: 'LET', set: 'LET', const: 'LET' };

const IF_THEN = /^\s*IF\b\s*([^]+?)\s*\bTHEN\b\s*([^]+?)\s*$/i;

/** What stands for a foreign word: one edit, where the text says the same afterwards. */
const replacementOf = (text: string, span: Span, word: string): DiagnosticFix | undefined => {
  const known = word.toLowerCase();
  if (Object.hasOwn(REPLACED_BY, known)) return replaceFix(span, REPLACED_BY[known] ?? '');
  if (known !== 'if' || text.length > LONGEST_REREAD) return undefined;
  // Before a decision, condition and decision change places; after one, IF is WHEN.
  const [, condition = '', statement = ''] = IF_THEN.exec(text) ?? [];
  const turned = `${statement} WHEN ${condition}`;
  if (condition !== '' && isReadable(turned)) return replaceFix({ from: 0, to: text.length }, turned);
  return isReadable(`${text.slice(0, span.from)}WHEN${text.slice(span.to)}`) ? replaceFix(span, 'WHEN') : undefined;
};

const isRepair = (text: string, { edits }: DiagnosticFix): boolean => {
  const [edit] = edits;
  return (
    edit !== undefined &&
    text.length <= LONGEST_REREAD &&
    isReadable(text.slice(0, edit.from) + edit.insert + text.slice(edit.to))
  );
};

/** Characters of a text that is read again to see whether a fix makes it readable. */
const LONGEST_REREAD = 20_000;

/** Slips that a look at the text explains better than the grammar does; null where there is none. */
const slipAt = (text: string, error: SyntaxNode, expected: string, found: Span & { readonly word: string }) => {
  const { from, to, word } = found;
  const after = Object.hasOwn(BELONGS_AFTER, word.toLowerCase()) ? BELONGS_AFTER[word.toLowerCase()] : undefined;
  if ((expected === 'statement' || expected === 'operator') && after !== undefined) {
    const params = { expected: after, found: word };
    return { code: 'FQL-SYNTAX-EXPECTED', from, to, params, fix: insertFix(from, `${after} `) } as const;
  }
  const assigned = expected === 'equalsSign' ? /^(?:==|:=|:)/.exec(text.slice(from, from + 2))?.[0] : undefined;
  if (assigned !== undefined) {
    const span = { from, to: from + assigned.length };
    const params = { found: assigned, expected: '=' };
    return { ...span, code: 'FQL-FOREIGN-OPERATOR', params, fix: replaceFix(span, '=') } as const;
  }
  if (expected === 'variable' && /^\p{L}/u.test(word)) {
    const params = { found: word, expected: EXPECTED_TEXT['variable'] ?? '' };
    return { code: 'FQL-SYNTAX-UNEXPECTED', from, to, params, fix: insertFix(from, '$') } as const;
  }
  const comma = word === ')' ? previousOf(error) : null;
  if (comma?.name === ',') {
    const params = { found: ',', expected: EXPECTED_TEXT['expression'] ?? '' };
    return {
      code: 'FQL-SYNTAX-UNEXPECTED',
      from: comma.from,
      to: comma.to,
      params,
      fix: removeFix(comma, ','),
    } as const;
  }
  if (word === ',' && /\d$/.test(text.slice(0, from)) && /^,\d{3}(?!\d)/.test(text.slice(from, from + 5))) {
    const params = { found: word, expected: EXPECTED_TEXT[expected] ?? expected };
    return { code: 'FQL-SYNTAX-UNEXPECTED', from, to, params, fix: removeFix(found, word) } as const;
  }
  return null;
};

/** A text on the same line before the error that a missing quote let run on; null where closing it explains nothing. */
const unclosedTextBefore = (text: string, error: SyntaxNode): Problem | null => {
  const lineStart = text.lastIndexOf('\n', error.from - 1) + 1;
  const quotes = [...text.slice(lineStart, error.from).matchAll(/"/g)].map(({ index }) => lineStart + index);
  for (const from of quotes.slice(-3)) {
    const place = firstRepair(text, closingPlaces(text, from, '"').slice(0, 4));
    if (place === null) continue;
    const fix = insertFix(place.at, place.insert);
    return { code: 'FQL-UNTERMINATED-STRING', from, to: place.at, params: {}, fix, repairs: true };
  }
  return null;
};

/** What is missing at an error, where putting it there makes the whole text readable. */
const missingAt = (text: string, error: SyntaxNode, found: Span & { readonly word: string }): Problem | null => {
  const { from, to, word } = found;
  const end = text.slice(0, error.from).trimEnd().length;
  const lower = word.toLowerCase();
  const keyword = Object.hasOwn(BELONGS_AFTER, lower) ? BELONGS_AFTER[lower] : undefined;
  const missing: readonly (Insertion & { readonly expected: string })[] = [
    ...(keyword === undefined ? [] : [{ at: from, insert: `${keyword} `, expected: keyword }]),
    ...[')', ']', '}'].map((closing) => ({ at: end, insert: closing, expected: `"${closing}"` })),
    { at: end, insert: ',', expected: '","' },
  ];
  const repair = firstRepair(text, missing);
  const expected = missing.find((candidate) => candidate === repair)?.expected;
  if (repair === null || expected === undefined) return unclosedTextBefore(text, error);
  return {
    code: 'FQL-SYNTAX-EXPECTED',
    ...(repair.at === end ? { from: end, to: end } : { from, to }),
    params: { expected, found: word || 'the end' },
    fix: insertFix(repair.at, repair.insert),
    repairs: true,
  };
};

/** What a SELECT lacks, in the order its parts stand. */
const missingOfSelect = (select: SyntaxNode, previous: SyntaxNode | null): string => {
  if (previous?.name === 'SELECT') return 'aggregate';
  if (previous?.name === 'AS') return 'name';
  if (previous?.name === 'FROM' || previous?.name === ',') return 'source';
  if (previous?.name === 'GROUPBY') return 'expression';
  if (!select.getChild('AS')) return 'as';
  return select.getChild('FROM') ? 'groupBy' : 'from';
};

const problemAt = (text: string, error: SyntaxNode, isFirst: boolean): Problem => {
  const { from, word } = foundAt(text, error.from);
  const expected = expectedAt(error);
  const to = error.to > error.from ? error.to : from + Math.max(word.length, 0);
  const slip = slipAt(text, error, expected, { from, to: from + word.length, word });
  if (slip) return slip;
  const foreign = Object.hasOwn(FOREIGN_WORDS, word.toLowerCase()) ? FOREIGN_WORDS[word.toLowerCase()] : undefined;
  if (foreign !== undefined) {
    const fix = replacementOf(text, { from, to: from + word.length }, word);
    return {
      code: 'FQL-FOREIGN-WORD',
      from,
      to: from + word.length,
      params: { found: word, expected: foreign },
      ...(fix === undefined ? {} : { fix, ...(isRepair(text, fix) ? { repairs: true } : {}) }),
    };
  }
  const missing = isFirst ? missingAt(text, error, { from, to: from + word.length, word }) : null;
  if (missing) return missing;
  const inPlaceOfKeyword = expected === 'statement' || expected === 'operator';
  const keyword = inPlaceOfKeyword && /^[a-z]{3,}$/i.test(word) ? didYouMean(word, KEYWORDS) : null;
  if (keyword !== null) {
    const span = { from, to: from + word.length };
    return {
      ...span,
      code: 'FQL-MISSPELT-KEYWORD',
      params: { found: word, suggestion: keyword },
      fix: replaceFix(span, keyword),
    };
  }
  const expectedText = EXPECTED_TEXT[expected] ?? expected;
  if (word !== '' && error.from < error.to) {
    return { code: 'FQL-SYNTAX-UNEXPECTED', from, to, params: { expected: expectedText, found: word } };
  }
  // What is missing is missing right after the last thing written, not where the next one begins.
  const end = text.slice(0, error.from).trimEnd().length;
  return {
    code: 'FQL-SYNTAX-EXPECTED',
    from: end,
    to: end,
    params: { expected: expectedText, found: word || 'the end' },
  };
};

/**
 * The errors the parser recovered from, as problems. Neighbouring skipped tokens are one problem, and a hole right
 * after a skipped token says nothing new.
 */
export const syntaxProblems = (text: string, tree: Tree): readonly Problem[] => {
  const problems: Problem[] = [];
  let coveredTo = -1;
  tree.iterate({
    enter: (node) => {
      if (node.name === 'UnterminatedComment') {
        problems.push({ code: 'FQL-UNTERMINATED-COMMENT', from: node.from, to: node.from + 2, params: {} });
      }
      if (node.name === 'WrongComment') {
        const sign = { from: node.from, to: node.from + 1 };
        const params = { found: '#', expected: '//' };
        problems.push({ ...sign, code: 'FQL-FOREIGN-OPERATOR', params, fix: replaceFix(sign, '//') });
      }
      if (!node.type.isError) return;
      const gap = coveredTo < 0 ? 'x' : text.slice(coveredTo, node.from);
      if (gap.trim() !== '' || coveredTo < 0) {
        problems.push(problemAt(text, node.node, coveredTo < 0));
      }
      coveredTo = Math.max(coveredTo, node.to);
    },
  });
  return problems;
};
