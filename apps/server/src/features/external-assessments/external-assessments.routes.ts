import * as contracts from '@redoubt/contracts';
import {
  changeExternalAssessment,
  createExternalAssessment,
  deleteExternalAssessment,
  getCallableAssessments,
  getExternalAssessment,
  getExternalAssessmentMetrics,
  getExternalAssessments,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const externalAssessmentBindings: readonly Binding[] = [
  bind(contracts.getExternalAssessments, ({ context, query }) => getExternalAssessments(context, query.period)),
  bind(contracts.getCallableAssessments, ({ context }) => getCallableAssessments(context)),
  bind(contracts.getExternalAssessment, ({ context, params }) =>
    getExternalAssessment(context, params.externalAssessmentId),
  ),
  bind(contracts.createExternalAssessment, ({ context, body }) => createExternalAssessment(context, body)),
  bind(contracts.changeExternalAssessment, ({ context, params, body }) =>
    changeExternalAssessment(context, params.externalAssessmentId, body),
  ),
  bind(contracts.deleteExternalAssessment, ({ context, params, query }) =>
    deleteExternalAssessment(context, params.externalAssessmentId, query.version),
  ),
  bind(contracts.getExternalAssessmentMetrics, ({ context, params, query }) =>
    getExternalAssessmentMetrics(context, params.externalAssessmentId, query.period),
  ),
];
