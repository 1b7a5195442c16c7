import type { SupportEntity } from '../support-lists/support-list.ts';
import type { CaseDecision } from './case-decisions.ts';

/** Support lists whose status Block a decision of a case can give to the values of its event. */
export const CASE_BLOCK_ENTITIES = [
  'email',
  'deviceId',
  'paymentInstrument',
] as const satisfies readonly SupportEntity[];
export type CaseBlockEntity = (typeof CASE_BLOCK_ENTITIES)[number];

/** What an agent asks for with a decision: which values of the event are blocked, and until when; null blocks them for good. */
export type CaseBlock = { readonly entities: readonly CaseBlockEntity[]; readonly until: string | null };

/** Whether a decision goes with blocking: it rejects the event or labels it as fraud. */
export const canBlockWith = ({ caseAction, labelAction }: Pick<CaseDecision, 'caseAction' | 'labelAction'>): boolean =>
  caseAction === 'Reject' || labelAction === 'Fraud';
