import { describe, expect, it } from 'vitest';
import { parser } from '../grammar/parser.js';
import { parseProgram } from '../syntax/parse.ts';
import { ProgramGenerator } from '../testing/generate.ts';
import { Random } from '../testing/random.ts';
import { format } from './format.ts';

const withoutSpans = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, item: unknown) =>
      key === 'from' || key === 'to' || key.endsWith('Span') ? undefined : item,
    ),
  );

const treeOf = (text: string): unknown => {
  const { program, problems } = parseProgram(text);
  expect(problems, text).toEqual([]);
  return withoutSpans(program);
};

const TRIVIA = [
  ' ',
  ' ',
  ' ',
  '\n',
  '\n\n\n',
  '\t',
  ' /* note */ ',
  '\n/* own */\n',
  ' // end\n',
  '\n// own\n',
  ' /* a\n   b */',
  '\u00a0',
];

/** The same tokens with other blanks and comments between them. */
const scatter = (text: string, random: Random): string => {
  let scattered = '';
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.node.firstChild || node.type.isTop || node.to === node.from) return;
      scattered += `${text.slice(node.from, node.to)}${random.pick(TRIVIA)}`;
    },
  });
  return scattered;
};

const comments = (text: string): readonly string[] =>
  text.match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)?.map((comment) => comment.trimEnd()) ?? [];

describe('format', () => {
  it('keeps the meaning and every comment, and changes nothing the second time', { timeout: 60_000 }, () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = new Random(seed);
      const generator = new ProgramGenerator(random);
      const text = scatter(generator.clause().replaceAll('</script>', '').replaceAll('//', ''), random);
      const formatted = format('decisionClause', text);
      expect(treeOf(formatted), `seed ${seed}\n${text}`).toEqual(treeOf(text));
      expect(comments(formatted), `seed ${seed}`).toEqual(comments(text));
      expect(format('decisionClause', formatted), `seed ${seed}\n${text}`).toBe(formatted);
    }
  });

  it('gives back a text with a syntax error as it is', () => {
    expect(format('decisionClause', 'return  reject( when')).toBe('return  reject( when');
  });

  it('puts WHEN on its own line and breaks long conditions by operand', () => {
    const condition = [
      '@"user.email".EndsWith("example.com")',
      '@"order.totalAmount" > 500',
      '(@"a" == "x" or @"b" == "y")',
    ].join(' and ');
    expect(format('decisionClause', `return reject("r") when ${condition}`)).toBe(
      'RETURN reject("r")\nWHEN @"user.email".EndsWith("example.com")\n  AND @"order.totalAmount" > 500\n  AND (@"a" == "x" OR @"b" == "y")',
    );
  });

  it('keeps a short condition on one line', () => {
    expect(format('decisionClause', 'return  Reject( ) when   TRUE&&@ "a" ==1')).toBe(
      'RETURN Reject()\nWHEN true && @"a" == 1',
    );
  });
});
