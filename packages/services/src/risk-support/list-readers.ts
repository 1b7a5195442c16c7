import type { ListReader } from '@redoubt/contracts';
import { nameKey } from '@redoubt/domain';
import { PARTS_OF, referencePlaces, type NamedReference, type ProgramKind } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listRuleTextsInForce, type StoredReference, type TenantTransaction } from '@redoubt/storage';
import { textUserOf, usersOf } from '../references/references.ts';

/** Something that leads from a rule to the list: the list itself, or a function that reads it. */
type Step = { readonly of: NamedReference; readonly environmentId: Id; readonly name: string };

const reads = (kind: ProgramKind | null, text: string, steps: readonly Step[]): readonly Step[] => {
  const places = kind === null ? [] : referencePlaces(kind, text);
  return steps.filter(({ of, name }) =>
    places.some((place) => place.of === of && nameKey(place.name) === nameKey(name)),
  );
};

/** The list, and every function that reads it or calls one that does; with what reads each of them. */
const stepsTo = async (
  trx: TenantTransaction,
  list: Step,
): Promise<readonly { readonly step: Step; readonly users: readonly StoredReference[] }[]> => {
  const seen = new Set<Id>();
  const found: { readonly step: Step; readonly users: readonly StoredReference[] }[] = [];
  const waiting: Step[] = [list];
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const { of, environmentId, name } = step;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    const users = await usersOf(trx, of === 'list' ? 'list' : 'function', environmentId, name);
    found.push({ step, users });
    for (const { reader } of users) {
      if (reader.kind !== 'function' || seen.has(reader.id)) continue;
      seen.add(reader.id);
      waiting.push({ of: 'function', environmentId: reader.environmentId, name: reader.name });
    }
  }
  return found;
};

/**
 * What decides by a list of an environment: active rules in production that read it, themselves or through functions, with the
 * clauses that do, in the order they run; then velocity sets, which count by it.
 */
export const readListReaders = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
): Promise<readonly ListReader[]> => {
  const steps = await stepsTo(trx, { of: 'list', environmentId, name });
  const users = steps.flatMap(({ users: each }) => each);
  const rules = [
    ...new Map(users.filter(({ reader }) => reader.kind === 'rule').map((each) => [each.reader.id, each])),
  ];
  const texts = new Map(
    (
      await listRuleTextsInForce(
        trx,
        rules.map(([id]) => id),
      )
    ).map((text) => [text.id, text]),
  );
  const acting = rules.flatMap(([id, user]): ListReader[] => {
    const text = texts.get(id);
    if (text === undefined || !text.active || text.branchId !== null) return [];
    const own = steps.filter(({ users: each }) => each.some(({ reader }) => reader.id === id)).map(({ step }) => step);
    const parts = PARTS_OF[text.type];
    const condition = reads(parts.condition, text.condition, own);
    const clauses = text.clauses.map((clause) => ({ clause, read: reads(parts.clause, clause.code, own) }));
    const through = [...condition, ...clauses.flatMap(({ read }) => read)].filter(({ of }) => of === 'function');
    return [
      {
        ...textUserOf(user),
        clauses: clauses.filter(({ read }) => condition.length > 0 || read.length > 0).map(({ clause }) => clause.name),
        inCondition: condition.length > 0,
        through: [...new Set(through.map((each) => each.name))],
      },
    ];
  });
  const counting = new Map(
    users.filter(({ reader }) => reader.kind === 'velocitySet').map((user) => [user.reader.id, textUserOf(user)]),
  );
  return [
    ...acting,
    ...[...counting.values()].map((text) => ({ ...text, clauses: [], inCondition: false, through: [] })),
  ];
};
