import * as contracts from '@redoubt/contracts';
import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, DIRECTORY_ROLES, type DefinedAssessmentKind } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { createApplication, type EnvironmentContext } from '@redoubt/services';
import { insertNotice, saveDeviceSession } from '@redoubt/storage';
import { callOf } from '../features/changes/change-bodies.ts';
import { bringFiles } from '../features/changes/change-scenarios.ts';
import { QUEUE_TEXT } from '../features/changes/queue-scenarios.ts';
import type { Scene } from '../features/changes/scenario.ts';
import { definingContext, POINTS_DEFINITION } from './defined-examples.ts';
import { SCENE_START_MS, sceneClock } from './scene.ts';

/** One thing of every kind in an environment, by the name of the parameter that names it. */
export type ThingIds = Readonly<Record<string, string>>;

const contextOf = ({ database, tenant }: Scene): EnvironmentContext =>
  definingContext({ database, clock: sceneClock(), tenantId: tenant.tenantId, environmentId: tenant.environmentId });

const createShop = async (scene: Scene): Promise<{ readonly applicationId: Id; readonly credentialId: Id }> => {
  const person = {
    userId: newId(),
    roles: ['ProductAdmin'],
    wids: [DIRECTORY_ROLES.ApplicationAdministrator],
  };
  const { application } = await createApplication(contextOf(scene), person, {
    displayName: 'Shop',
    grants: [{ environmentId: scene.tenant.environmentId, roles: ['Risk_API'] }],
    credential: { kind: 'Secret', lifeDays: 90 },
  });
  return { applicationId: application.id, credentialId: application.credentials[0]?.id ?? '' };
};

/** Keeps a session of a device as if a browser had reported it. */
export const keepDeviceSession = async (
  { database, tenant: { tenantId, environmentId } }: Pick<Scene, 'database' | 'tenant'>,
  sessionId: string,
  attributes: JsonObject,
): Promise<void> => {
  await saveDeviceSession(database, tenantId, {
    environmentId,
    sessionId,
    collectedAt: new Date(SCENE_START_MS),
    deviceId: newId(),
    confidence: 0.9,
    cookieId: null,
    fingerprint: 'x',
    ip: null,
    latitude: null,
    longitude: null,
    speedMph: 0,
    attributes,
  });
};

/** A notice that everyone receives who may decide on changes: those of the own requests are for others. */
const raiseNotice = ({ database, tenant: { tenantId, environmentId } }: Scene, changeId: string): Promise<string> =>
  database.inTenant(tenantId, (trx) =>
    insertNotice(trx, tenantId, {
      code: 'CHANGE-REQUESTED',
      severity: 'Information',
      params: { type: 'Rule', name: 'First', by: 'Joel' },
      link: `/changes?change=${changeId}`,
      environmentId,
      createdAt: new Date(SCENE_START_MS),
      expiresAt: new Date(SCENE_START_MS + 90 * DAY_MS),
    }),
  );

/** Defines an assessment in a root environment. */
export const defineAssessment = async (
  { admin, tenant: { environmentId } }: Scene,
  mark: string,
): Promise<DefinedAssessmentKind> => {
  const body = { ...POINTS_DEFINITION, apiName: `Points${mark}` };
  const { kind } = await admin.call(contracts.createAssessment, { params: { environmentId }, body });
  return kind;
};

/** A file of exchange rates, which roots alone have. */
const uploadRates = async ({ admin, tenant: { environmentId } }: Scene): Promise<string> => {
  const { id } = await admin.call(contracts.uploadExchangeRates, {
    params: { environmentId },
    query: { name: 'rates.csv' },
    body: 'date,base,quote,rate\n2025-01-03,EUR,USD,1.0299\n',
  });
  return id;
};

/** A token of an identity provider, which roots alone have. */
const provision = async ({ admin, tenant: { environmentId } }: Scene, mark: string): Promise<string> => {
  const name = `Provider ${mark}`;
  const body = { name, days: 30 };
  const { tokens } = await admin.call(contracts.createProvisioningToken, { params: { environmentId }, body });
  return tokens.find((token) => token.name === name)?.id ?? '';
};

