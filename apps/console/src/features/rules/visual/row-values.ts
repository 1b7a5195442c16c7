import type { TraceStep } from '@redoubt/contracts';
import { plainName, shortValue } from '../../../shared/authoring/evaluation/chips.ts';

/** What an evaluation found in a row: the values it asked about, and what the row came to. */
export type RowValue = { readonly text: string; readonly title: string };

const SUBJECT = /^(?:@\s*(?:"[^"]*"|'[^']*'|[\p{L}\p{N}_]+)|\$[\p{L}\p{N}_]+)$/u;

export const rowValues = (
  values: TraceStep['values'],
  span: { readonly from: number; readonly to: number },
): readonly RowValue[] => {
  const inside = values.filter(({ from, to }) => span.from <= from && to <= span.to);
  const whole = inside.find(({ from, to }) => from === span.from && to === span.to);
  const subjects = inside.filter((value) => value !== whole && SUBJECT.test(value.text));
  return [...subjects, ...(whole ? [whole] : [])].map(({ text, value }) => ({
    text: shortValue(value),
    title: `${plainName(text)} = ${shortValue(value)}`,
  }));
};
