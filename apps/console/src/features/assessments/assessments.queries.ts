import { getAssessments } from '@redoubt/contracts';
import { allows, isDefinedAssessment } from '@redoubt/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Call } from '../../api/call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const assessmentsQuery = (call: Call, environmentId: string) =>
  queryOptions({
    queryKey: ['assessments', environmentId, 'list'] as const,
    queryFn: ({ signal }) => call(getAssessments, { params: { environmentId }, signal }),
  });

/** Names a defined assessment for people; by its kind where the name is not known. */
export const useDefinedName = (): ((kind: string) => string) => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const enabled = allows(capabilities, 'assessments:read');
  const { data } = useQuery({ ...assessmentsQuery(call, id), enabled, refetchInterval: false, staleTime: 60_000 });
  return useCallback((kind) => data?.assessments.find((each) => each.kind === kind)?.friendlyName ?? kind, [data]);
};

/** Assessments that were defined in the tree of the environment; none until they are known, or for who may not see them. */
export const useDefinedAssessments = (enabled = true) => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const isAllowed = enabled && allows(capabilities, 'assessments:read');
  const query = useQuery({ ...assessmentsQuery(call, id), enabled: isAllowed, staleTime: 60_000 });
  return (query.data?.assessments ?? []).flatMap(({ kind, friendlyName, features }) =>
    isDefinedAssessment(kind) && friendlyName !== null
      ? [{ kind, friendlyName, isSearchable: features?.search ?? true }]
      : [],
  );
};
