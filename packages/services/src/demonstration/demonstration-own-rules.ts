import { newId } from '@redoubt/kernel';
import { listAssessments } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { DEMONSTRATION_ASSESSMENT } from './demonstration-assessment.ts';
import { inTransaction } from '../unit-of-work.ts';

type OwnRule = {
  readonly name: string;
  readonly description: string;
  readonly type: 'decision' | 'action';
  readonly clauses: readonly { readonly name: string; readonly code: string }[];
};

/** What is looked at when points are redeemed. */
export const DEMONSTRATION_POINTS_RULE: OwnRule = {
  name: 'Long stay by night',
  description: 'Stolen points are spent by night, for more nights than guests stay.',
  type: 'decision',
  clauses: [
    {
      name: 'Review',
      code: 'RETURN Review("Long stay by night")\nWHEN @"agent.shift" == "night" && @"booking.nights".ToInt32() > 5',
    },
    {
      name: 'Ask first',
      code: 'RETURN Challenge("Email", "Many points")\nWHEN @"loyalty.points".ToInt32() > 50000',
    },
  ],
};

/** What the desk of a hotel learns when points were redeemed: the action of the demonstration. */
export const DEMONSTRATION_ACTION: OwnRule = {
  name: 'Advice for the desk',
  description: 'Tells the desk what to do about the decision, and marks long stays.',
  type: 'action',
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

/** Publishes a rule or an action of the assessment; nothing where it was deleted. */
export const seedOwnRule = async (context: EnvironmentContext, rule: OwnRule): Promise<void> => {
  const { apiName } = DEMONSTRATION_ASSESSMENT;
  const defined = await inTransaction(context, listAssessments);
  const assessment = defined.find((each) => each.apiName === apiName);
  if (!assessment) return;
  const { name, description, type } = rule;
  const clauses = rule.clauses.map((clause) => ({ id: newId(), ...clause }));
  const created = await createRule(context, assessment.kind, {
    name,
    description,
    type,
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
