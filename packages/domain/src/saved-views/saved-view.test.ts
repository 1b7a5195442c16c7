import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../access/capabilities.ts';
import {
  formatViewParameters,
  isViewName,
  isViewParameters,
  MAX_VIEW_NAME,
  MAX_VIEW_PARAMETERS,
  parseViewParameters,
  SAVED_VIEW_PAGE_NAMES,
  SAVED_VIEW_PAGES,
} from './saved-view.ts';

describe('parameters of a view', () => {
  it('are those that views of the page keep, in one order, whatever else the address says', () => {
    const address = { queue: 'q 1', env: 'e-1', figure: 'decided', period: '28d', agent: '' };
    expect(formatViewParameters('case-report', address)).toBe('period=28d&queue=q+1');
    expect(formatViewParameters('search', { env: 'e-1' })).toBe('');
  });

  it('come back as they were written, and are written in one way alone', () => {
    const value = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed());
    const values = fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 }), fc.constant(undefined));
    fc.assert(
      fc.property(
        fc.constantFrom(...SAVED_VIEW_PAGE_NAMES),
        fc.dictionary(fc.constantFrom('period', 'queue', 'where', 'range', 'env', '__proto__'), values),
        (page, address) => {
          const text = formatViewParameters(page, address);
          const kept = Object.entries(address).filter(
            ([name, each]) =>
              each !== undefined && (SAVED_VIEW_PAGES[page].parameters as readonly string[]).includes(name),
          );
          expect(Object.entries(parseViewParameters(page, text)).toSorted()).toEqual(kept.toSorted());
          expect(isViewParameters(page, text)).toBe(text.length <= MAX_VIEW_PARAMETERS);
        },
      ),
    );
  });

  it.each([
    ['names that the page does not keep', 'period=7d&figure=decided'],
    ['the environment', 'env=e-1'],
    ['another order', 'queue=q&period=7d'],
    ['a question mark', '?period=7d'],
    ['an address', 'https://elsewhere.example/?period=7d'],
    ['a value that is not encoded', 'queue=<b>'],
    ['an empty value', 'period='],
    ['more than fits', `agent=${'x'.repeat(MAX_VIEW_PARAMETERS)}`],
  ])('are refused with %s', (_what, text) => {
    expect(isViewParameters('case-report', text)).toBe(false);
  });
});

it('a view has a name of one line', () => {
  expect(['a', ' Team Süd ', 'x'.repeat(MAX_VIEW_NAME)].map(isViewName)).toEqual([true, true, true]);
  expect(['', '  ', 'a\nb', 'x'.repeat(MAX_VIEW_NAME + 1)].map(isViewName)).toEqual([false, false, false, false]);
});

it('pages ask for permissions that exist, and no view keeps the environment', () => {
  for (const { permission, parameters } of Object.values(SAVED_VIEW_PAGES)) {
    expect(CAPABILITIES.map((capability) => `${capability}:read`)).toContain(permission);
    expect(parameters).not.toContain('env');
    expect(new Set(parameters).size).toBe(parameters.length);
  }
});
