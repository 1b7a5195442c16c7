import type { BodyOf, disablePeople as disableEndpoint, enablePeople as enableEndpoint } from '@redoubt/contracts';
import { fail, type PersonStatus } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { lockAccess, type StoredPerson, type TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { idOf, readDirectory, type Directory } from './directory.ts';
import { endAccessOf, renewAccessOf } from './end-access.ts';
import { keepingAdministrators } from './last-administrator.ts';
import { isGuestIn, isShown } from './people.queries.ts';
import { readPeopleScope, type PeopleScope } from './people-scope.ts';
import { rolesHere, wireRow } from './person-rows.ts';

type Counted = { readonly count: number };

/**
 * People by the ids that the console names them with, each once.
 *
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-NO-PERSON`.
 */
const takePeople = (
  directory: Directory,
  scope: PeopleScope,
  ids: readonly Id[],
  nowMs: number,
): readonly StoredPerson[] => {
  const byId = new Map(directory.holders.map((each) => [idOf(each), each]));
  const isGuest = isGuestIn(directory, scope);
  return [...new Set(ids)].map((id) => {
    const found = byId.get(id);
    if (found === undefined) throw fail('ACCESS-HOLDER-UNKNOWN', { id });
    const roles = rolesHere(found, directory.grantsOf(found), scope, nowMs);
    if (!isShown({ each: found, roles }, { scope: 'all' }, isGuest)) throw fail('ACCESS-HOLDER-UNKNOWN', { id });
    if (found.holder === 'Group') throw fail('ACCESS-NO-PERSON', { name: found.group.name });
    return found.person;
  });
};

/**
 * Refuses people whose rights are not the caller's to take, and those who are in the state already.
 *
 * @throws `ACCESS-SELF-REFUSED`, `ACCESS-PERSON-REFUSED`, `ACCESS-STATE-SAME`.
 */
export const requireMayDisable = (
  directory: Directory,
  scope: PeopleScope,
  people: readonly StoredPerson[],
  to: Extract<PersonStatus, 'Active' | 'Disabled'>,
  nowMs: number,
): void => {
  for (const person of people) {
    const { name, userId, status } = person;
    if (userId === scope.userId) throw fail('ACCESS-SELF-REFUSED');
    if (!wireRow(directory, { holder: 'Person', person }, scope, nowMs).mayDisable)
      throw fail('ACCESS-PERSON-REFUSED', { name });
    if ((status === 'Disabled') === (to === 'Disabled')) throw fail('ACCESS-STATE-SAME', { name });
  }
};

/** People that something is done to, and what was read of them and of who asks. */
type TakenPeople = {
  readonly scope: PeopleScope;
  readonly directory: Directory;
  readonly people: readonly StoredPerson[];
  readonly nowMs: number;
};

/**
 * Does something to people in one transaction, with who may do what locked.
 *
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-NO-PERSON`.
 */
export const withPeople = <T>(
  context: EnvironmentContext,
  caller: SignedInPerson,
  ids: readonly Id[],
  work: (trx: TenantTransaction, taken: TakenPeople) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (trx) => {
    await lockAccess(trx, context.tenantId);
    const scope = await readPeopleScope(trx, context, caller);
    const directory = await readDirectory(trx, scope.edition);
    const nowMs = context.clock.now();
    return work(trx, { scope, directory, people: takePeople(directory, scope, ids, nowMs), nowMs });
  });

/** Takes people and changes their state. */
const changingState = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  ids: readonly Id[],
  to: Extract<PersonStatus, 'Active' | 'Disabled'>,
  change: (trx: TenantTransaction, person: StoredPerson) => Promise<void>,
): Promise<Counted> =>
  withPeople(context, caller, ids, async (trx, { scope, directory, people, nowMs }) => {
    requireMayDisable(directory, scope, people, to, nowMs);
    await keepingAdministrators(trx, context, scope, async () => {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      for (const person of people) await change(trx, person);
    });
    return { count: people.length };
  });

/**
 * Takes every right in the tenant from people, all or none.
 *
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-NO-PERSON`, `ACCESS-SELF-REFUSED`, `ACCESS-PERSON-REFUSED`, `ACCESS-STATE-SAME`,
 * `ACCESS-LAST-ADMINISTRATOR`.
 */
export const disablePeople = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  { people, reason }: BodyOf<typeof disableEndpoint>,
): Promise<Counted> =>
  changingState(context, caller, people, 'Disabled', (trx, person) => endAccessOf(trx, context, person, reason));

/** Lets what disabled people hold count again, all or none. @throws as `disablePeople`. */
export const enablePeople = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  { people, reason }: BodyOf<typeof enableEndpoint>,
): Promise<Counted> =>
  changingState(context, caller, people, 'Active', (trx, person) => renewAccessOf(trx, context, person, reason));
