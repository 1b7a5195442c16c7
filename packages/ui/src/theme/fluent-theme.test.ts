import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fluentTheme } from './fluent-theme.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const blockOf = (selector: string): string => {
  const start = css.indexOf(selector);
  return css.slice(start, css.indexOf('\n}', start));
};
const tokensOf = (block: string): ReadonlyMap<string, string> =>
  new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

const light = tokensOf(blockOf('[data-theme="light"] {'));
const dark = tokensOf(blockOf('[data-theme="dark"] {'));
const contrast = tokensOf(blockOf('[data-theme="highContrast"] {'));

/** Contrast ratio of two colours (WCAG 2.2, relative luminance). */
const ratio = (one: string, other: string): number => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
      const part = parseInt(colour.slice(index, index + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

describe('the tokens', () => {
  it('name the same colours in light, dark and high contrast', () => {
    expect([...dark.keys()].toSorted()).toEqual([...light.keys()].toSorted());
    expect([...contrast.keys()].toSorted()).toEqual([...light.keys()].toSorted());
  });

  it.each([
    ['light', light],
    ['dark', dark],
    ['high contrast', contrast],
  ] as const)('keep text readable (4.5:1) in %s', (_name, theme) => {
    const pairs = [
      ...['--fg-1', '--fg-2', '--fg-3'].flatMap((text) =>
        ['--bg-page', '--bg-nav', '--bg-subtle', '--bg-raised', '--bg-hover', '--bg-selected'].map(
          (ground) => [text, ground] as const,
        ),
      ),
      ...['approve', 'reject', 'review', 'challenge'].flatMap((tone) => [
        [`--${tone}`, `--${tone}-bg`] as const,
        [`--${tone}`, '--bg-page'] as const,
      ]),
      ['--fg-header', '--bg-header'] as const,
      ['--fg-header-2', '--bg-header-field'] as const,
      ['--fg-on-strong', '--btn-strong'] as const,
    ];
    const weak = pairs.filter(([text, ground]) => ratio(theme.get(text) ?? '', theme.get(ground) ?? '') < 4.5);
    expect(weak).toEqual([]);
  });
});

describe('the theme given to Fluent', () => {
  it('knows no colour of its own: every one is a token, transparent or a shade of black', () => {
    const foreign = Object.entries(fluentTheme).filter(
      ([key, value]) =>
        key.startsWith('color') && !/^(var\(--[\w-]+\)|transparent|rgb\(0 0 0 \/ \d+%\))$/.test(String(value)),
    );
    expect(foreign).toEqual([]);
  });

  it('refers only to tokens that exist', () => {
    const used = [...JSON.stringify(fluentTheme).matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
    expect([...new Set(used)].filter((name) => !css.includes(`${name}:`))).toEqual([]);
  });
});
