import type { VelocitySetDetail, VelocitySetText } from '@redoubt/contracts';
import { fail, nameKey } from '@redoubt/domain';
import { velocityDefinitionOf } from '@redoubt/fql';
import { newId, type Id } from '@redoubt/kernel';
import {
  insertVelocitySet,
  listPublishedVelocitySets,
  velocitySetStore,
  type StoredVelocityText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { requireFreeName } from '../resources/resource.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { storableVelocityText } from '../symbols/velocity-text.ts';
import { firstDraftStamp } from '../resources/versioned-resource.ts';
import { inTransaction } from '../unit-of-work.ts';

type NewSet = { readonly name: string; readonly description: string; readonly text: StoredVelocityText };

const insertDraft = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { name, description, text }: NewSet,
): Promise<VelocitySetDetail> => {
  const { tenantId, environmentId } = context;
  await requireFreeName(velocitySetResource, trx, environmentId, name, null);
  const id = newId();
  const changed = changedBy(context);
  await insertVelocitySet(trx, tenantId, { id, environmentId, name, description }, changed);
  await velocitySetStore.saveDraft(trx, tenantId, id, { ...text, ...firstDraftStamp(changed) });
  await recordActivity(trx, context, {
    operation: 'Create',
    type: 'VelocitySet',
    id,
    name,
    environmentId,
    modified: { name, description },
  });
  return readVelocitySet(trx, context, id);
};

/** A new velocity set as a draft. Throws VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN. */
export const createVelocitySet = async (
  context: EnvironmentContext,
  input: { readonly name: string; readonly description: string; readonly text: VelocitySetText },
): Promise<VelocitySetDetail> => {
  const text = storableVelocityText(input.text);
  const { description } = input;
  requireClean({ 'body.description': description });
  return inTransaction(context, (trx) => insertDraft(trx, context, { name: input.name.trim(), description, text }));
};

/** The first of name_2, name_3 … that is free. */
const freeName = (name: string, taken: Set<string>): string => {
  let number = 2;
  while (taken.has(nameKey(`${name}_${number}`))) number += 1;
  const free = `${name}_${number}`;
  taken.add(nameKey(free));
  return free;
};

/** The text of a velocity under a name that is free; one without a name stays as it is. */
const renamed = (code: string, taken: Set<string>): string => {
  const definition = velocityDefinitionOf(code);
  if (!definition) return code;
  const { from, to } = definition.nameSpan;
  return `${code.slice(0, from)}${freeName(definition.name, taken)}${code.slice(to)}`;
};

/**
 * A draft with the text of another set, its draft first. The names of velocities are unique in an environment, so each
 * gets one that is free. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN.
 */
export const cloneVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly name: string },
): Promise<VelocitySetDetail> =>
  inTransaction(context, async (trx) => {
    const original = await readVelocitySet(trx, context, setId);
    const text = original.draft ?? original.published;
    if (!text) throw fail('VELOCITY-SET-UNKNOWN', { id: setId });
    const published = await listPublishedVelocitySets(trx, context.environmentId);
    const taken = new Set(readableVelocities(published).map(({ name }) => nameKey(name)));
    const velocities = text.velocities.map(({ code }) => ({ id: newId(), code: renamed(code, taken) }));
    const { condition, sampleEvent, samplePayload } = text;
    return insertDraft(trx, context, {
      name: input.name.trim(),
      description: original.description,
      text: storableVelocityText({ condition, velocities, sampleEvent, samplePayload }),
    });
  });
