/** When a token was made, ends, was used and was revoked: the same of every kind of token. */
export type TokenStamps = {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** Address it was last used from. */
  readonly usedFrom: string | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
};

export const TOKEN_STAMPS = [
  'created_at as createdAt',
  'expires_at as expiresAt',
  'used_at as usedAt',
  'used_from as usedFrom',
  'revoked_at as revokedAt',
  'revoked_by as revokedBy',
] as const;
