import { TRACE_EVENTS, TRACE_VERSION, type TraceEvent } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';

const CALL: JsonObject = {
  externalCallName: 'AddressScore',
  requestStatus: 'Success',
  httpStatusCode: 200,
  correlationId: '0d6f0c1e-5b5e-4a53-9b7c-6f4a7f0e2a11',
  latencyMs: 84,
  assessment: 'PURCHASE',
  rule: null,
  clause: null,
};

const OF_PURCHASE = { assessmentApiName: 'Purchase', assessmentName: 'Purchase' };
const REQUEST = { purchaseId: 'order-1001', totalAmount: 120.5, currency: 'EUR', user: { userId: 'customer-7' } };
const RESPONSE = { resultDetails: { PurchaseId: 'order-1001', MerchantRuleDecision: 'Approve' } };

const CONTENTS: Readonly<Record<TraceEvent, JsonObject>> = {
  assessmentCalls: { request: REQUEST, response: RESPONSE },
  observeCalls: { request: { purchaseId: 'order-1001', statusType: 'Approved' }, response: { resultDetails: {} } },
  ruleTraces: {
    ruleName: 'High amount',
    clauseName: 'Watched',
    eventType: 'Purchase',
    correlationId: '0d6f0c1e-5b5e-4a53-9b7c-6f4a7f0e2a11',
    eventId: 'order-1001',
    attributes: { amount: 120.5 },
  },
  assessments: { request: REQUEST, response: RESPONSE, eventId: 'order-1001', ...OF_PURCHASE },
  observations: {
    request: { purchaseId: 'order-1001', statusType: 'Approved' },
    primaryEventId: 'order-1001',
    observationApiName: 'PurchaseStatus',
    observationName: 'PurchaseStatus',
    observationEventId: 'order-1001',
    ...OF_PURCHASE,
  },
  labels: {
    request: { labelObjectId: 'order-1001', labelState: 'Fraud' },
    labelEventId: 'Purchase:order-1001',
    ...OF_PURCHASE,
  },
  cases: {
    caseId: '6f1c1c0e-8a3e-8d11-9c58-2f0a4f1b7c20',
    entryNumber: 2,
    eventId: 'order-1001',
    ...OF_PURCHASE,
    action: 'decide',
    source: 'Agent',
    userId: '5b0d6a52-1d7c-4f0e-9a39-0f7a0f0f4a11',
    details: { inBulk: false, verdict: { decision: 'Reject', caseAction: 'Block' } },
  },
  audit: {
    audit: {
      entityId: '2f1b9f36-4b0e-4b6d-8f5a-6f0b7c1d2e3f',
      entityName: 'High amount',
      entityType: 'Rule',
      operationName: 'NewRule',
      userId: '5b0d6a52-1d7c-4f0e-9a39-0f7a0f0f4a11',
    },
  },
  activity: {
    eventId: '8d3e1c52-7f4b-4a0e-9d6c-1b2a3c4d5e6f',
    operationType: 'Publish',
    resourceType: 'Rule',
    resourceId: '2f1b9f36-4b0e-4b6d-8f5a-6f0b7c1d2e3f',
    resourceName: 'High amount',
    userId: '5b0d6a52-1d7c-4f0e-9a39-0f7a0f0f4a11',
    correlationId: '0d6f0c1e-5b5e-4a53-9b7c-6f4a7f0e2a11',
    original: null,
    modified: { order: 1 },
  },
  externalCalls: CALL,
  externalCallErrors: {
    ...CALL,
    requestStatus: 'ResponseFailure',
    httpStatusCode: 503,
    error: 'The answer has the status 503.',
    response: null,
    requestUri: null,
    requestBody: ['customer-7'],
  },
};

/** The API that samples are of, where the namespace ends with one. */
const API_OF_SAMPLE: Readonly<Partial<Record<TraceEvent, string>>> = {
  assessmentCalls: 'Purchase',
  observeCalls: 'PurchaseStatus',
  assessments: 'Purchase',
  observations: 'PurchaseStatus',
  labels: 'Label',
};

/** An envelope as it is sent, with made-up values. @param metadata of the message that is made of it */
export const traceSample = (
  event: TraceEvent,
  metadata: JsonObject,
  uniqueId = 'sample',
): JsonObject & { readonly name: string } => ({
  uniqueId,
  ...CONTENTS[event],
  name: `${TRACE_EVENTS[event].namespace}${API_OF_SAMPLE[event] ?? ''}`,
  version: TRACE_VERSION,
  metadata,
});
