import { useProvidedNames } from '@redoubt/i18n';
import {
  createAssessment,
  createObservation,
  deleteAssessment,
  deleteObservation,
  getAssessment,
  getAssessments,
  getAssessmentTraffic,
  getLabelTraffic,
  getObservationTraffic,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
  type AssessmentDetail,
  type BodyIn,
} from '@redoubt/contracts';
import { allows, isDefinedAssessment, type AssessmentName, type DefinedAssessmentKind } from '@redoubt/domain';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const keys = {
  all: (environmentId: string) => ['assessments', environmentId] as const,
  list: (environmentId: string) => ['assessments', environmentId, 'list'] as const,
  one: (environmentId: string, kind: string) => ['assessments', environmentId, 'one', kind] as const,
  traffic: (environmentId: string, kind: string) => ['assessments', environmentId, 'traffic', kind] as const,
  related: (environmentId: string, kind: string, part: number | 'label') =>
    ['assessments', environmentId, 'related', kind, part] as const,
};

/** The assessments of an environment; their traffic grows, so they are read again every half minute while looked at. */
export const assessmentsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.list(environmentId),
    queryFn: ({ signal }) => call(getAssessments, { params: { environmentId }, signal }),
    refetchInterval: 30_000,
  });

export const assessmentQuery = (call: ApiCall, environmentId: string, assessment: DefinedAssessmentKind) =>
  queryOptions({
    queryKey: keys.one(environmentId, assessment),
    queryFn: ({ signal }) => call(getAssessment, { params: { environmentId, assessment }, signal }),
    retry: false,
  });

/** What the newest events of an assessment carried. */
export const trafficQuery = (call: ApiCall, environmentId: string, assessment: AssessmentName) =>
  queryOptions({
    queryKey: keys.traffic(environmentId, assessment),
    queryFn: ({ signal }) => call(getAssessmentTraffic, { params: { environmentId, assessment }, signal }),
    staleTime: 0,
  });

/** What was received lately of an observation, by its number, or of the label. */
export const relatedTrafficQuery = (
  call: ApiCall,
  environmentId: string,
  assessment: DefinedAssessmentKind,
  part: number | 'label',
) =>
  queryOptions({
    queryKey: keys.related(environmentId, assessment, part),
    queryFn: ({ signal }) =>
      part === 'label'
        ? call(getLabelTraffic, { params: { environmentId, assessment }, signal })
        : call(getObservationTraffic, { params: { environmentId, assessment, observation: part }, signal }),
    refetchInterval: 60_000,
  });

/** An assessment as it is written back: a change is laid over it. */
export const definitionOf = ({
  version,
  friendlyName,
  sections,
  fields,
  features,
  dataSubjectIds,
  sharing,
  sampleResponse,
  reports,
}: AssessmentDetail): BodyIn<typeof updateAssessment> => ({
  version,
  friendlyName,
  sections,
  fields,
  features,
  dataSubjectIds,
  sharing,
  sampleResponse,
  reports,
});

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

/** The writes of these screens; each keeps what the server answers. */
export const useAssessmentMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  // Not awaited: the form is drawn anew with what was kept, and a caller's own `onSuccess` is lost with the form before it.
  const keep = (detail: AssessmentDetail): void => {
    client.setQueryData(keys.one(environmentId, detail.kind), detail);
    void client.invalidateQueries({ queryKey: keys.list(environmentId) });
  };
  type Of<Body> = Body & { readonly assessment: DefinedAssessmentKind };
  return {
    create: useMutation({
      mutationFn: (body: BodyIn<typeof createAssessment>) => call(createAssessment, { params, body }),
      onSuccess: keep,
    }),
    update: useMutation({
      mutationFn: ({ assessment, ...body }: Of<BodyIn<typeof updateAssessment>>) =>
        call(updateAssessment, { params: { ...params, assessment }, body }),
      onSuccess: keep,
    }),
    remove: useMutation({
      mutationFn: ({ assessment, ...query }: Of<{ readonly version: string; readonly apiName: string }>) =>
        call(deleteAssessment, { params: { ...params, assessment }, query }),
      onSuccess: () => client.invalidateQueries({ queryKey: keys.all(environmentId) }),
    }),
    addObservation: useMutation({
      mutationFn: ({ assessment, ...body }: Of<BodyIn<typeof createObservation>>) =>
        call(createObservation, { params: { ...params, assessment }, body }),
      onSuccess: keep,
    }),
    changeObservation: useMutation({
      mutationFn: ({
        assessment,
        observation,
        ...body
      }: Of<BodyIn<typeof updateObservation>> & { readonly observation: number }) =>
        call(updateObservation, { params: { ...params, assessment, observation }, body }),
      onSuccess: keep,
    }),
    removeObservation: useMutation({
      mutationFn: ({
        assessment,
        observation,
        version,
      }: Of<{ readonly observation: number; readonly version: string }>) =>
        call(deleteObservation, { params: { ...params, assessment, observation }, query: { version } }),
      onSuccess: keep,
    }),
    putLabel: useMutation({
      mutationFn: ({ assessment, ...body }: Of<BodyIn<typeof putAssessmentLabel>>) =>
        call(putAssessmentLabel, { params: { ...params, assessment }, body }),
      onSuccess: keep,
    }),
  };
};
