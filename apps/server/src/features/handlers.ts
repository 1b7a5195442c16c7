import * as contracts from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import type { Json, JsonObject } from '@redoubt/kernel';
import * as services from '@redoubt/services';
import { bindWith, type Handlers } from '../http/bind-all.ts';
import { personOf, type Binding, type EndpointRequest } from '../http/binding.ts';
import { runAgain } from '../http/change-calls.ts';
import { API_ADDRESSES } from './api-addresses.ts';
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
  /** How long the deletion of an environment can be undone. */
  readonly undoWindowMs: number;
  /** Absent on a node that does not decide, which counts nothing. */
  readonly velocities: CountedVelocities | undefined;
  /** What may be looked up about addresses and cards. */
  readonly data: (() => EnrichmentData) | undefined;
  /** Absent on a node that takes no events. */
  readonly send: services.SendAs | undefined;
  /** What is kept of persons whose requests are worked on. */
  readonly subjects: services.SubjectKeys;
  /** Where this installation may connect to. */
  readonly reachable: services.ReachableAddresses;
  /** Below it events are written into files; null where the operator set no directory. */
  readonly traceDirectory: string | null;
  /** Below it files of loss prevention are taken; null likewise. */
  readonly retailDirectory: string | null;
  /** How mail goes out; absent where the operator set up no mail server. */
  readonly mail?: services.MailServerFacts | undefined;
  /** Where people open the console, without a slash at its end. */
  readonly origin: string;
  /** Every binding of the node: a change that was approved is carried out by the one of its call. */
  readonly bindings: () => readonly Binding[];
};

/** Preferences as saved; what an earlier release saved, or nothing, is filled up with defaults. */
const settingsOf = (stored: Json | undefined) => {
  const parsed = contracts.settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : contracts.settings.parse({});
};

/** Gives commands of the same name what they need besides the request. */
const given = <const Parts extends readonly unknown[]>(
  parts: (request: EndpointRequest<contracts.Endpoint>) => Parts,
) => bindWith(contracts, services, parts);

/** Commands that ask who calls. */
const personHandlers = ({
  statement,
  geographies,
  mail,
  origin,
  undoWindowMs,
}: Pick<NodeParts, 'statement' | 'geographies' | 'mail' | 'origin' | 'undoWindowMs'>) => ({
  ...given(({ caller }) => [personOf(caller), { geographies, undoWindowMs }])(
    'getManagedEnvironments',
    'getManagedEnvironment',
    'createManagedEnvironment',
    'changeManagedEnvironment',
    'deleteManagedEnvironment',
    'restoreManagedEnvironment',
    'retryManagedEnvironment',
  ),
  ...given(({ caller }) => [personOf(caller)])(
    'getSearchIndex',
    'putSearchIndex',
    'rebuildSearchIndex',
    'cancelSearchIndexWork',
    'resumeSearchIndexWork',
    'searchActivity',
    'exportActivity',
    'getActivity',
    'getApplications',
    'createApplication',
    'changeApplication',
    'rotateCredential',
    'endCredential',
    'getApplicationAccess',
    'assignApplicationRoles',
    'revokeApplicationRoles',
    'revokeApplication',
    'getPeople',
    'exportPeople',
    'getPerson',
    'getEffectiveAccess',
    'getPermissionHolders',
    'changeAssignments',
    'revokeAssignments',
    'disablePeople',
    'enablePeople',
    'getAccessReview',
    'exportAccessReview',
    'reviewAccess',
    'getQueues',
    'getQueue',
    'getMyTenants',
    'getMyEnvironments',
    'getFirstSteps',
    'createPersonalToken',
    'getCurrentToken',
    'getNotices',
    'changeNotices',
    'getQueueCases',
    'getCase',
    'startReview',
    'extendLease',
    'sendBackCase',
    'releaseCase',
    'assignCase',
    'assignCases',
    'moveCases',
    'holdCase',
    'escalateCase',
    'returnCase',
    'decideCase',
    'decideCases',
    'undoCaseDecision',
    'reopenCase',
    'getCaseHistory',
  ),
  ...given(({ caller, device }) => [{ signIn: personOf(caller).signIn, device }])(
    'getSessions',
    'endSession',
    'signOut',
  ),
  ...given(({ caller }) => [personOf(caller), mail])(
    'getReportSchedules',
    'createReportSchedule',
    'changeReportSchedule',
    'pauseReportSchedule',
    'sendReportSchedule',
    'deleteReportSchedule',
    'sendTestMail',
    'mailCaseThreshold',
    'getAlerts',
    'followAlert',
    'getNoticeSettings',
  ),
  ...given(({ caller }) => [personOf(caller), mail && origin])('getAccessOptions', 'assignRoles', 'resendInvitation'),
  ...given(({ caller }) => [personOf(caller), origin])(
    'getProvisioning',
    'createProvisioningToken',
    'revokeProvisioningToken',
  ),
  ...given(({ caller }) => [personOf(caller), contracts.USED_APIS])('getBilling', 'getBillingDetails'),
  ...given(({ caller }) => [personOf(caller), evaluator])('sendToReview'),
  ...given(({ caller }) => [personOf(caller), statement])(
    'getAttestation',
    'acceptAttestation',
    'getAttestationSwitch',
    'putAttestationSwitch',
  ),
  ...given(({ caller }) => [personOf(caller), { geographies, statement, origin: mail && origin }])(
    'getSetUp',
    'checkSetUp',
    'setUpTenant',
    'resumeSetUp',
  ),
});

