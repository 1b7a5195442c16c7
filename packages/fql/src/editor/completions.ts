import type { Catalogue } from '../program/catalogue.ts';
import type { ProgramKind } from '../program/kinds.ts';
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
  if (!cursor || isInComment(cursor) || isInNumber(cursor)) return [];
  const attribute = attributeBeingTyped(cursor);
  if (attribute) return attributes(attribute.span, attribute.sign, catalogue);
  const string = stringAround(cursor);
  if (string) return completeString(cursor, string, catalogue);
  return completeMember(cursor, catalogue, earlier) ?? completeWord(cursor, kind, catalogue, earlier);
};
