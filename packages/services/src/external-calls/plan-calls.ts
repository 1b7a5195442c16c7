import type { PlanCall } from '@redoubt/engine';
import type { CatalogueCall } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listExternalCalls, type StoredExternalCall, type TenantTransaction } from '@redoubt/storage';

/** A stored call as plans take it, with its secrets as they are sealed. */
export const planCallOf = ({ secrets, ...call }: StoredExternalCall): PlanCall => ({
  ...sampledCallOf(call),
  secrets: Object.fromEntries(Object.entries(secrets).map(([slot, { sealed }]) => [slot, sealed])),
});

const sampledCallOf = ({
  id,
  name,
  definition,
  sampleResponse,
}: Pick<StoredExternalCall, 'id' | 'name' | 'definition' | 'sampleResponse'>): PlanCall => ({
  id,
  name,
  definition,
  sample: sampleResponse,
});

/** Calls of an environment for texts that are only checked or tried: without secrets, they answer with their samples. */
export const readSampledCalls = async (trx: TenantTransaction, environmentId: Id): Promise<readonly PlanCall[]> =>
  (await listExternalCalls(trx, environmentId)).map(sampledCallOf);

/** What texts may call, as the checker takes it. */
export const catalogueCalls = (
  calls: readonly Pick<PlanCall, 'name' | 'definition' | 'sample'>[],
): readonly CatalogueCall[] =>
  calls.map(({ name, definition, sample }) => ({
    name,
    parameters: definition.parameters.map((parameter) => parameter.name),
    ...(sample === undefined || sample === null ? {} : { sample }),
  }));
