import { fail, isBuiltInKind, type EventKind, type LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import { assessmentAddresses } from '../assessment-kinds/assessment-addresses.ts';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';

/** Every address that takes a kind of event, the documented one first; the table of endpoints knows. */
export type ApiAddresses = Readonly<Record<EventKind, readonly string[]>>;

/** An API of an environment: the kind of event it takes, and every address that does. */
export type CalledApi = { readonly api: LoggedKind; readonly paths: readonly string[] };

/** Every API of an environment: those of the product, and those of assessments that were defined in its tree. */
export const apisOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  addresses: ApiAddresses,
): Promise<readonly CalledApi[]> => [
  ...Object.entries(addresses).map(([api, paths]) => ({ api: api as EventKind, paths })),
  ...(await readAssessmentsInTree(trx, environmentId))
    .flatMap(assessmentAddresses)
    .map(({ kind, path }) => ({ api: kind, paths: [path] })),
];

/** The addresses of one API. @throws `ASSESSMENT-UNKNOWN`. */
export const pathsOfApi = async (
  trx: TenantTransaction,
  environmentId: Id,
  addresses: ApiAddresses,
  api: LoggedKind,
): Promise<readonly string[]> => {
  if (isBuiltInKind(api)) return addresses[api];
  const found = (await apisOf(trx, environmentId, addresses)).find((each) => each.api === api);
  if (found === undefined) throw fail('ASSESSMENT-UNKNOWN', { name: api });
  return found.paths;
};
