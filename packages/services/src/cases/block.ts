import {
  allows,
  CASE_BLOCK_ENTITIES,
  fail,
  supportListOf,
  UNDO_MS,
  type BlockConsequence,
  type CaseBlock,
  type CaseBlockEntity,
} from '@redoubt/domain';
import type { AppError } from '@redoubt/kernel';
import { isApprovalRequired, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import { usersOf } from '../references/references.ts';

/**
 * Support lists whose status Block the caller can set with a decision. A list that published texts read is left out where a
 * second person approves changes: a request would wait after the case is closed.
 */
export const readBlockableLists = async (
  trx: TenantTransaction,
  { capabilities, environmentId }: Pick<EnvironmentContext, 'capabilities' | 'environmentId'>,
): Promise<CaseBlockEntity[]> => {
  if (!allows(capabilities, 'supportListStatus:write')) return [];
  if (!(await isApprovalRequired(trx, environmentId))) return [...CASE_BLOCK_ENTITIES];
  const free: CaseBlockEntity[] = [];
  for (const entity of CASE_BLOCK_ENTITIES) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and three lists
    const users = await usersOf(trx, 'list', environmentId, supportListOf(entity).name);
    if (users.length === 0) free.push(entity);
  }
  return free;
};

/** Why values are not blocked with a decision, with the lists they would stand in. */
export const blockRefused = (entities: readonly CaseBlockEntity[]): AppError =>
  fail('CASE-BLOCK-REFUSED', { lists: entities.map((entity) => supportListOf(entity).name).join(', ') });

/**
 * What a decision of the caller blocks, as it is carried out after the time of its undo. Throws CASE-BLOCK-REFUSED for lists
 * that the caller cannot change with a decision, REQ-INVALID for an end that is not in the future.
 */
export const readBlock = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  block: CaseBlock | undefined,
): Promise<BlockConsequence | undefined> => {
  if (block === undefined) return undefined;
  const { actor, capabilities, clock } = context;
  const entities = CASE_BLOCK_ENTITIES.filter((entity) => block.entities.includes(entity));
  if (block.until !== null && Date.parse(block.until) <= clock.now() + UNDO_MS)
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.block.until', message: 'is not in the future' }]);
  const blockable = await readBlockableLists(trx, context);
  const refused = entities.filter((entity) => !blockable.includes(entity));
  if (refused.length > 0) throw blockRefused(refused);
  return {
    entities: entities.join(','),
    until: block.until ?? '',
    agentId: actor.id,
    agent: actor.name,
    writesLists: allows(capabilities, 'lists:write') ? 'yes' : 'no',
  };
};
