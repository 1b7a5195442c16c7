// Reads: nothing
import { describe, expect, it } from 'vitest';
import { checkRule, compileRule, EMPTY_SYMBOL_TABLE, parse } from '../index.ts';
import { contextOf } from '../testing/context.ts';
import { worldState } from './sandbox.ts';
import { survive } from './survive.ts';

const ruleOf = (code: string) => ({ condition: '', clauses: [{ id: 'c', name: 'c', code }] });

describe('hostile texts', () => {
  it.each([
    ['opening brackets', '('],
    ['array brackets', '['],
    ['object braces', '{a:'],
    ['signs', '!'],
    ['minus signs', '-'],
    ['words', 'not '],
    ['calls', 'Math.Abs('],
    ['additions', '1 + '],
    ['comparisons', '1 == '],
    ['conditionals', 'true ? '],
    ['members', '@@.a'],
    ['indices', '@@[0]'],
    ['quotes', '"'],
    ['typographic quotes', '“'],
    ['comments', '/*'],
  ])('thousands of %s end in a diagnostic', { timeout: 60_000 }, async (_name, piece) => {
    for (const length of [250, 5000]) {
      const text = `RETURN Reject() WHEN ${piece.repeat(Math.min(length, Math.floor(20_000 / piece.length)))}`;
      await survive(text, 'decision', true);
      expect(checkRule(ruleOf(text), EMPTY_SYMBOL_TABLE).diagnostics.length).toBeLessThanOrEqual(50);
    }
  });

  it('long chains of and/or are no nesting', () => {
    const text = `RETURN Reject() WHEN ${Array.from({ length: 2000 }, (_unused, index) => `@"a" == ${index}`).join(' or ')}`;
    const { checked, diagnostics } = checkRule(ruleOf(text), EMPTY_SYMBOL_TABLE);
    expect(diagnostics).toEqual([]);
    expect(compileRule(checked).run(contextOf({ payload: { a: 1999 } })).decision?.decision).toBe('Reject');
  });

  it('long lists are no nesting', () => {
    const items = Array.from({ length: 5000 }, (_unused, index) => String(index));
    const text = `LET $x = [${items.join(', ')}]\nLET $y = { ${items
      .map((item) => `k${item}: 1`)
      .slice(0, 2000)
      .join(', ')}, }\nRETURN Reject() WHEN $x[4999].AsInt() == 4999`;
    const { checked, diagnostics } = checkRule(ruleOf(text), EMPTY_SYMBOL_TABLE);
    expect(diagnostics).toEqual([]);
    expect(compileRule(checked).run(contextOf({})).decision?.decision).toBe('Reject');
  });

  it('a megabyte is a limit error', async () => {
    const text = 'x'.repeat(1_000_000);
    expect(parse('decisionClause', text).diagnostics.map(({ code }) => code)).toEqual(['FQL-TOO-LONG']);
    await survive(text, 'decision', true);
  });

  it('doubling a text or an array stops at a limit', () => {
    const doubling = (start: string, grow: (name: string) => string): string =>
      [
        `LET $v0 = ${start}`,
        ...Array.from({ length: 60 }, (_unused, index) => `LET $v${index + 1} = ${grow(`$v${index}`)}`),
      ].join('\n');
    for (const lets of [
      doubling('"aaaaaaaaaa"', (name) => `${name} + ${name}`),
      doubling('[1]', (name) => `[${name}, ${name}]`),
    ]) {
      const { checked } = checkRule(ruleOf(`${lets}\nOBSERVE Output(a = $v60)`), EMPTY_SYMBOL_TABLE);
      expect(
        compileRule(checked)
          .run(contextOf())
          .errors.map(({ code }) => code),
      ).toEqual(['EVAL-TOO-LARGE']);
    }
  });

  it('no attribute, member or key reaches a prototype', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'length'];
    for (const name of names) {
      const text = `OBSERVE Output(a = @"${name}", b = @@"${name}", c = @@.${name}, d = { x: 1 }.${name}, e = [1].${name}, f = @@["${name}"], ${name} = { ${name}: 1 })`;
      const { checked } = checkRule(ruleOf(text), EMPTY_SYMBOL_TABLE);
      const outputs = compileRule(checked).run(contextOf({ payload: {} })).outputs['c'] ?? {};
      expect([outputs['a'], outputs['b'], outputs['c'], outputs['d'], outputs['e'], outputs['f']]).toEqual([
        '',
        null,
        null,
        null,
        null,
        null,
      ]);
      expect(Object.hasOwn(outputs, name)).toBe(true);
      expect(Object.getPrototypeOf(outputs)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each([
    '"${globalThis.process.exit(1)}"',
    '"`;process.exit(1);//"',
    '"\\u2028;process.exit(1)"',
    '"</script><script>alert(1)</script>"',
    '\'"+process.exit(1)+"\'',
    '@"a\\"];process.exit(1)//"',
    '@"__proto__.polluted"',
    '@"constructor.constructor"',
    '@@.constructor.constructor',
    '@@["constructor"]["constructor"]',
    '{ __proto__: { polluted: true } }',
    '{ "constructor": 1, "]};process.exit(1);//": 2 }',
    'GetVariable("__proto__").AsString()',
    'Velocity.constructor("__proto__", 1h)',
    'Lookup("Rows", "Key", "__proto__", "Value")',
    'External.constructor("x").constructor',
    'Array.GetValue(@@, "__proto__", "x", "constructor")',
    'process.exit(1)',
    'globalThis',
    'Function("return 1")',
    'Math.constructor("return process")()',
    'this',
    'import("node:fs")',
    'String.raw',
    'DateTime.UtcNow.ToString("yyyy\'`${process.exit(1)}")',
  ])('%s stays inside', async (expression) => {
    const before = worldState();
    await survive(
      `LET $x = ${expression}\nOBSERVE Output(a = $x, __proto__ = $x), Trace(constructor = $x)`,
      'decision',
      true,
    );
    await survive(
      `DO SetVariables(__proto__ = ${expression}) DO SetResponse("__proto__", polluted = ${expression})`,
      'action',
      true,
    );
    expect(worldState()).toBe(before);
    expect((Object.prototype as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['nested repetition', '^(a+)+$'],
    ['alternatives that overlap', '^(a|a)*$'],
    ['repetition of repetition', '^((a*)*)*$'],
    ['a wide count', '^(a{1,50}){1,20}$'],
  ])('a pattern with %s runs in linear time', (_name, pattern) => {
    const code = `RETURN Reject() WHEN Patterns.IsRegexMatch("${pattern}", @"text")`;
    const { checked, diagnostics } = checkRule(ruleOf(code), EMPTY_SYMBOL_TABLE);
    const outcome = compileRule(checked).run(contextOf({ payload: { text: `${'a'.repeat(9000)}!` } }));
    expect(outcome.decision).toBeNull();
    expect(outcome.errors.length === 0 || diagnostics.length > 0).toBe(true);
  });

  it.each(['(?=a)', '(?<!a)b', '(a)\\\\1', '(?>a+)', '(?(1)a|b)'])('the pattern %s is refused', (pattern) => {
    const { checked } = checkRule(
      ruleOf(`RETURN Reject() WHEN Patterns.IsRegexMatch("${pattern}", @"text")`),
      EMPTY_SYMBOL_TABLE,
    );
    expect(checked.valid).toBe(false);
  });
});
