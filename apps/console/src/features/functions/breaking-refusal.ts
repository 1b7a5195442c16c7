import { ApiError } from '../../api/api-error.ts';

/** A publication that was refused for what it takes from callers, and that a person may accept. */
export type BreakingRefusal = {
  /** `outputs`: they read what goes · `score`: they read a score before it is known */
  readonly kind: 'outputs' | 'score';
  readonly outputs: readonly string[];
  /** As texts write them: functions as `Functions.name`. */
  readonly callers: readonly string[];
};

const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a failed publication or roll-back takes from whom; null for every other failure. */
export const breakingRefusal = (error: unknown): BreakingRefusal | null => {
  if (!(error instanceof ApiError)) return null;
  const { code, params } = error;
  if (code !== 'FUNCTION-IN-USE' && code !== 'FUNCTION-SCORE-EARLY') return null;
  return {
    kind: code === 'FUNCTION-IN-USE' ? 'outputs' : 'score',
    outputs: wordsOf(params['outputs']),
    callers: wordsOf(params['callers']),
  };
};
