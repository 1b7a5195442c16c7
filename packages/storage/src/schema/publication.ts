/** What every published version says of its publication. */
export type Publication = {
  readonly contentHash: string;
  readonly publishedBy: string;
  readonly publishedAt: Date;
  readonly note: string;
  /** Older version whose text this one brought back. */
  readonly restores: number | null;
};

/** Who published what when: a version among others. */
export type PublishedVersion = Omit<Publication, 'contentHash'> & { readonly version: number };

export const publishedColumns = [
  'published_by as publishedBy',
  'published_at as publishedAt',
  'note',
  'restores',
] as const;

export const publicationColumns = ['content_hash as contentHash', ...publishedColumns] as const;

/** A publication as its table keeps it. */
export const publicationRow = ({ contentHash, publishedBy, publishedAt, note, restores }: Publication) => ({
  content_hash: contentHash,
  published_by: publishedBy,
  published_at: publishedAt,
  note,
  restores,
});
