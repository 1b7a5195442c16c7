import {
  activateRules,
  compareEnvironments,
  getInventory,
  replaceReference,
  type BodyOf,
  type ReferenceReplacement,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

export const inventoryQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: ['inventory', environmentId] as const,
    queryFn: ({ signal }) => call(getInventory, { params: { environmentId }, signal }),
  });

export const comparisonQuery = (call: ApiCall, environmentId: string, other: string) =>
  queryOptions({
    queryKey: ['inventory', environmentId, 'comparison', other] as const,
    queryFn: ({ signal }) => call(compareEnvironments, { params: { environmentId }, query: { with: other }, signal }),
  });

/** What texts of the language name, as the wire calls it. */
export type Replaceable = 'list' | 'velocity' | 'function' | 'call' | 'assessment';

/** Tries a replacement without a state, and makes it with one. */
export const useReplacement = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  return useMutation({
    mutationFn: (body: {
      readonly of: Replaceable;
      readonly from: string;
      readonly to: string;
      readonly state?: string;
    }) => call(replaceReference, { params: { environmentId }, body }),
    onSuccess: async ({ applied }: ReferenceReplacement): Promise<void> => {
      if (applied) await client.invalidateQueries();
    },
  });
};

/** Activates or deactivates rules together. */
export const useActivation = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  return useMutation({
    mutationFn: (body: BodyOf<typeof activateRules>) => call(activateRules, { params: { environmentId }, body }),
    onSuccess: () => client.invalidateQueries(),
  });
};
