import type { TokenScope } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { TOKEN_STAMPS, type TokenStamps } from './token-columns.ts';

/** A token that a person made for the command line. */
export type StoredPersonalToken = TokenStamps & {
  readonly id: Id;
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly hint: string;
  readonly scope: TokenScope;
  /** Of the owner's last sign-in. */
  readonly roles: readonly string[];
  /** When the owner was last here. */
  readonly seenAt: Date;
};

type NewPersonalToken = Omit<StoredPersonalToken, 'usedAt' | 'usedFrom' | 'revokedAt' | 'revokedBy'>;

const COLUMNS = [
  'token_id as id',
  'user_id as userId',
  'username',
  'display_name as displayName',
  'name',
  'secret_hash as secretHash',
  'hint',
  'scope',
  'roles',
  'seen_at as seenAt',
  ...TOKEN_STAMPS,
] as const;

/** Longest life of a token in the tenant of the transaction, in days; undefined where the tenant was never set up. */
export const findMaxTokenDays = async (trx: TenantTransaction): Promise<number | undefined> =>
  (await trx.selectFrom('tenant').select('max_token_days').executeTakeFirst())?.max_token_days;

export const saveMaxTokenDays = async (trx: TenantTransaction, days: number): Promise<void> => {
  await trx.updateTable('tenant').set({ max_token_days: days }).execute();
};

export const insertPersonalToken = async (
  trx: TenantTransaction,
  tenantId: Id,
  token: NewPersonalToken,
): Promise<void> => {
  await trx
    .insertInto('personal_token')
    .values({
      tenant_id: tenantId,
      token_id: token.id,
      user_id: token.userId,
      username: token.username,
      display_name: token.displayName,
      name: token.name,
      secret_hash: token.secretHash,
      hint: token.hint,
      scope: JSON.stringify(token.scope),
      roles: [...token.roles],
      seen_at: token.seenAt,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
};

export const findPersonalToken = (trx: TenantTransaction, id: Id): Promise<StoredPersonalToken | undefined> =>
  trx.selectFrom('personal_token').select(COLUMNS).where('token_id', '=', id).executeTakeFirst();

/** Tokens of one person, or of the whole tenant, newest first. */
export const listPersonalTokens = (trx: TenantTransaction, userId?: string): Promise<readonly StoredPersonalToken[]> =>
  trx
    .selectFrom('personal_token')
    .select(COLUMNS)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .execute();

/** Ends a token that was not revoked yet; undefined where there is no such one, of that owner where one is named. */
export const revokePersonalToken = (
  trx: TenantTransaction,
  id: Id,
  owner: string | undefined,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<{ readonly name: string; readonly displayName: string } | undefined> =>
  trx
    .updateTable('personal_token')
    .set({ revoked_at: at, revoked_by: by })
    .where('token_id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(owner !== undefined, (query) => query.where('user_id', '=', owner ?? ''))
    .returning(['name', 'display_name as displayName'])
    .executeTakeFirst();

/** Ends all tokens of a person; gives those that were not revoked yet. */
export const revokeTokensOf = (
  trx: TenantTransaction,
  userId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<readonly { readonly id: Id; readonly name: string; readonly displayName: string }[]> =>
  trx
    .updateTable('personal_token')
    .set({ revoked_at: at, revoked_by: by })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['token_id as id', 'name', 'display_name as displayName'])
    .execute();

export const touchPersonalToken = async (
  trx: TenantTransaction,
  id: Id,
  { usedAt, usedFrom }: { readonly usedAt: Date; readonly usedFrom: string },
): Promise<void> => {
  await trx
    .updateTable('personal_token')
    .set({ used_at: usedAt, used_from: usedFrom })
    .where('token_id', '=', id)
    .execute();
};

/** How old the last visit may be before another one is written down. */
const SEEN_GRAIN_MS = 3_600_000;

/** Keeps what the newest sign-in of a person says, for the tokens that act with their rights. */
export const renewTokenOwner = async (
  trx: TenantTransaction,
  owner: {
    readonly userId: string;
    readonly username: string;
    readonly displayName: string;
    readonly roles: readonly string[];
    readonly seenAt: Date;
  },
): Promise<void> => {
  const { userId, username, displayName, seenAt } = owner;
  const roles = [...owner.roles];
  await trx
    .updateTable('personal_token')
    .set({ username, display_name: displayName, roles, seen_at: seenAt })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([
        sql<boolean>`roles <> ${roles}::text[]`,
        where('username', '!=', username),
        where('display_name', '!=', displayName),
        where('seen_at', '<', new Date(seenAt.getTime() - SEEN_GRAIN_MS)),
      ]),
    )
    .execute();
};

/** Removes tokens that ended before a moment. */
export const deleteEndedTokens = async (trx: TenantTransaction, userId: string, before: Date): Promise<void> => {
  await trx
    .deleteFrom('personal_token')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('revoked_at', '<', before), where('expires_at', '<', before)]))
    .execute();
};
