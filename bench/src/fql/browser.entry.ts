import { checkRule, EMPTY_SYMBOL_TABLE, hasError } from '@redoubt/fql';

/** What the page calls: checks a clause so often, as after each key in the editor; milliseconds of each time. */
const timesOf = (code: string, repeats: number): readonly number[] => {
  const rule = { condition: '', clauses: [{ id: 'c', name: 'c', code }] };
  return Array.from({ length: repeats }, () => {
    const startMs = performance.now();
    const { diagnostics } = checkRule(rule, EMPTY_SYMBOL_TABLE);
    const tookMs = performance.now() - startMs;
    if (hasError(diagnostics)) throw new Error(diagnostics[0]?.message);
    return tookMs;
  });
};

Object.assign(globalThis, { timesOf });
