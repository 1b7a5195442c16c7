import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { parser } from '../grammar/parser.js';
import { ProgramGenerator } from '../testing/generate.ts';
import { Random } from '../testing/random.ts';
import { sameMeaning } from '../visual/same-meaning.ts';
import { parse } from './parse-text.ts';
import { parseProgram } from './parse.ts';

const BLANKS = [' ', '\u00A0', '\t', '\r\n', '\u2003', ' \u200B', ' // note “as pasted”\r\n', ' /* it’s */ '];
const OPENING = ['“', '„', '”', '«', '"'];
const CLOSING = ['”', '“', '"', '»', '"'];
const KEYWORD = /^(?:LET|OBSERVE|RETURN|WHEN|DO|AND|OR|NOT|TRUE|FALSE|NULL)$/i;

/** A quoted text as a word processor leaves it; texts that hold quotes or back-slashes stay as they are. */
const withQuotes = (text: string, random: Random): string => {
  const match = /^(@{0,2}\s*)"([^"'\\“”„‟«»″]*)"$/u.exec(text);
  const opening = random.pick(OPENING);
  if (!match) return text;
  return opening === '"' ? text : `${match[1]}${opening}${match[2]}${random.pick(CLOSING)}`;
};

/** The same tokens in the state they are in after a trip through mail, chat and documents. */
const pasted = (text: string, random: Random): string => {
  let result = '\uFEFF';
  parser.parse(text).iterate({
    enter: ({ node }) => {
      if (node.firstChild || node.type.isTop || node.to === node.from) return;
      const token = text.slice(node.from, node.to);
      const cased = KEYWORD.test(token) && random.chance(50) ? token.toLowerCase() : token;
      result += `${withQuotes(cased, random)}${random.pick(BLANKS)}`;
    },
  });
  return result;
};

const applied = (text: string, diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .flatMap(({ fix }) => fix?.edits ?? [])
    .toSorted((a, b) => b.from - a.from)
    .reduce((fixed, { from, to, insert }) => fixed.slice(0, from) + insert + fixed.slice(to), text);

describe('a text as it was pasted', () => {
  it('means, once its fixes are taken, what it meant before', () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = new Random(seed);
      const text = new ProgramGenerator(random).clause().replaceAll('</script>', '').replaceAll('//', '');
      const { diagnostics } = parse('decisionClause', pasted(text, new Random(seed)));
      const codes = new Set(diagnostics.map(({ code }) => code));
      codes.delete('FQL-TYPOGRAPHIC-QUOTE');
      expect([...codes], `seed ${seed}\n${text}`).toEqual([]);
      const fixed = applied(pasted(text, new Random(seed)), diagnostics);
      const { program, problems } = parseProgram(fixed);
      expect(problems, fixed).toEqual([]);
      expect(sameMeaning(program, parseProgram(text).program), fixed).toBe(true);
      const accepted = parse('decisionClause', pasted(text, new Random(seed)), { typographicQuotes: 'accept' });
      expect(sameMeaning(accepted.program, program)).toBe(true);
    }
  });
});
