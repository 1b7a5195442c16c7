import { scoreOf } from '../check/scores/scores.ts';
import type { SymbolTable, FunctionSymbol } from '../program/symbol-table.ts';
import type { ProgramKind } from '../program/kinds.ts';
import type { ScoreName } from '../program/source.ts';
import { completeMember } from './complete-members.ts';
import { completeString, stringAround } from './complete-strings.ts';
import { completeWord } from './complete-words.ts';
import type { Completion } from './completion.ts';
import { type Cursor, cursorAt, isInComment, isInNumber } from './cursor.ts';
import { attributes, type Span } from './proposals.ts';

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

/**
 * A symbol table without what a text may not read: attributes of the scores, properties of functions that read one or, in
 * velocities, what cannot be counted by, and functions of which no property is left.
 */
const withoutUnreadable = (symbols: SymbolTable, kind: ProgramKind, scores: readonly ScoreName[]): SymbolTable => {
  const counts = kind === 'velocityCondition' || kind === 'velocityDefinition';
  if (scores.length === 0 && !counts) return symbols;
  const isFree = ({ scores: read = [], uncountable }: FunctionSymbol['properties'][number]): boolean =>
    !read.some((score) => scores.includes(score)) && !(counts && uncountable !== undefined);
  return {
    ...symbols,
    attributes: symbols.attributes.filter(({ path }) => {
      const score = scoreOf(path.toLowerCase());
      return score === undefined || !scores.includes(score);
    }),
    functions: (symbols.functions ?? []).flatMap((each) => {
      const properties = each.properties.filter(isFree);
      return properties.length === 0 && each.properties.length > 0 ? [] : [{ ...each, properties }];
    }),
  };
};

/**
 * What can stand at the caret: attributes after `@`, members after a dot by the type before it, lists and columns in
 * the arguments that name them, enumeration values beside a comparison, decisions after RETURN, and so on. A pure
 * function of the text; the editor filters by what is typed. `earlier` are the texts of the rule before this one, whose
 * variables can be used here; `unknownScores` are those that are not known yet when the text runs.
 */
export const completionsAt = (
  kind: ProgramKind,
  text: string,
  offset: number,
  names: SymbolTable,
  earlier: readonly string[] = [],
  unknownScores: readonly ScoreName[] = [],
): readonly Completion[] => {
  const symbols = withoutUnreadable(names, kind, unknownScores);
  const cursor = cursorAt(text, offset);
  if (!cursor || isInComment(cursor) || isInNumber(cursor)) return [];
  const attribute = attributeBeingTyped(cursor);
  if (attribute) return attributes(attribute.span, attribute.sign, symbols);
  const string = stringAround(cursor);
  if (string) return completeString(cursor, string, symbols);
  return completeMember(cursor, symbols, earlier, names) ?? completeWord(cursor, kind, symbols, earlier);
};
