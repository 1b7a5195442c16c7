import type { PlanAssessment, PlanCall } from '@redoubt/engine';
import type { SymbolTable } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listExternalAssessments,
  listExternalCalls,
  type StoredExternalCall,
  type TenantTransaction,
} from '@redoubt/storage';
import { planAssessment } from './plan-assessments.ts';

/** What texts of an environment may call: services outside, and other assessments. */
export type Callables = { readonly calls: readonly PlanCall[]; readonly assessments: readonly PlanAssessment[] };

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

/** What texts that are only checked or tried may call: without secrets, everything answers with its sample. */
export const readCallables = async (trx: TenantTransaction, environmentId: Id): Promise<Callables> => {
  const stored = await listExternalAssessments(trx, environmentId);
  const defined = stored.length === 0 ? [] : await listAssessments(trx);
  return {
    calls: (await listExternalCalls(trx, environmentId)).map(sampledCallOf),
    assessments: stored.map((each) => planAssessment(each, defined)),
  };
};

/** What texts may call, as the checker takes it. */
export const callSymbols = ({
  calls,
  assessments,
}: {
  readonly calls: readonly Pick<PlanCall, 'name' | 'definition' | 'sample'>[];
  readonly assessments: readonly Pick<PlanAssessment, 'name' | 'sample'>[];
}): Pick<SymbolTable, 'calls' | 'assessments'> => ({
  calls: calls.map(({ name, definition, sample }) => ({
    name,
    parameters: definition.parameters.map((parameter) => parameter.name),
    ...(sample === undefined || sample === null ? {} : { sample }),
  })),
  assessments: assessments.map(({ name, sample }) => ({
    name,
    ...(sample === undefined || sample === null ? {} : { sample }),
  })),
});
