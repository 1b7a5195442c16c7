import type { Id } from '@redoubt/kernel';
import { withDescendants, type EnvironmentLink } from '../environment-tree/environment-path.ts';
import type { Access, Capability } from './capabilities.ts';
import type { Capabilities } from './role-matrix.ts';

/** What a personal access token may be used for, at most: never more than its owner may do at that moment. */
export type TokenScope = {
  readonly capabilities: Capabilities;
  /** Environments, each with those below it; all of the tenant where null. */
  readonly environmentIds: readonly Id[] | null;
};

/** The personal access token that a person acts through. */
export type UsedToken = { readonly id: Id; readonly name: string; readonly scope: TokenScope };

export const MAX_TOKEN_NAME = 60;
/** Tokens of one person that are in force at a time. */
export const MAX_PERSONAL_TOKENS = 50;
/** Provisioning tokens of a tenant that are in force at a time. */
export const MAX_PROVISIONING_TOKENS = 10;
export const DEFAULT_TOKEN_DAYS = 90;
/** Longest life of a token that an administrator can allow. */
export const MAX_TOKEN_DAYS = 366;
/** Roles of the last sign-in count for a token so long; those given in the console count while they are held. */
export const TOKEN_ABSENCE_DAYS = 90;
/** So long a token that has ended stays in its owner's list. */
export const ENDED_TOKEN_DAYS = 90;
/** A session is listed so long after it was last seen. */
export const SIGN_IN_DAYS = 30;

const lesser = (held: Access, asked: Access): Access => (held === 'write' && asked === 'write' ? 'write' : 'read');

/** What two sets of capabilities have in common. */
export const commonCapabilities = (held: Capabilities, asked: Capabilities): Capabilities => {
  const entries = Object.entries(held) as [Capability, Access][];
  return Object.fromEntries(
    entries.flatMap(([capability, access]) => {
      const wanted = asked[capability];
      return wanted === undefined ? [] : [[capability, lesser(access, wanted)]];
    }),
  );
};

/** Environments that a scope reaches; undefined for all. */
export const environmentsOfScope = (
  { environmentIds }: TokenScope,
  environments: readonly EnvironmentLink[],
): ReadonlySet<Id> | undefined =>
  environmentIds === null ? undefined : new Set(environmentIds.flatMap((id) => withDescendants(id, environments)));

export const TOKEN_STATES = ['active', 'expired', 'revoked'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

type TokenTimes = { readonly createdAt: Date; readonly expiresAt: Date; readonly revokedAt: Date | null };

/** When a token ends by itself: at its own date, or when it is as old as the tenant allows, whichever is first. */
export const tokenEnd = ({ createdAt, expiresAt }: Omit<TokenTimes, 'revokedAt'>, maxDays: number): Date =>
  new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + maxDays * 86_400_000));

export const tokenState = (token: TokenTimes, maxDays: number, at: Date): TokenState => {
  if (token.revokedAt !== null) return 'revoked';
  return tokenEnd(token, maxDays) <= at ? 'expired' : 'active';
};
