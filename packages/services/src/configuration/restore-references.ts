import { nameKey } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import type { Clock } from '@redoubt/kernel';
import {
  advancePlanHead,
  listAssessments,
  listEnvironments,
  listExternalAssessments,
  listPublishedVelocitySets,
  listReferences,
  readReferenceFormat,
  saveReferenceFormat,
  saveReferences,
  type Database,
  type NewReference,
  type Reader,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import { readPublishedTexts } from './published-texts.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { keySetReferences, sourceReferences, targetReferences, textReferences } from '../references/text-references.ts';

/**
 * Names what is stored of a published text. A release that stores more, or other things, raises it: then everything is
 * worked out once more, at the next start.
 */
const REFERENCE_FORMAT = 1;

/** A function as it was when its caller was published stays known. */
const withSignatures = (
  references: readonly NewReference[],
  before: readonly StoredReference[],
): readonly NewReference[] =>
  references.map((each) => {
    const known = before.find(
      ({ kind, environmentId, name }) =>
        kind === each.kind && environmentId === each.environmentId && nameKey(name) === nameKey(each.name),
    );
    return { ...each, signature: known?.signature ?? each.signature };
  });

const restoreTexts = async (trx: TenantTransaction, tenantId: string, environmentId: string): Promise<void> => {
  const sources = new Map(
    (await listPublishedVelocitySets(trx, environmentId)).map((set) => [set.id, set.sources] as const),
  );
  const path = await readFunctionPath(trx, environmentId);
  const before = Map.groupBy(
    await listReferences(trx, { kinds: ['function'], readersIn: environmentId }),
    ({ reader }) => reader.id,
  );
  for (const { kind, id, source, symbols } of await readPublishedTexts(trx, environmentId)) {
    const read = [
      ...textReferences(checkRule(source, symbols).checked.references, environmentId, path),
      ...sourceReferences(environmentId, sources.get(id)),
    ];
    await saveReferences(trx, tenantId, { kind, id, environmentId }, withSignatures(read, before.get(id) ?? []));
  }
};

const restoreTenant = async (trx: TenantTransaction, tenantId: string, at: Date): Promise<void> => {
  const isDone = async (): Promise<boolean> => (await readReferenceFormat(trx)) === REFERENCE_FORMAT;
  if (await isDone()) return;
  // Nothing is published meanwhile, and another node that starts waits here and then finds the work done.
  await advancePlanHead(trx, tenantId, at);
  if (await isDone()) return;
  for (const { id } of await listEnvironments(trx)) await restoreTexts(trx, tenantId, id);
  const save = (reader: Pick<Reader, 'kind' | 'id' | 'environmentId'>, read: readonly NewReference[]): Promise<void> =>
    saveReferences(trx, tenantId, reader, read);
  for (const { kind: id, environmentId, definition } of await listAssessments(trx))
    await save({ kind: 'assessment', id, environmentId }, keySetReferences(environmentId, definition.keySetCall));
  for (const { id, environmentId, target } of await listExternalAssessments(trx))
    await save({ kind: 'externalAssessment', id, environmentId }, targetReferences(target));
  await saveReferenceFormat(trx, tenantId, REFERENCE_FORMAT);
};

/**
 * Works out what reads what for tenants whose references an earlier release wrote, or none did: after an upgrade, and
 * after a backup of an earlier release is restored. Called at start, before anything is asked or published.
 */
export const restoreReferences = async (database: Database, clock: Clock): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, (trx) => restoreTenant(trx, tenantId, new Date(clock.now())));
  }
};
