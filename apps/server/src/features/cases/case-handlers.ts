import type * as contracts from '@redoubt/contracts';
import * as services from '@redoubt/services';
import { personOf, type EndpointHandler } from '../../http/binding.ts';

type CaseCalls = Pick<
  typeof contracts,
  | 'getQueueCases'
  | 'getCase'
  | 'startReview'
  | 'extendLease'
  | 'sendBackCase'
  | 'releaseCase'
  | 'assignCase'
  | 'moveCases'
  | 'holdCase'
  | 'escalateCase'
  | 'returnCase'
  | 'decideCase'
  | 'decideCases'
  | 'undoCaseDecision'
  | 'reopenCase'
  | 'getCaseHistory'
>;

/** Calls about cases: which of them a person sees depends on the roles of the caller. */
export const caseHandlers: { readonly [Name in keyof CaseCalls]: EndpointHandler<CaseCalls[Name]> } = {
  getQueueCases: ({ context, caller, params, query }) =>
    services.getQueueCases(context, personOf(caller), params.queueId, query),
  getCase: ({ context, caller, params }) =>
    services.getCase(context, personOf(caller), params.eventType, params.eventId),
  startReview: ({ context, caller, params, body }) =>
    services.startReview(context, personOf(caller), params.queueId, body),
  extendLease: ({ context, caller, params }) => services.extendLease(context, personOf(caller), params.caseId),
  sendBackCase: ({ context, caller, params }) => services.sendBackCase(context, personOf(caller), params.caseId),
  releaseCase: ({ context, caller, params }) => services.releaseCase(context, personOf(caller), params.caseId),
  assignCase: ({ context, caller, params, body }) =>
    services.assignCase(context, personOf(caller), params.caseId, body),
  moveCases: ({ context, caller, body }) => services.moveCases(context, personOf(caller), body),
  holdCase: ({ context, caller, params, body }) => services.holdCase(context, personOf(caller), params.caseId, body),
  escalateCase: ({ context, caller, params, body }) =>
    services.escalateCase(context, personOf(caller), params.caseId, body),
  returnCase: ({ context, caller, params }) => services.returnCase(context, personOf(caller), params.caseId),
  decideCase: ({ context, caller, params, body }) =>
    services.decideCase(context, personOf(caller), params.caseId, body),
  decideCases: ({ context, caller, body }) => services.decideCases(context, personOf(caller), body),
  undoCaseDecision: ({ context, caller, params }) =>
    services.undoCaseDecision(context, personOf(caller), params.caseId),
  reopenCase: ({ context, caller, params, body }) =>
    services.reopenCase(context, personOf(caller), params.caseId, body),
  getCaseHistory: ({ context, caller, params, query }) =>
    services.getCaseHistory(context, personOf(caller), params.caseId, query),
};
