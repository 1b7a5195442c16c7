import { describe, expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

describe('values in the evaluate pane', () => {
  it('are shown as they are while they are short', () => {
    for (const value of ['x'.repeat(2000), 1.5, true, null, [1, { a: 'b' }]]) expect(shownValue(value)).toBe(value);
  });

  it('are cut when they are long', () => {
    expect(shownValue('x'.repeat(2001))).toBe(`${'x'.repeat(2000)}…`);
    const list = Array.from({ length: 3000 }, (_, index) => index);
    expect(shownValue(list)).toBe(`${JSON.stringify(list).slice(0, 2000)}…`);
  });
});
