import * as contracts from '@redoubt/contracts';
import {
  createAssessment,
  createObservation,
  deleteAssessment,
  deleteObservation,
  getAssessment,
  getAssessments,
  getAssessmentTraffic,
  getRelatedTraffic,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const assessmentBindings: readonly Binding[] = [
  bind(contracts.getAssessments, ({ context }) => getAssessments(context)),
  bind(contracts.getAssessment, ({ context, params }) => getAssessment(context, params.assessment)),
  bind(contracts.getAssessmentTraffic, ({ context, params }) => getAssessmentTraffic(context, params.assessment)),
  bind(contracts.getObservationTraffic, ({ context, params }) =>
    getRelatedTraffic(context, params.assessment, params.observation),
  ),
  bind(contracts.getLabelTraffic, ({ context, params }) => getRelatedTraffic(context, params.assessment, 'label')),
  bind(contracts.createAssessment, ({ context, body }) => createAssessment(context, body)),
  bind(contracts.updateAssessment, ({ context, params, body }) => updateAssessment(context, params.assessment, body)),
  bind(contracts.deleteAssessment, ({ context, params, query }) => deleteAssessment(context, params.assessment, query)),
  bind(contracts.createObservation, ({ context, params, body }) => createObservation(context, params.assessment, body)),
  bind(contracts.updateObservation, ({ context, params, body }) =>
    updateObservation(context, params.assessment, params.observation, body),
  ),
  bind(contracts.deleteObservation, ({ context, params, query }) =>
    deleteObservation(context, params.assessment, params.observation, query.version),
  ),
  bind(contracts.putAssessmentLabel, ({ context, params, body }) =>
    putAssessmentLabel(context, params.assessment, body),
  ),
];
