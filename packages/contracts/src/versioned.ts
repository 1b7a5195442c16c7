import { z } from 'zod';
import { authorship, instant, versionTag } from './common.ts';

/** What a person says of a change. */
export const changeNote = z.string().max(500).default('');

/** A draft says who saved it when, and the published version it was begun on. */
export const draftOf = <Shape extends z.core.$ZodLooseShape>(text: z.ZodObject<Shape, z.core.$strict>) =>
  text.extend({ savedAt: instant, by: z.string(), basedOnVersion: z.number().int() });

/** A published version as a history lists it. */
export const publishedVersion = z.strictObject({
  version: z.number().int(),
  published: authorship,
  note: z.string(),
  /** Older version whose text it brought back; null for a text that a user wrote. */
  restores: z.number().int().nullable(),
});

/** A published version with its text. */
export const publishedOf = <Shape extends z.core.$ZodLooseShape>(text: z.ZodObject<Shape, z.core.$strict>) =>
  text.extend(publishedVersion.shape);

export const saveDraftBody = <Text extends z.ZodType>(text: Text) =>
  z.strictObject({
    version: versionTag,
    text,
    /** The published version that the text was merged with; the draft counts as begun on it. */
    mergedWith: z.number().int().min(0).optional(),
  });

/** `to` is the older version whose text is published again. */
export const rollBackBody = z.strictObject({ version: versionTag, to: z.number().int().min(1), note: changeNote });

export const unpublishBody = z.strictObject({ version: versionTag, note: changeNote });

export const renameBody = <Name extends z.ZodType, Description extends z.ZodType>(
  name: Name,
  description: Description,
) => z.strictObject({ version: versionTag, name, description });

export const activationBody = z.strictObject({ version: versionTag, active: z.boolean() });

/** What a deletion says: the state of the resource that the caller saw. */
export const deleteQuery = z.strictObject({ version: versionTag });
