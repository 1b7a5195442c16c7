/** When and by whom a draft was saved, and the published version it was begun on. */
export const draftFacts = (draft: {
  readonly savedAt: Date;
  readonly savedBy: string;
  readonly basedOnVersion: number;
}) => ({
  savedAt: draft.savedAt.toISOString(),
  by: draft.savedBy,
  basedOnVersion: draft.basedOnVersion,
});

/** A published version as a history lists it. */
export const publicationFacts = (stored: {
  readonly version: number;
  readonly publishedBy: string;
  readonly publishedAt: Date;
  readonly note: string;
  readonly restores: number | null;
}) => ({
  version: stored.version,
  published: { by: stored.publishedBy, at: stored.publishedAt.toISOString() },
  note: stored.note,
  restores: stored.restores,
});
