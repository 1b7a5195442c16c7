import { describe, expect, test } from 'vitest';
import { overBudget } from './console-budget.mjs';

const manifest = {
  'index.html': { file: 'start.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  '_editor.js': { file: 'editor.js', imports: ['_shared.js'] },
  'src/features/rules/RulesPage.tsx': { file: 'rules.js', imports: ['_shared.js', '_editor.js'], isDynamicEntry: true },
};
const bytes: Readonly<Record<string, number>> = {
  'start.js': 60_000,
  'shared.js': 40_000,
  'editor.js': 30_000,
  'rules.js': 5_000,
};
const check = (budget: { startKb: number; pageKb: number; pages: Record<string, number> }) =>
  overBudget(manifest, (file: string) => bytes[file] ?? 0, budget);

describe('the size of the console', () => {
  test('is counted once for what start and page share', () => {
    expect(check({ startKb: 100, pageKb: 35, pages: {} })).toEqual([]);
  });

  test('is refused where start or page grow past the budget', () => {
    expect(check({ startKb: 99, pageKb: 34, pages: {} })).toEqual([
      'The start loads 100 kB of scripts; 99 kB are allowed.',
      'features/rules/RulesPage.tsx, beside the start, loads 35 kB of scripts; 34 kB are allowed.',
    ]);
  });

  test('is allowed for a page by its own budget, which goes with the page', () => {
    expect(check({ startKb: 100, pageKb: 0, pages: { 'features/rules/RulesPage.tsx': 35 } })).toEqual([]);
    expect(check({ startKb: 100, pageKb: 35, pages: { 'features/gone/GonePage.tsx': 9 } })).toEqual([
      'features/gone/GonePage.tsx has a budget and is no page any more.',
    ]);
  });
});
