import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Files that check or compile texts themselves, and why that holds no decision up. */
const ALLOWED: Readonly<Record<string, string>> = {
  'texts/judge-text.ts': 'runs in the thread of texts',
  'evaluation/evaluate-job.ts': 'runs in the thread of evaluations',
  'evaluation/evaluate-function-job.ts': 'runs in the thread of evaluations',
  'evaluation/evaluate-velocity-job.ts': 'runs in the thread of evaluations',
  'evaluation/storage-job.ts': 'runs in the thread of evaluations',
  'configuration/adopt/adopt-files.ts': 'runs on the command line',
  'configuration/restore-references.ts': 'runs at a start, before anything is decided',
  'backtests/prepare-backtest.ts': 'one text, once for a backtest',
  'backfills/prepare-backfill.ts': 'one published set, once for a backfill',
  'events/explain-event.query.ts': 'runs what it compiles with a watch on each value, which no other thread can',
};

const checksItself = (path: string): boolean => /\b(checkRule|compileRule)\(/.test(readFileSync(path, 'utf8'));

describe('texts that people write', () => {
  it('are checked on the thread that answers only where a reason is given', () => {
    const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
      .filter((path) => checksItself(join(ROOT, path)));
    expect(files.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });
});
