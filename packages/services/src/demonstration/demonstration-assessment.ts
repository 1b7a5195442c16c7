import type { BodyOf, createAssessment } from '@redoubt/contracts';
import { TEMPLATE_FACTS, type CustomField } from '@redoubt/domain';

const field = (path: string, friendlyName: string, type: CustomField['type'], sample: CustomField['sample']) => ({
  path,
  friendlyName,
  type,
  sample,
  required: false,
  searchable: true,
});

/** Guests of a shop's loyalty program pay with points: the assessment of the demonstration that a customer defined. */
export const DEMONSTRATION_ASSESSMENT: BodyOf<typeof createAssessment> = {
  template: 'LoyaltyProgram',
  apiName: 'PointsRedemption',
  friendlyName: 'Points redemption',
  sections: [...TEMPLATE_FACTS.LoyaltyProgram.sections],
  fields: [
    field('booking.hotel', 'Hotel', 'string', 'Harbour Inn'),
    field('booking.nights', 'Nights', 'integer', 2),
    field('agent.shift', 'Shift of the agent', 'string', 'night'),
  ],
  observations: [
    { template: 'AssessmentStatus', friendlyName: 'Booking status', apiName: 'status', fields: [] },
    {
      template: 'Custom',
      friendlyName: 'Stay',
      apiName: 'stay',
      fields: [field('stay.noShow', 'No-show', 'boolean', false)],
    },
  ],
  label: { friendlyName: 'Verdict of the desk', fields: [] },
  features: { ...TEMPLATE_FACTS.LoyaltyProgram.features },
  dataSubjectIds: ['user.id'],
  runMode: 'allUntilDecision',
};
