import { isIdentifying, type SavedViewPage } from '@redoubt/domain';
import { decodedText, type Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What the query string of a view says; conditions of search are encoded once more. */
const saidBy = (parameters: string): readonly string[] =>
  [...new URLSearchParams(parameters).values()].flatMap((value) => [value, ...value.split(/[;|~]/).map(decodedText)]);

type NamingView = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly page: SavedViewPage;
  readonly name: string;
  readonly owner: string;
  readonly parameters: string;
  readonly changedAt: Date;
};

const findNaming = async (trx: TenantTransaction, value: string): Promise<readonly NamingView[]> => {
  const wanted = value.trim().toLowerCase();
  if (!isIdentifying(wanted)) return [];
  const views = await trx
    .selectFrom('saved_view')
    .select(['view_id as id', 'environment_id as environmentId', 'page', 'name', 'owner', 'parameters'])
    .select('changed_at as changedAt')
    .forUpdate()
    .execute();
  return views.filter(({ name, parameters }) =>
    [name, ...saidBy(parameters)].some((said) => said.toLowerCase().includes(wanted)),
  );
};

/** Removes saved views whose name or conditions say a value, deleted ones too. @returns how many those were. */
export const sweepSavedViews = async (trx: TenantTransaction, value: string): Promise<number> => {
  const naming = await findNaming(trx, value);
  for (const { id } of naming) await trx.deleteFrom('saved_view').where('view_id', '=', id).execute();
  return naming.length;
};

/** Saved views of some environments whose name or conditions say a value, for the export of a person. */
export const findNamingViews = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly NamingView[]> =>
  (await findNaming(trx, value)).filter(({ environmentId }) => environmentIds.includes(environmentId));
