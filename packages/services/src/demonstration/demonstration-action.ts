import { newId } from '@redoubt/kernel';
import { listAssessments } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { DEMONSTRATION_ASSESSMENT } from './demonstration-assessment.ts';

/** What the desk of a hotel is told when points were redeemed: the action of the demonstration. */
export const DEMONSTRATION_ACTION = {
  name: 'Advice for the desk',
  description: 'Tells the desk what to do about the decision, and marks long stays.',
  clauses: [
    {
      name: 'Advice',
      code: `DO SetResponse("Desk",
  advice = Response.Decision() == "Approve" ? "Hand over the key" : "Ask for the confirmation of the booking",
  nights = @"booking.nights".ToInt32())`,
    },
    { name: 'Long stay', code: 'DO SetResponse("Desk", longStay = true)\nWHEN @"booking.nights".ToInt32() > 7' },
  ],
};

const SAMPLE = {
  metadata: { eventId: 'redeem-1', merchantTimeStamp: '2026-11-20T13:02:11Z' },
  user: { id: 'guest-7' },
  booking: { hotel: 'Harbour Inn', nights: 9 },
};

export const seedAction = async (context: EnvironmentContext): Promise<void> => {
  const { apiName } = DEMONSTRATION_ASSESSMENT;
  const defined = await context.database.inTenant(context.tenantId, listAssessments);
  const assessment = defined.find((each) => each.apiName === apiName);
  if (!assessment) return;
  const { name, description } = DEMONSTRATION_ACTION;
  const clauses = DEMONSTRATION_ACTION.clauses.map((clause) => ({ id: newId(), ...clause }));
  const created = await createRule(context, assessment.kind, {
    name,
    description,
    type: 'action',
    text: { condition: '', clauses, samplePayload: SAMPLE },
  });
  await publishRule(context, assessment.kind, created.id, {
    version: created.version,
    name,
    description,
    active: true,
    note: 'Example',
    overwrite: false,
  });
};