/** Commands that need something of the node. */
const nodeHandlers = ({
  calls,
  subjects,
  reachable,
  velocities,
  data,
  mail,
  traceDirectory,
  retailDirectory,
}: NodeParts) => ({
  ...given(() => [retailDirectory])('getLossConnection', 'putLossConnection', 'startLossSync', 'disconnectLossFiles'),
  ...given(({ caller }) => [personOf(caller), mail, calls])('putNoticeSettings'),
  ...given(({ caller }) => [personOf(caller), calls])('renewNoticeWebhookSecret'),
  ...given(({ caller }) => [personOf(caller), calls, reachable])('testNoticeWebhook'),
  ...given(() => [calls])(
    'getExternalCalls',
    'createExternalCall',
    'changeExternalCall',
    'testExternalCall',
    'getExternalCallMetrics',
    'createDatabaseList',
    'changeDatabaseList',
    'rollBackList',
    'getDatabaseListMetrics',
    'testDatabaseList',
    'createAlert',
    'changeAlert',
    'renewWebhookSecret',
  ),
  ...given(() => [{ secrets: calls.secrets, addresses: reachable, directory: traceDirectory }])(
    'getTraceSubscriptions',
    'createTraceSubscription',
    'changeTraceSubscription',
    'checkTraceTarget',
    'sendTraceTest',
    'renewTraceSecret',
  ),
  ...given(() => [subjects])(
    'submitSubjectRequest',
    'getSubjectRequests',
    'approveSubjectRequest',
    'cancelSubjectRequest',
    'retrySubjectRequest',
  ),
  ...given(() => [evaluator])('evaluateFunction', 'evaluateVelocitySet', 'estimateVelocityStorage'),
  ...given(() => [evaluator, velocities?.statistics])('getVelocityStorage'),
  ...given(() => [API_ADDRESSES])('getIntegrationStatus', 'getRecentCalls'),
  ...given(() => [contracts.USED_APIS])('getUsageSummary', 'getUsageDetails'),
  ...given(() => [services.createHostChecker(reachable)])('verifyFingerprintHost'),
  ...given(() => [data?.()])('getDeviceSession'),
});

/** Handlers of the endpoints that need the node or the caller, or whose command is asked otherwise. */
export const createHandlers = (node: NodeParts): Handlers<typeof contracts, typeof services> => {
  const { build, calls, statement, velocities, data, send, subjects, bindings } = node;
  return {
    ...personHandlers(node),
    ...nodeHandlers(node),
    attachFile: ({ context, params, query, stream }) => services.attachFile(context, params, { ...query, stream }),
    downloadAttachment: ({ context, params }) => services.downloadAttachment(context, params, params.attachmentId),
    getEventPlaces: ({ context, params }) => services.getEventPlaces(context, params, data?.()),
    getEventTimeline: ({ context, caller, params }) => services.getEventTimeline(context, personOf(caller), params),
    getLinkSummary: ({ context, caller, params, query }) =>
      services.getLinkSummary(context, personOf(caller), params, query),
    getLinkedEvents: ({ context, caller, params, query }) =>
      services.getLinkedEvents(context, personOf(caller), params, query),
    getEvent: ({ context, params }) => services.getEvent(context, params, subjects.hashEventId),
    explainEvent: ({ context, params }) => services.explainEvent(context, evaluator, params, subjects.hashEventId),
    replayEvent: ({ context, params }) =>
      services.replayEvent(context, evaluator, params, data?.(), subjects.hashEventId),
    approveChange: ({ context, caller, device, params }) =>
      services.approveChange(context, calls.secrets, params.changeId, runAgain(bindings(), { caller, device })),
    exportConfiguration: ({ context, query }) => services.exportFiles(context, query),
    importConfiguration: ({ context, body: { note: _note, ...body } }) => services.importFiles(context, calls, body),
    tryApi: ({ context, params, body }) =>
      services.tryApi(context, send, API_ADDRESSES, params.api, { ...body, body: body.body as JsonObject }),
    compareEnvironments: async ({ context, query, caller }) => {
      const capabilities = await services.capabilitiesIn(context, personOf(caller), query.with);
      return services.compareEnvironments(context, { ...context, environmentId: query.with, capabilities });
    },
    getMe: async ({ caller, context, query }) => {
      const { storedSettings, ...answer } = await services.getMe(context, personOf(caller), statement, query.open);
      return { ...answer, settings: settingsOf(storedSettings), build };
    },
    evaluateRule: ({ context, params, body }) =>
      services.evaluateRule(context, evaluator, params.assessment, body.text, body),
    evaluateRoutingRule: ({ context, params, body }) =>
      services.evaluateRule(context, evaluator, params.assessment, body.text, { type: 'routing', decision: 'Review' }),
    getVelocityValue: ({ context, body }) => {
      if (velocities === undefined) throw fail('VELOCITY-VALUES-ELSEWHERE');
      return services.getVelocityValue(context, velocities.values, body);
    },
  };
};
