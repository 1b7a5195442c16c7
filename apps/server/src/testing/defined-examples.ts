import { capabilitiesOf } from '@redoubt/domain';
import { newId, type Clock, type Id } from '@redoubt/kernel';
import { createAssessment, createRule, publishRule, type EnvironmentContext } from '@redoubt/services';
import type { Database } from '@redoubt/storage';

/** What the examples of defined assessments need: points with all observations, and a decided legacy review. */
export const POINTS_DEFINITION: Parameters<typeof createAssessment>[1] = {
  template: 'LoyaltyProgram',
  apiName: 'PointsRedemption',
  friendlyName: 'Points redemption',
  sections: ['deviceFingerprinting', 'user', 'payment', 'card', 'loyalty'],
  fields: [
    { path: 'accommodations', friendlyName: 'Stays', type: 'array', sample: null, required: false, searchable: false },
    { path: 'agent.shift', friendlyName: 'Shift', type: 'integer', sample: 2, required: false, searchable: false },
  ],
  observations: [
    { template: 'AssessmentStatus', friendlyName: 'Status', apiName: 'status', fields: [] },
    { template: 'Bank', friendlyName: 'Bank', apiName: 'bank', fields: [] },
    { template: 'Chargeback', friendlyName: 'Chargeback', apiName: 'chargeback', fields: [] },
  ],
  label: { friendlyName: 'Label', fields: [] },
  features: { caseManagement: true, search: true, reporting: true },
  dataSubjectIds: ['metadata.eventId', 'user.id'],
  runMode: 'allUntilDecision',
};

export const REVIEW_DEFINITION: Parameters<typeof createAssessment>[1] = {
  template: 'Legacy',
  apiName: 'ReviewPosted',
  friendlyName: 'Review posted',
  sections: [],
  fields: [],
  observations: [],
  label: null,
  features: { caseManagement: false, search: true, reporting: false },
  dataSubjectIds: [],
  runMode: 'firstMatch',
};

type Place = { readonly database: Database; readonly clock: Clock; readonly tenantId: Id; readonly environmentId: Id };

/** Somebody who may define everything in an environment. */
export const definingContext = ({ database, clock, tenantId, environmentId }: Place): EnvironmentContext => ({
  database,
  clock,
  tenantId,
  environmentId,
  actor: { kind: 'person', id: 'mara', name: 'Mara' },
  correlationId: newId(),
  capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
});

/** Publishes a rule of one clause in an assessment. */
export const publishClause = async (
  context: EnvironmentContext,
  assessment: Parameters<typeof createRule>[1],
  name: string,
  code: string,
): Promise<void> => {
  const text = { condition: '', clauses: [{ id: newId(), name, code }], samplePayload: {} };
  const { id, version } = await createRule(context, assessment, { name, description: '', text });
  const publish = { version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, assessment, id, publish);
};

/** Defines both in a root environment. */
export const defineExamples = async (place: Place): Promise<void> => {
  const context = definingContext(place);
  await createAssessment(context, POINTS_DEFINITION);
  const review = await createAssessment(context, REVIEW_DEFINITION);
  await publishClause(context, review.kind, 'Links', 'RETURN Review("LINKS")\nWHEN @"review.links" > 2');
};
