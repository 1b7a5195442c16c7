import {
  kindOfPart,
  type PartId,
  readVisual,
  type RuleSource,
  type VisualClause,
  type VisualReading,
  writeVisual,
} from '@redoubt/fql-editor';

/** How a part of a rule reads as rows. */
export const readPart = (source: RuleSource, part: PartId, code: string): VisualReading =>
  readVisual(kindOfPart(source, part), code);

/** The text of rows, as that part of a rule. */
export const writePart = (source: RuleSource, part: PartId, clause: VisualClause): string =>
  writeVisual(kindOfPart(source, part), clause);
