import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A person of the tenant: who signed in, or was given a role; neither one who was never here yet nor a disabled one. */
export type TenantMember = { readonly userId: string; readonly username: string; readonly name: string };

const MEMBERS = sql`
  select user_id as "userId", username, display_name as name from person where status = 'Active'
  union
  select a.user_id, a.username, a.display_name from role_assignment a
   where a.holder = 'Person' and a.user_id not like 'pending:%'
     and (a.expires_at is null or a.expires_at > now()) and not exists (select from person p where p.user_id = a.user_id)`;

const literal = (text: string): string => `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Members whose name, a word of it or whose sign-in name begins with a text, by name. */
export const findMembers = async (
  trx: TenantTransaction,
  text: string,
  limit: number,
): Promise<readonly TenantMember[]> => {
  const start = literal(text);
  const { rows } = await sql<TenantMember>`
    select * from (${MEMBERS}) m
     where lower(name) like ${start} or lower(name) like ${`% ${start}`} or lower(username) like ${start}
     order by name, "userId" limit ${limit}`.execute(trx);
  return rows;
};

/** Those of the given ids who are members. */
export const readMembers = async (
  trx: TenantTransaction,
  userIds: readonly string[],
): Promise<readonly TenantMember[]> => {
  if (userIds.length === 0) return [];
  const { rows } = await sql<TenantMember>`
    select distinct on ("userId") * from (${MEMBERS}) m where "userId" = any(${[...userIds]}::text[])
     order by "userId", name`.execute(trx);
  return rows;
};
