import { useProvidedNames } from '@redoubt/i18n';
import {
  createAssessment,
  createObservation,
  deleteAssessment,
  deleteObservation,
  getAssessment,
  getAssessments,
  getAssessmentTraffic,
  getAttributes,
  getLabelTraffic,
  getObservationTraffic,
  getSearchAttributes,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
  type AssessmentDetail,
  type BodyIn,
} from '@redoubt/contracts';
import { allows, isDefinedAssessment, type AssessmentName, type DefinedAssessmentKind } from '@redoubt/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
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

type Of<Body> = Body & { readonly assessment: DefinedAssessmentKind };
type OfObservation<Body> = Of<Body> & { readonly observation: number };

const toOne = <Body>({ assessment, ...body }: Of<Body>) => ({ params: { assessment }, body });

const ASSESSMENT = {
  answers: { read: getAssessment, params: ({ kind }: AssessmentDetail) => ({ assessment: kind }) },
  changes: [getAssessments, getAttributes, getSearchAttributes],
} as const;

/** The writes of these screens; each keeps what the server answers. */
export const useAssessmentMutations = () => ({
  create: useWrite(createAssessment, (body: BodyIn<typeof createAssessment>) => ({ body }), ASSESSMENT),
  update: useWrite(updateAssessment, toOne<BodyIn<typeof updateAssessment>>, ASSESSMENT),
  remove: useWrite(
    deleteAssessment,
    ({ assessment, ...query }: Of<{ readonly version: string; readonly apiName: string }>) => ({
      params: { assessment },
      query,
    }),
  ),
  addObservation: useWrite(createObservation, toOne<BodyIn<typeof createObservation>>, ASSESSMENT),
  changeObservation: useWrite(
    updateObservation,
    ({ assessment, observation, ...body }: OfObservation<BodyIn<typeof updateObservation>>) => ({
      params: { assessment, observation },
      body,
    }),
    ASSESSMENT,
  ),
  removeObservation: useWrite(
    deleteObservation,
    ({ assessment, observation, version }: OfObservation<{ readonly version: string }>) => ({
      params: { assessment, observation },
      query: { version },
    }),
    ASSESSMENT,
  ),
  putLabel: useWrite(putAssessmentLabel, toOne<BodyIn<typeof putAssessmentLabel>>, ASSESSMENT),
});