/**
 * Puts one thing of every kind into the environment of a scene.
 *
 * @param mark keeps apart what is named by no GUID, and the names that a tenant holds once.
 * @param defined an assessment of the root, where the environment is none; a root defines one.
 */
export const createOneOfEach = async (
  scene: Scene,
  mark: string,
  defined?: DefinedAssessmentKind,
): Promise<ThingIds> => {
  const { admin, tenant } = scene;
  const here = { environmentId: tenant.environmentId };
  const purchase = { ...here, assessment: 'purchase' as const };
  await bringFiles(scene);
  const { rules } = await admin.call(contracts.getRuleSet, { params: purchase, query: {} });
  const ruleId = rules[0]?.id ?? '';
  const branch = `branch-${mark}`;
  await admin.call(contracts.createBranch, {
    params: purchase,
    body: { name: branch, apiName: branch, ruleIds: rules.map(({ id }) => id) },
  });
  const started = await admin.call(contracts.startExperiment, {
    params: { ...purchase, branch },
    body: { sharePercent: 10, watched: 'Reject' },
  });
  const call = await admin.call(contracts.createExternalCall, {
    params: here,
    body: { ...callOf, name: `score_${mark}` },
  });
  const environmentTemplate = await admin.call(contracts.createEnvironmentTemplate, {
    params: here,
    body: { name: 'Shop', description: '' },
  });
  const template = await admin.call(contracts.createRuleTemplate, {
    params: here,
    body: { name: 'Start', description: '', assessment: 'purchase', ruleId },
  });
  const request = await admin.call(contracts.submitSubjectRequest, {
    params: here,
    body: { type: 'Export', assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: 'nora' },
  });
  const searchExport = await admin.call(contracts.startSearchExport, {
    params: here,
    body: { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', format: 'csv' },
  });
  const backtest = await admin.call(contracts.startBacktest, {
    params: purchase,
    body: {
      ruleId,
      ruleName: 'First',
      clauses: [{ id: newId(), name: 'A', code: 'RETURN Approve()' }],
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
    },
  });
  const pruning = await admin.call(contracts.startRulePruning, {
    params: purchase,
    body: { from: '2026-03-01', to: '2026-03-02' },
  });
  const { functions } = await admin.call(contracts.getFunctions, { params: here });
  const { lists } = await admin.call(contracts.getLists, { params: here });
  const { published } = await admin.call(contracts.getVelocitySets, { params: here });
  const assessment = defined ?? (await defineAssessment(scene, mark));
  const external = await admin.call(contracts.createExternalAssessment, {
    params: here,
    body: { name: `points_${mark}`, description: '', target: { ...here, assessment } },
  });
  const queue = await admin.call(contracts.createQueue, { params: here, body: QUEUE_TEXT });
  const { thresholds } = await admin.call(contracts.createCaseThreshold, {
    params: here,
    body: { measure: 'backlog', queueId: null, days: null, most: 10 },
  });
  const alert = await admin.call(contracts.createAlert, {
    params: here,
    body: {
      name: `Backlog ${mark}`,
      figure: 'backlog',
      target: null,
      decision: null,
      includeChildren: false,
      windowMinutes: 15,
      condition: 'above',
      threshold: 5,
      row: 1,
      severity: 'Warning',
      notified: 'roles',
      webhookUrl: 'https://desk.example/alerts',
      silenceHours: 4,
    },
  });
  const subscription = await admin.call(contracts.createTraceSubscription, {
    params: here,
    body: {
      name: `Audit ${mark}`,
      description: '',
      events: ['audit'],
      kind: 'webhook',
      settings: { url: 'https://desk.example/events' },
      secrets: {},
      filter: '',
      projection: '',
      masked: true,
    },
  });
  const { holds } = await admin.call(contracts.placeHold, {
    params: here,
    body: { scope: 'subject', subject: `held-${mark}`, reason: 'A claim', until: null },
  });
  const { views } = await admin.call(contracts.createSavedView, {
    params: { ...here, page: 'search' },
    body: { name: `Rejected ${mark}`, isShared: true, parameters: 'range=7d' },
  });
  const { schedules } = await admin.call(contracts.createReportSchedule, {
    params: here,
    body: {
      page: 'caseReport',
      question: { period: '7d', assessment: null, queueId: null },
      recipients: ['mara@shop.example'],
      frequency: 'daily',
      weekday: 1,
      day: 1,
      hour: 8,
      timeZone: 'UTC',
      language: 'en-US',
    },
  });
  const searchable = await admin.call(contracts.createSearchAttribute, {
    params: here,
    body: { eventType: 'purchase', path: `customData.tier${mark}`, type: 'string', fill: false },
  });
  const text = {
    condition: '',
    clauses: [{ id: newId(), name: 'A', code: 'ROUTETO Queue("General")' }],
    samplePayload: {},
  };
  const routing = await admin.call(contracts.createRoutingRule, { params: purchase, body: { name: 'Routes', text } });
  await admin.call(contracts.publishRoutingRule, {
    params: { ...purchase, ruleId: routing.id },
    body: { version: routing.version, name: 'Routes', description: '', active: true },
  });
  await admin.call(contracts.putPublishApproval, { params: here, body: { required: true } });
  const first = await admin.call(contracts.getRule, { params: { ...purchase, ruleId } });
  const asked = await admin.send(contracts.setRuleActive, {
    params: { ...purchase, ruleId },
    body: { version: first.version, active: false },
  });
  const username = `joel-${mark.toLowerCase()}@shop.example`;
  await admin.call(contracts.assignRoles, {
    params: here,
    body: {
      targets: [{ kind: 'invitation', username }],
      environmentId: tenant.environmentId,
      roles: ['ProductAdmin'],
    },
  });
  const invited = await admin.call(contracts.getPeople, { params: here, query: { find: username } });
  const { tokens } = await admin.call(contracts.createPersonalToken, {
    body: {
      name: `Pipeline ${mark}`,
      days: 30,
      scope: { capabilities: { search: 'read' }, environmentIds: [tenant.environmentId] },
    },
  });
  const sessionId = `session-${mark}`;
  await keepDeviceSession(scene, sessionId, {});
  const { entries } = await admin.call(contracts.searchActivity, {
    params: here,
    body: {
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      filters: [{ attribute: 'environmentId', operator: 'in', values: [tenant.environmentId] }],
    },
  });
  const changeId = contracts.requestedChange.parse(asked.json()).id;
  return {
    ...(await createShop(scene)),
    entryId: entries[0]?.id ?? '',
    alertId: alert.id,
    subscriptionId: subscription.id,
    attributeId: searchable.attributes.find(({ kept }) => kept?.isHere)?.kept?.id ?? '',
    backtestId: backtest.id,
    pruningId: pruning.id,
    branch,
    callId: call.id,
    changeId,
    assessment,
    externalAssessmentId: external.id,
    exportId: searchExport.id,
    experimentId: started.branches.find(({ apiName }) => apiName === branch)?.experiments[0]?.id ?? '',
    fileId: defined === undefined ? await uploadRates(scene) : newId(),
    functionId: functions[0]?.id ?? '',
    noticeId: await raiseNotice(scene, changeId),
    holdId: holds.find(({ subject }) => subject === `held-${mark}`)?.id ?? '',
    holderId: invited.rows[0]?.id ?? '',
    people: invited.rows[0]?.id ?? '',
    listId: lists.find(({ name }) => name === 'Old')?.id ?? '',
    queueId: queue.id,
    requestId: request.id,
    ruleId,
    scheduleId: schedules[0]?.id ?? '',
    routingRuleId: routing.id,
    setId: published[0]?.id ?? '',
    sessionId,
    environmentTemplateId: environmentTemplate.id,
    templateId: template.id,
    // Provisioning tokens are of the tenant, and made in its root.
    provisioningTokenId: defined === undefined ? await provision(scene, mark) : newId(),
    tokenId: tokens.find(({ name }) => name === `Pipeline ${mark}`)?.id ?? '',
    thresholdId: thresholds[0]?.id ?? '',
    viewId: views[0]?.id ?? '',
    otherEnvironmentId: tenant.environmentId,
    eventEnvironmentId: tenant.environmentId,
  };
};
