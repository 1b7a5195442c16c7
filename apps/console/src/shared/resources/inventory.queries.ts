import {
  activateRules,
  compareEnvironments,
  getInventory,
  replaceReference,
  type BodyIn,
  type ReferenceReplacement,
} from '@redoubt/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

export const inventoryQuery = (call: ApiCall, environmentId: string) =>
  read(call, getInventory, { params: { environmentId } });

export const comparisonQuery = (call: ApiCall, environmentId: string, other: string) =>
  read(call, compareEnvironments, { params: { environmentId }, query: { with: other } });

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
export const useActivation = () =>
  useWrite(activateRules, (body: BodyIn<typeof activateRules>) => ({ body }), { changes: 'everything' });
