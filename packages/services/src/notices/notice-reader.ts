import { noticeTypesFor } from '@redoubt/domain';
import type { NoticeReader } from '@redoubt/storage';
import type { PersonAccess } from '../access/person-access.ts';

/**
 * Which notices a person receives: by type in each environment where their roles entitle to it, and those of the whole
 * tenant where any of their roles does.
 */
export const noticeReaderOf = (userId: string, { environments }: PersonAccess): NoticeReader => {
  const scopes = environments.map(({ id, capabilities }) => ({
    environmentId: id as string | null,
    types: noticeTypesFor(capabilities),
  }));
  const anywhere = [...new Set(scopes.flatMap(({ types }) => types))];
  return { userId, scopes: [...scopes, { environmentId: null, types: anywhere }] };
};
