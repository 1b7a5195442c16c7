import * as contracts from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import type { Json, JsonObject } from '@redoubt/kernel';
import * as services from '@redoubt/services';
import type { Handlers } from '../http/bind-all.ts';
import { personOf, type Binding } from '../http/binding.ts';
import { runAgain } from '../http/change-calls.ts';
import { API_ADDRESSES } from './api-addresses.ts';
import { caseHandlers } from './cases/case-handlers.ts';
import { evaluator } from './evaluator.ts';

/** Which build runs where, as the about box shows it. */
export type BuildFacts = contracts.Me['build'];

/** What a node counts, and how full its store is. */
export type CountedVelocities = {
  readonly values: services.VelocityValues;
  /** Absent where the store is not in this process. */
  readonly statistics: (() => services.VelocityStatistics) | undefined;
};

/** What a node has besides its database. */
export type NodeParts = {
  readonly build: BuildFacts;
  readonly calls: services.ExternalCalls;
  /** The statement administrators accept. */
  readonly statement: services.AttestationText;
  /** Where data can be stored; never empty. */
  readonly geographies: readonly contracts.Geography[];
  /** Absent on a node that does not decide, which counts nothing. */
  readonly velocities: CountedVelocities | undefined;
  /** What may be looked up about addresses and cards. */
  readonly data: (() => EnrichmentData) | undefined;
  /** Absent on a node that takes no events. */
  readonly send: services.SendAs | undefined;
  /** What is kept of persons whose requests are worked on. */
  readonly subjects: services.SubjectKeys;
  /** Where this installation may connect to. */
  readonly reachable: Pick<services.ReachableAddresses, 'lookupFor'>;
  /** Every binding of the node: a change that was approved is carried out by the one of its call. */
  readonly bindings: () => readonly Binding[];
};

/** Preferences as saved; what an earlier release saved, or nothing, is filled up with defaults. */
const settingsOf = (stored: Json | undefined) => {
  const parsed = contracts.settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : contracts.settings.parse({});
};

