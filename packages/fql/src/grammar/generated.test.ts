// Reads: .
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParserFile } from '@lezer/generator';
import { expect, it } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

it('the committed parser is what the grammar generates', () => {
  const { parser, terms } = buildParserFile(read('fql.grammar'), {
    fileName: 'src/grammar/fql.grammar',
    moduleStyle: 'es',
  });
  expect(parser).toBe(read('parser.js'));
  expect(terms).toBe(read('parser.terms.js'));
});
