import { diffLines, type DiffLine } from '@redoubt/domain';

/** One field of a change, as lines that can be compared. */
export type FieldDifference = {
  /** Name of the field; empty for a value that has no fields. */
  readonly name: string;
  readonly isChanged: boolean;
  readonly lines: readonly DiffLine[];
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as it is compared and copied: texts as they are, everything else as JSON. */
export const textOfSide = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

const fieldDifference = (name: string, before: unknown, after: unknown): FieldDifference => {
  const [was, is] = [textOfSide(before), textOfSide(after)];
  return { name, isChanged: was !== is, lines: diffLines(was, is) };
};

/** Both sides of a change field by field, in the order of their names; a value without fields is one. */
export const fieldDifferences = (original: unknown, modified: unknown): readonly FieldDifference[] => {
  const sides = [original, modified].filter((side) => side !== null && side !== undefined);
  if (sides.length === 0) return [];
  if (!sides.every(isFields)) return [fieldDifference('', original, modified)];
  const [before, after] = [isFields(original) ? original : {}, isFields(modified) ? modified : {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted((a, b) => a.localeCompare(b));
  return names.map((name) => fieldDifference(name, before[name], after[name]));
};
