import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Files that check or compile texts themselves, and why that holds no decision up. */
const ALLOWED: Readonly<Record<string, string>> = {
  'texts/inspect-text.ts': 'runs in the thread of texts',
  'texts/text-compiler.ts': 'hands texts to that thread; without it for tools that do nothing else',
  'evaluation/evaluate-function-job.ts': 'runs in the thread of evaluations',
  'evaluation/evaluation-steps.ts': 'runs in the thread of evaluations',
  'evaluation/evaluation-context.ts': 'runs in the thread of evaluations',
  'evaluation/storage-job.ts': 'runs in the thread of evaluations',
  'decisions/recorded/recorded-job.ts': 'runs in the thread of evaluations, for the command line in its own process',
  'backfills/backfill-evaluation.ts': 'runs in the thread of a backfill',
  'backtests/backtested-plans.ts': 'runs in the threads of a backtest',
  'configuration/adopt/adopt-files.ts': 'runs on the command line',
  'configuration/adopt/dry-run.ts': 'runs on the command line',
  'configuration/restore-references.ts': 'runs at a start, before anything is decided',
};

const checksItself = (path: string): boolean =>
  /\b(checkRule|compileRule|compilePlan|compileHere|answerRequest)\(/.test(readFileSync(path, 'utf8'));

describe('texts that people write', () => {
  it('are checked on the thread that answers only where a reason is given', () => {
    const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
      .filter((path) => checksItself(join(ROOT, path)));
    expect(files.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });
});
