import {
  createAssessment,
  createObservation,
  deleteAssessment,
  deleteObservation,
  getAssessment,
  getAssessments,
  getAttributes,
  getSearchAttributes,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
  type AssessmentDetail,
  type BodyIn,
} from '@redoubt/contracts';
import type { DefinedAssessmentKind } from '@redoubt/domain';
import { useWrite } from '../../api/use-write.ts';

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
