import type { RuleText } from '@redoubt/contracts';
import {
  EVENT_EXAMPLES,
  GENERAL_QUEUE,
  supportClausesOf,
  isBuiltInAssessment,
  type AssessmentName,
  type BuiltInAssessment,
} from '@redoubt/domain';
import type { Text } from '@redoubt/i18n';

/** Rules a person can start from; the first is blank. */
const STARTERS_OF: Readonly<Record<BuiltInAssessment, readonly RuleStarter[]>> = {
  purchase: ['blank', 'supportLists', 'highAmount', 'newAccount'],
  accountCreation: ['blank', 'supportLists', 'unproven'],
  accountLogin: ['blank', 'supportLists', 'changed'],
};
/** Rules of a defined assessment come with its template; what is left to start from is a blank one. */
export const startersOf = (assessment: AssessmentName): readonly RuleStarter[] =>
  isBuiltInAssessment(assessment) ? STARTERS_OF[assessment] : ['blank'];

/** What a rule can start from; `action` is a blank action after a decision, `routing` a rule that routes cases. */
export const STARTERS = [
  'blank',
  'supportLists',
  'highAmount',
  'newAccount',
  'unproven',
  'changed',
  'action',
  'routing',
] as const;
export type Starter = (typeof STARTERS)[number];
type RuleStarter = Exclude<Starter, 'action' | 'routing'>;

const SAMPLE = {
  purchaseId: 'sample-purchase',
  merchantLocalDate: '2026-11-20T13:02:11Z',
  totalAmount: 489,
  currency: 'EUR',
  user: {
    userId: 'sample-user',
    email: 'o.tasker@example.net',
    creationDate: '2026-11-16T07:12:44Z',
    country: 'DK',
  },
  deviceContext: { externalDeviceId: 'dev-5c19', ipAddress: '203.0.113.47' },
  productList: [{ productId: 'sku-1', productName: 'Headphones', quantity: 1, salesPrice: 489 }],
};

const CODES: Readonly<Record<Exclude<Starter, 'supportLists'>, { readonly condition: string; readonly code: string }>> =
  {
    blank: { condition: '', code: 'RETURN Approve()\nWHEN false' },
    action: { condition: '', code: 'DO SetResponse(decided = Response.Decision())' },
    routing: { condition: '', code: `ROUTETO Queue("${GENERAL_QUEUE.name}")` },
    highAmount: {
      condition: '',
      code: 'RETURN Reject("HIGH_AMOUNT", "Amount above the limit")\nWHEN @"totalAmount" > 220',
    },
    newAccount: {
      condition: 'WHEN @"totalAmount" > 150',
      code: 'LET $age = DaysSince(@"user.creationDate")\nRETURN Review("NEW_ACCOUNT", "Call back before shipping")\nWHEN $age < 7',
    },
    unproven: {
      condition: '',
      code: 'RETURN Challenge("Email", "ADDRESS_NOT_PROVEN")\nWHEN Exists(@"email[0].emailValue") && @"email[0].isEmailValidated" == false',
    },
    changed: {
      condition: '',
      code: 'RETURN Challenge("SMS", "CHANGED_LATELY")\nWHEN DaysSince(@"recentUpdate.lastPhoneNumberUpdateDate") < 1\n  || DaysSince(@"recentUpdate.lastEmailUpdateDate") < 1',
    },
  };

const sampleOf = (assessment: AssessmentName): unknown => {
  if (assessment === 'purchase') return SAMPLE;
  return isBuiltInAssessment(assessment) ? EVENT_EXAMPLES[assessment].full : {};
};

/** The text of a starter, or of a new action; its clauses are named in the reader's language. */
export const starterText = (
  assessment: AssessmentName,
  starter: Starter,
  text: Text<'rules'>,
  newId: () => string,
  /** The sample of the set where one was chosen. */
  ownSample: unknown,
): RuleText => {
  const samplePayload = ownSample ?? sampleOf(assessment);
  if (starter === 'supportLists' && isBuiltInAssessment(assessment)) {
    const clauses = supportClausesOf(assessment).map(({ key, code }) => ({
      id: newId(),
      name: text(`starter.${key}Clause`),
      code,
    }));
    return { condition: '', clauses, samplePayload };
  }
  const other = starter === 'supportLists' ? 'blank' : starter;
  const { condition, code } = CODES[other];
  const name =
    other === 'blank' || other === 'action' || other === 'routing'
      ? text('editor.newClauseName', { index: 1 })
      : text(`starter.${other}Clause`);
  return { condition, clauses: [{ id: newId(), name, code }], samplePayload };
};
