import type { TextUser } from '@redoubt/contracts';
import { nameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listReferences,
  type Reader,
  type ReferenceKind,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';

/** What reads something of one kind, by its name without regard to letter case. */
export type UsersByName = (name: string) => readonly StoredReference[];

/** What reads things of one kind that stand in an environment: published texts, and settings that name them. */
export const readUsers = async (
  trx: TenantTransaction,
  kind: ReferenceKind,
  environmentId: Id,
): Promise<UsersByName> => {
  const byName = Map.groupBy(await listReferences(trx, { kinds: [kind], environmentId }), ({ name }) => nameKey(name));
  return (name) => byName.get(nameKey(name)) ?? [];
};

/** What reads one thing. */
export const usersOf = (
  trx: TenantTransaction,
  kind: ReferenceKind,
  environmentId: Id,
  name: string,
): Promise<readonly StoredReference[]> => listReferences(trx, { kinds: [kind], environmentId, name });

/** Whether something has a name, without regard to letter case. */
export const hasName = (named: readonly { readonly name: string }[], name: string): boolean =>
  named.some((each) => nameKey(each.name) === nameKey(name));

const shownName = ({ kind, name }: Reader): string => (kind === 'function' ? `Functions.${name}` : name);

/** Names of readers for a message, once each: functions as texts write them. */
export const userNames = (users: readonly StoredReference[]): readonly string[] => [
  ...new Map(users.map(({ reader }) => [`${reader.kind} ${reader.id}`, shownName(reader)])).values(),
];

/** A published text that reads something, as the console reads it. */
export const textUserOf = ({ reader }: StoredReference): TextUser => ({
  kind: reader.kind as TextUser['kind'],
  id: reader.id,
  name: shownName(reader),
  assessment: reader.assessment,
});
