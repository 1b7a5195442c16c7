import { capabilitiesOf, type AssessmentName } from '@redoubt/domain';
import { newId, type Clock, type Id } from '@redoubt/kernel';
import { createAssessment, createBranch, createRule, publishRule, type EnvironmentContext } from '@redoubt/services';
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

/** A person who may define everything in an environment. */
export const definingContext = ({ database, clock, tenantId, environmentId }: Place): EnvironmentContext => ({
  database,
  clock,
  tenantId,
  environmentId,
  actor: { kind: 'person', id: 'mara', name: 'Mara' },
  correlationId: newId(),
  capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
});

/** Publishes a rule of one clause in an assessment, or in a branch of it. */
export const publishClause = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  name: string,
  code: string,
  branch?: string,
): Promise<void> => {
  const text = { condition: '', clauses: [{ id: newId(), name, code }], samplePayload: {} };
  const { id, version } = await createRule(context, assessment, { name, description: '', text, branch });
  const publish = { version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, assessment, id, publish);
};

/** Makes the branch `strict` of an assessment, whose only rule rejects everything with the reason `Branch`. */
export const publishStrictBranch = async (context: EnvironmentContext, assessment: AssessmentName): Promise<void> => {
  await createBranch(context, assessment, { name: 'Strict', apiName: 'strict', ruleIds: [] });
  await publishClause(context, assessment, 'All', 'RETURN Reject("Branch")', 'strict');
};

type Examples = { readonly points: AssessmentName; readonly review: AssessmentName };

/** Defines both in a root environment. */
export const defineExamples = async (place: Place): Promise<Examples> => {
  const context = definingContext(place);
  const points = await createAssessment(context, POINTS_DEFINITION);
  const review = await createAssessment(context, REVIEW_DEFINITION);
  await publishClause(context, review.kind, 'Links', 'RETURN Review("LINKS")\nWHEN @"review.links" > 2');
  return { points: points.kind, review: review.kind };
};