/** Handlers of the endpoints that need the node or the caller, or whose command is named or asked otherwise. */
export const createHandlers = ({
  build,
  calls,
  statement,
  geographies,
  velocities,
  data,
  send,
  subjects,
  reachable,
  bindings,
}: NodeParts): Handlers<typeof contracts, typeof services> => {
  const check = services.createHostChecker(reachable);
  return {
    ...caseHandlers,
    attachFile: ({ context, params, query, stream }) => services.attachFile(context, params, { ...query, stream }),
    downloadAttachment: ({ context, params }) => services.downloadAttachment(context, params, params.attachmentId),
    getApiErrorSamples: ({ context, params, query }) =>
      services.getApiErrorSamples(context, { ...query, code: params.code }),
    getEventPlaces: ({ context, params }) => services.getEventPlaces(context, params, data?.()),
    getEventTimeline: ({ context, caller, params }) => services.getEventTimeline(context, personOf(caller), params),
    getLinkSummary: ({ context, caller, params, query }) =>
      services.getLinkSummary(context, personOf(caller), params, query),
    getLinkedEvents: ({ context, caller, params, query }) =>
      services.getLinkedEvents(context, personOf(caller), params, query),
    getApplications: ({ context, caller }) => services.getApplications(context, personOf(caller)),
    createApplication: ({ context, caller, body }) => services.createApplication(context, personOf(caller), body),
    changeApplication: ({ context, caller, params, body }) =>
      services.changeApplication(context, personOf(caller), params.applicationId, body),
    rotateCredential: ({ context, caller, params, body }) =>
      services.rotateCredential(context, personOf(caller), params.applicationId, body),
    endCredential: ({ context, caller, params, body }) =>
      services.endCredential(context, personOf(caller), params.applicationId, {
        ...body,
        credentialId: params.credentialId,
      }),
    getApplicationAccess: ({ context, caller }) => services.getApplicationAccess(context, personOf(caller)),
    assignApplicationRoles: ({ context, caller, params, body }) =>
      services.assignApplicationRoles(context, personOf(caller), params.applicationId, body),
    revokeApplicationRoles: ({ context, caller, body }) =>
      services.revokeApplicationRoles(context, personOf(caller), body.assignments),
    revokeApplication: ({ context, caller, params, body }) =>
      services.revokeApplication(context, personOf(caller), params.applicationId, body.version),
    getObservationTraffic: ({ context, params }) =>
      services.getRelatedTraffic(context, params.assessment, params.observation),
    getLabelTraffic: ({ context, params }) => services.getRelatedTraffic(context, params.assessment, 'label'),
    getAttestation: ({ caller, context }) => services.getAttestation(context, personOf(caller), statement),
    acceptAttestation: async ({ body, caller, context }) => {
      const person = personOf(caller);
      await services.acceptAttestation(context, person, statement, body.textVersion);
      return services.getAttestation(context, person, statement);
    },
    approveChange: ({ context, caller, params }) =>
      services.approveChange(context, calls.secrets, params.changeId, runAgain(bindings(), caller)),
    rejectChange: ({ context, params, body }) => services.rejectChange(context, params.changeId, body.reason),
    importConfiguration: ({ context, body: { note: _note, ...body } }) => services.importFiles(context, calls, body),
    getEvent: ({ context, params }) => services.getEvent(context, params, subjects.hashEventId),
    explainEvent: ({ context, params }) => services.explainEvent(context, evaluator, params, subjects.hashEventId),
    replayEvent: ({ context, params }) =>
      services.replayEvent(context, evaluator, params, data?.(), subjects.hashEventId),
    getExternalAssessments: ({ context, query }) => services.getExternalAssessments(context, query.period),
    getExternalAssessmentMetrics: ({ context, params, query }) =>
      services.getExternalAssessmentMetrics(context, params.externalAssessmentId, query.period),
    getExternalCalls: ({ context, query }) => services.getExternalCalls(context, calls, query.period),
    createExternalCall: ({ context, body }) => services.createExternalCall(context, calls, body),
    changeExternalCall: ({ context, params, body }) => services.changeExternalCall(context, calls, params.callId, body),
    testExternalCall: ({ context, body }) => services.testExternalCall(context, calls, body),
    getExternalCallMetrics: ({ context, params, query }) =>
      services.getExternalCallMetrics(context, calls, params.callId, query.period),
    getDeviceSession: ({ context, params }) => services.getDeviceSession(context, params.sessionId, data?.()),
    putFingerprintHost: ({ context, body }) => services.putFingerprintHost(context, body.hostName),
    verifyFingerprintHost: ({ context }) => services.verifyFingerprintHost(context, check),
    evaluateFunction: ({ context, body }) => services.evaluateFunction(context, evaluator, body),
    getIntegrationStatus: ({ context }) => services.getIntegrationStatus(context, API_ADDRESSES),
    getRecentCalls: ({ context, params }) => services.getRecentCalls(context, API_ADDRESSES, params.api),
    tryApi: ({ context, params, body }) =>
      services.tryApi(context, send, API_ADDRESSES, params.api, { ...body, body: body.body as JsonObject }),
    compareEnvironments: async ({ context, query, caller }) => {
      const capabilities = await services.capabilitiesIn(context, personOf(caller), query.with);
      return services.compareEnvironments(context, { ...context, environmentId: query.with, capabilities });
    },
    createDatabaseList: ({ context, body }) => services.createDatabaseList(context, calls, body),
    changeDatabaseList: ({ context, params, body }) => services.changeDatabaseList(context, calls, params.listId, body),
    rollBackList: ({ context, params, body }) => services.rollBackList(context, calls, params.listId, body),
    getDatabaseListMetrics: ({ context, params, query }) =>
      services.getDatabaseListMetrics(context, calls, params.listId, query.period),
    testDatabaseList: ({ context, body }) => services.testDatabaseList(context, calls, body),
    lookUpValue: ({ context, query }) => services.lookUpValue(context, query.value),
    previewList: ({ context, query, stream }) => services.previewList(context, { ...query, stream }),
    createList: ({ context, query, stream }) => services.createList(context, { ...query, stream }),
    replaceList: ({ context, params, query, stream }) =>
      services.replaceList(context, params.listId, { ...query, stream }),
    appendToList: ({ context, params, query, stream }) =>
      services.appendToList(context, params.listId, { ...query, stream }),
    getQueues: ({ context, caller }) => services.getQueues(context, personOf(caller)),
    getQueue: ({ context, caller, params }) => services.getQueue(context, params.queueId, personOf(caller)),
    deleteQueue: ({ context, params, query }) => services.deleteQueue(context, params.queueId, query),
    getMe: async ({ caller, context }) => {
      const { storedSettings, ...answer } = await services.getMe(context, personOf(caller), statement);
      return { ...answer, settings: settingsOf(storedSettings), build };
    },
    putSettings: async ({ body, context }) => {
      await services.putSettings(context, body);
      return body;
    },
    getMyTenants: ({ caller, context }) => services.getMyTenants(context, personOf(caller).username),
    getNotices: ({ caller, context }) => services.getNotices(context, personOf(caller)),
    changeNotices: async ({ body, caller, context }) => {
      const person = personOf(caller);
      await services.changeNotices(context, person, body);
      return services.getNotices(context, person);
    },
    getAttributes: ({ context, query }) => services.getAttributes(context, query.entity),
    getRuleSet: ({ context, params, query }) => services.getRuleSet(context, params.assessment, query.branch),
    evaluateRule: ({ context, params, body }) =>
      services.evaluateRule(context, evaluator, params.assessment, body.text, body),
    evaluateRoutingRule: ({ context, params, body }) =>
      services.evaluateRule(context, evaluator, params.assessment, body.text, { type: 'routing', decision: 'Review' }),
    createSearchAttribute: async ({ context, body }) => {
      await services.createSearchAttribute(context, body);
      return services.getSearchAttributes(context);
    },
    deleteSearchAttribute: async ({ context, params }) => {
      await services.deleteSearchAttribute(context, params.attributeId);
      return services.getSearchAttributes(context);
    },
    startSearchBackfill: async ({ context, params }) => {
      await services.startSearchBackfill(context, params.attributeId);
      return services.getSearchAttributes(context);
    },
    startFieldBackfill: async ({ context, body }) => {
      await services.startFieldBackfill(context, body);
      return services.getSearchAttributes(context);
    },
    cancelSearchBackfill: async ({ context, params }) => {
      await services.cancelSearchBackfill(context, params.attributeId);
      return services.getSearchAttributes(context);
    },
    getSetUp: ({ caller, context }) => services.getSetUp(context, personOf(caller), geographies),
    setUpTenant: async ({ body, caller, context }) => {
      const person = personOf(caller);
      await services.setUpTenant(context, person, body, geographies);
      return services.getSetUp(context, person, geographies);
    },
    submitSubjectRequest: ({ context, body }) => services.submitSubjectRequest(context, subjects, body),
    getSubjectRequests: ({ context }) => services.getSubjectRequests(context, subjects),
    approveSubjectRequest: ({ context, params }) => services.approveSubjectRequest(context, subjects, params.requestId),
    cancelSubjectRequest: ({ context, params, body }) =>
      services.cancelSubjectRequest(context, subjects, params.requestId, body.reason),
    retrySubjectRequest: ({ context, params }) => services.retrySubjectRequest(context, subjects, params.requestId),
    getSupportValue: ({ context, params, query }) =>
      services.getSupportValue(context, params.supportEntity, query.value),
    importRuleTemplate: ({ context, body }) => services.importRuleTemplate(context, body.file),
    getUsageSummary: ({ context }) => services.getUsageSummary(context, contracts.USED_APIS),
    getUsageDetails: ({ context, query }) => services.getUsageDetails(context, contracts.USED_APIS, query),
    evaluateVelocitySet: ({ context, body }) => services.evaluateVelocitySet(context, evaluator, body.text),
    getVelocityStorage: ({ context }) => services.getVelocityStorage(context, evaluator, velocities?.statistics),
    estimateVelocityStorage: ({ context, body }) => services.estimateVelocityStorage(context, evaluator, body.text),
    getVelocityValue: ({ context, body }) => {
      if (velocities === undefined) throw fail('VELOCITY-VALUES-ELSEWHERE');
      return services.getVelocityValue(context, velocities.values, body);
    },
  };
};
