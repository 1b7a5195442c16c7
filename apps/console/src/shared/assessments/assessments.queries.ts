import { useProvidedNames } from '@redoubt/i18n';
import {
  getAssessment,
  getAssessments,
  getAssessmentTraffic,
  getLabelTraffic,
  getObservationTraffic,
} from '@redoubt/contracts';
import { allows, isDefinedAssessment, type AssessmentName, type DefinedAssessmentKind } from '@redoubt/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

/** The assessments of an environment; their traffic grows, so they are read again every half minute while looked at. */
export const assessmentsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAssessments, { params: { environmentId } }, { refetchInterval: 30_000 });

export const assessmentQuery = (call: ApiCall, environmentId: string, assessment: DefinedAssessmentKind) =>
  read(call, getAssessment, { params: { environmentId, assessment } }, { retry: false });

/** What the newest events of an assessment carried. */
export const trafficQuery = (call: ApiCall, environmentId: string, assessment: AssessmentName) =>
  read(call, getAssessmentTraffic, { params: { environmentId, assessment } }, { staleTime: 0 });

/** What was received lately of an observation, by its number, or of the label. */
export const relatedTrafficQuery = (
  call: ApiCall,
  environmentId: string,
  assessment: DefinedAssessmentKind,
  part: number | 'label',
) =>
  part === 'label'
    ? read(call, getLabelTraffic, { params: { environmentId, assessment } }, { refetchInterval: 60_000 })
    : read(
        call,
        getObservationTraffic,
        { params: { environmentId, assessment, observation: part } },
        { refetchInterval: 60_000 },
      );

/** Names a defined assessment for people; by its kind where the name is not known. */
export const useDefinedName = (): ((kind: string) => string) => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const enabled = allows(capabilities, 'assessments:read');
  const { data } = useQuery({ ...assessmentsQuery(call, id), enabled, refetchInterval: false, staleTime: 60_000 });
  const { shown } = useProvidedNames();
  return useCallback(
    (kind) => {
      const name = data?.assessments.find((each) => each.kind === kind)?.friendlyName;
      return name ? shown(name) : kind;
    },
    [data, shown],
  );
};

/** Assessments that were defined in the tree of the environment; none until they are known, or for who may not see them. */
export const useDefinedAssessments = (enabled = true) => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const isAllowed = enabled && allows(capabilities, 'assessments:read');
  const query = useQuery({
    ...assessmentsQuery(call, id),
    enabled: isAllowed,
    refetchInterval: false,
    staleTime: 60_000,
  });
  const { shown } = useProvidedNames();
  return (query.data?.assessments ?? []).flatMap(({ kind, friendlyName, features }) =>
    isDefinedAssessment(kind) && friendlyName !== null
      ? [{ kind, friendlyName: shown(friendlyName), isSearchable: features?.search ?? true }]
      : [],
  );
};
