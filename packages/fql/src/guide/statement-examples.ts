import type { Json } from '@redoubt/kernel';
import type { RuleKind } from '../program/kinds.ts';

/** A whole text of a kind of rule, and what comes of it: what a test finds is compared with `gives`. */
export type TextExample = { readonly kind: RuleKind; readonly text: string; readonly gives: Json };

const example = (kind: RuleKind, text: string, gives: Json): TextExample => ({ kind, text, gives });
const aggregate = (call: string, value: Json): TextExample =>
  example('velocity', `SELECT ${call} AS v FROM Purchase GROUPBY @"user.userId"`, {
    contributions: [{ velocity: 'v', key: 'u13', value }],
  });

/** Calls that only statements take, by id. */
export const STATEMENT_EXAMPLES: Readonly<Record<string, TextExample>> = {
  Approve: example('decision', 'RETURN Approve("KNOWN")\nWHEN @"user.country" == "DE"', {
    decision: 'Approve',
    reason: 'KNOWN',
  }),
  Reject: example('decision', 'RETURN Reject("AMOUNT", "Please call us")\nWHEN @"totalAmount" > 100', {
    decision: 'Reject',
    reason: 'AMOUNT',
    supportMessage: 'Please call us',
  }),
  Review: example('decision', 'RETURN Review()\nWHEN Velocity.purchases(@"user.userId", 2h) >= 3', {
    decision: 'Review',
  }),
  Challenge: example('decision', 'RETURN Challenge("SMS", "NEW DEVICE")', {
    decision: 'Challenge',
    challengeType: 'SMS',
    reason: 'NEW DEVICE',
  }),
  Output: example('decision', 'OBSERVE Output(twice = @"totalAmount" * 2, country = @"user.country")', {
    output: { twice: 259.8, country: 'DE' },
  }),
  Trace: example('decision', 'RETURN Approve(), Trace(score = @"riskScore")', {
    decision: 'Approve',
    trace: { score: 640 },
  }),
  Other: example('decision', 'OBSERVE Other(seen = true)', { output: { seen: true } }),
  SetVariables: example('decision', 'DO SetVariables(band = @"riskScore" > 600 ? "high" : "low")', {
    variables: { band: 'high' },
  }),
  SetResponse: example('action', 'DO SetResponse("risk", score = @"riskScore")\nWHEN Response.Decision() == "Review"', {
    response: { risk: { score: 640 } },
  }),
  'Assessment.SendLabel': example('adHoc', 'DO Assessment.SendLabel(@"user.userId", "Fraud", "chargeback")', {
    labels: [{ eventId: 'u13', label: 'Fraud', reason: 'chargeback' }],
  }),
  'Response.Decision': example('action', 'DO SetResponse(refused = Response.Decision() == "reject")', {
    response: { refused: false },
  }),
  Count: aggregate('Count()', 1),
  DistinctCount: aggregate('DistinctCount(@"user.email")', 'nora@mail.example'),
  Sum: aggregate('Sum(@"totalAmount")', 129.9),
  Avg: aggregate('Avg(@"totalAmount")', 129.9),
  Min: aggregate('Min(@"totalAmount")', 129.9),
  Max: aggregate('Max(@"totalAmount")', 129.9),
  StdDev: aggregate('StdDev(@"totalAmount")', 129.9),
  First: aggregate('First(@"totalAmount")', 129.9),
  Last: aggregate('Last(@"totalAmount")', 129.9),
};

/** A statement: where it may stand, how often, what it does. */
export type StatementTopic = {
  readonly syntax: string;
  readonly summary: string;
  readonly places: string;
  readonly example: TextExample;
};

export const STATEMENTS: readonly StatementTopic[] = [
  {
    syntax: 'LET $name = expression',
    summary:
      'Names a value. It is worked out once, when first used, and seen in its text and in later clauses. It cannot be changed.',
    places: 'Every text, any number.',
    example: example('decision', 'LET $net = @"totalAmount" - 29.9\nRETURN Reject("NET")\nWHEN $net > 50', {
      decision: 'Reject',
      reason: 'NET',
    }),
  },
  {
    syntax: 'WHEN expression',
    summary: 'On its own it is the condition of a rule; after another statement it says when that statement counts.',
    places: 'Conditions, once; after OBSERVE, RETURN, SELECT, ROUTETO and DO.',
    example: example('decision', 'RETURN Review()\nWHEN @"totalAmount" > 500', {}),
  },
  {
    syntax: 'OBSERVE Output(…), Trace(…) [WHEN expression]',
    summary: 'Adds values to the answer or sends them to the event stream; evaluation goes on.',
    places: 'Clauses of decision rules, once.',
    example: example('decision', 'OBSERVE Output(days = DaysSince(@"user.creationDate")), Trace(seen = true)', {
      output: { days: 4 },
      trace: { seen: true },
    }),
  },
  {
    syntax: 'RETURN Approve(…) | Reject(…) | Review(…) | Challenge(…) [, observations] [WHEN expression]',
    summary: 'Decides, and ends the evaluation of all rules.',
    places: 'Clauses of decision rules, once.',
    example: example(
      'decision',
      'RETURN Reject("COUNTRY"), Output(country = @"user.country")\nWHEN In(@"user.country", "DE, FR")',
      {
        decision: 'Reject',
        reason: 'COUNTRY',
        output: { country: 'DE' },
      },
    ),
  },
  {
    syntax: 'RETURN expression',
    summary: 'The value of a property; where it fails, the default of the type.',
    places: 'Properties of functions, exactly once.',
    example: example('function', 'RETURN Math.Round(@"totalAmount" / 10)', { value: 13 }),
  },
  {
    syntax: 'SELECT aggregate AS name FROM event [, event] [WHEN expression] GROUPBY expression',
    summary: 'What an event adds to a velocity. Events are written Assessment or Assessment:observation.',
    places: 'Velocities, exactly once; WHEN before or after GROUPBY.',
    example: example(
      'velocity',
      'SELECT Sum(@"totalAmount") AS spent\nFROM Purchase\nWHEN @"user.country" == "DE"\nGROUPBY @"user.userId"',
      {
        contributions: [{ velocity: 'spent', key: 'u13', value: 129.9 }],
      },
    ),
  },
  {
    syntax: 'ROUTETO Queue("name") [WHEN expression]',
    summary: 'Sends a case to a queue; the first clause that holds ends routing. Without one the case goes to General.',
    places: 'Clauses of routing rules, once.',
    example: example('routing', 'ROUTETO Queue("Large")\nWHEN @"totalAmount" > 100', { queue: 'Large' }),
  },
  {
    syntax: 'DO action [WHEN expression]',
    summary: 'Carries out an action: SetResponse, SetVariables, an external call or an assessment. All clauses run.',
    places: 'Clauses of actions, any number; SetVariables also in decision and routing clauses; ad-hoc actions once.',
    example: example('action', 'DO SetVariables(seen = true)\nDO SetResponse(tier = GetVariable("tier").AsString())', {
      variables: { seen: true },
      response: { tier: 'gold' },
    }),
  },
];
