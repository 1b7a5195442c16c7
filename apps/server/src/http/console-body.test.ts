import { createRule, ENDPOINTS } from '@redoubt/contracts';
import { readLimits } from '@redoubt/services';
import { describe, expect, it } from 'vitest';
import { readConsoleBody } from './console-body.ts';

describe('a body of the console', () => {
  it.each([
    ['nested deeply', '['.repeat(5_000_000), 'REQ-BODY-NOT-JSON'],
    ['nested deeply in members', '{"a":'.repeat(100), 'REQ-BODY-NOT-JSON'],
    ['of very many values', `[${'{},'.repeat(500_000)}1]`, 'REQ-BODY-TOO-LARGE'],
    ['with a prototype', '{"a":{"__proto__" :{}}}', 'REQ-BODY-NOT-JSON'],
    ['that ends early', '{"a":', 'REQ-BODY-NOT-JSON'],
  ])('%s is refused', (_what, text, code) => {
    expect(() => readConsoleBody(text)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('may speak of what it must not hold', () => {
    const body = { text: `${'['.repeat(100_000)} {"__proto__": 1}`, numbers: [1, 2] };
    expect(readConsoleBody(JSON.stringify(body))).toEqual(body);
  });

  it('has a limit for its endpoint, which the longest rule fits', () => {
    const code = '"é\n'.repeat((readLimits('')?.charactersPerRule ?? 0) / 3);
    const text = { condition: code, clauses: [], samplePayload: {} };
    const bytes = Buffer.byteLength(JSON.stringify({ name: 'n', description: '', text }));
    expect(bytes).toBeLessThan(createRule.bodyLimitBytes);
    for (const { bodyLimitBytes } of ENDPOINTS) expect(bodyLimitBytes).toBeLessThanOrEqual(2_000_000);
  });
});
