import type { TraceStep } from '@redoubt/contracts';
import { isLiteral } from '../../../shared/authoring/evaluation/chips.ts';

/** One sub-expression of a part with its value, as a line of a tree: what it is made of follows, one step deeper. */
export type ValueLine = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly value: unknown;
  readonly error: string | null;
  readonly depth: number;
};

const MAX_DEPTH = 12;

/** Every sub-expression of a part that says more than it says itself, the enclosing ones first. Literals do not. */
export const valueLines = (values: TraceStep['values']): readonly ValueLine[] => {
  const enclosing: { readonly from: number; readonly to: number }[] = [];
  return values
    .filter(({ text }) => !isLiteral(text))
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map(({ from, to, text, value, error }) => {
      while (enclosing.length > 0 && (enclosing.at(-1)?.to ?? 0) < to) enclosing.pop();
      const depth = Math.min(enclosing.length, MAX_DEPTH);
      enclosing.push({ from, to });
      return { from, to, text: text.replaceAll(/\s+/g, ' '), value, error: error ?? null, depth };
    });
};
