import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileNameOf, type ConfigurationProblem } from './configuration-file.ts';
import { codeBlock, readMembers, readYaml, yamlFile } from './yaml-file.ts';

const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '"',
    "'",
    ':',
    '#',
    '-',
    '|',
    '\u0085',
    '\u2028',
    '\ufeff',
    'é',
    '𝄞',
    '&',
    '*',
  ),
  maxLength: 20,
});

describe('texts in a file', () => {
  it('come back letter by letter', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (all) => {
        const file = yamlFile('a.yaml', { codes: all.map(codeBlock), plain: all });
        expect(readYaml(file).value).toEqual({ codes: all, plain: all });
      }),
      { numRuns: 200 },
    );
  });

  it('stand as lines, so that a difference shows which one changed', () => {
    const { text } = yamlFile('a.yaml', { condition: codeBlock('WHEN a\n  && b'), one: codeBlock('RETURN Approve()') });
    expect(text).toBe('condition: |-\n  WHEN a\n    && b\none: |-\n  RETURN Approve()\n');
  });
});

describe('places', () => {
  const source = readYaml({
    path: 'a.yaml',
    text: 'name: x\nclauses:\n  - name: First\n    code: |-\n      LET $a = 1\n        WHEN b\n  - { name: Second, code: RETURN x }\n',
  });

  it('are those of a line of a text', () => {
    expect(source.placeIn(['clauses', 0, 'code'], 1, 5)).toEqual({ line: 5, column: 11 });
    expect(source.placeIn(['clauses', 0, 'code'], 2, 3)).toEqual({ line: 6, column: 9 });
    expect(source.placeIn(['clauses', 1, 'code'], 1, 8)).toEqual({ line: 7, column: 34 });
  });

  it('are those of what stands around what is missing', () => {
    expect(source.placeOf(['clauses', 1, 'view']).line).toBe(7);
    expect(source.placeOf(['nothing']).line).toBe(1);
  });
});

describe('a file that does not fit', () => {
  const schema = z.strictObject({ name: z.string(), active: z.boolean() });
  const complaintsAbout = (text: string): string[] => {
    const problems: ConfigurationProblem[] = [];
    readMembers(readYaml({ path: 'a.yaml', text }), schema, (problem) => problems.push(problem));
    return problems.map(({ line, message }) => `${line}: ${message}`);
  };

  it('is refused with every line that is wrong', () => {
    expect(complaintsAbout('name: x\nactive: perhaps\n')).toEqual(['2: active: expected boolean, received string']);
    expect(complaintsAbout('active: true\n')).toEqual(['1: name: expected string; it is missing']);
    expect(complaintsAbout('- a\n')).toEqual(['1: The file holds no members such as “name: value”.']);
    expect(complaintsAbout('')).toHaveLength(1);
  });

  it('is refused where it is no YAML, or hides gigabytes in a few lines', () => {
    expect(complaintsAbout('name: "x\n')[0]).toMatch(/^\d: This is no YAML: /);
    expect(complaintsAbout('name: &a x\nactive: *a\n')[0]).toMatch(/alias/i);
  });
});

describe('file names', () => {
  it('are readable, and plain on every system', () => {
    expect(fileNameOf('New account, expensive basket')).toBe('New account, expensive basket');
    expect(fileNameOf('../a/b:c')).toBe('%2e./a%2fb%3ac'.replace('/a', '%2fa'));
    expect(Buffer.byteLength(fileNameOf('𝄞'.repeat(120)))).toBeLessThan(200);
  });

  it('differ where names do', () => {
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const [a, b] = [left.trim().normalize('NFC'), right.trim().normalize('NFC')];
        expect(fileNameOf(left) === fileNameOf(right)).toBe(a === b);
      }),
    );
  });
});
