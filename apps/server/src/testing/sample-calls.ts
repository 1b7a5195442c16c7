import type { Endpoint } from '@redoubt/contracts';
import { BOOSTER_ATTRIBUTES } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { callOf as externalCall, functionOfCode } from '../features/changes/change-bodies.ts';
import { sampleOf } from './schema-sample.ts';
import { sceneClock } from './scene.ts';

/** Members of bodies and queries that name a thing under another name than addresses do. */
const KIND_OF: Readonly<Record<string, string>> = {
  api: 'assessment',
  caseIds: 'caseId',
  copiedFrom: 'callId',
  environmentId: 'otherEnvironmentId',
  environmentIds: 'otherEnvironmentId',
  favouriteEnvironments: 'otherEnvironmentId',
  ids: 'noticeId',
  managedId: 'otherEnvironmentId',
  moveTo: 'queueId',
  parentId: 'noteId',
  recentEnvironments: 'otherEnvironmentId',
  ruleIds: 'ruleId',
  with: 'otherEnvironmentId',
};

/** Parameters and members that name no stored thing, with the value to send. */
const NO_THING: Readonly<Record<string, string>> = {
  // Of a person of the directory, whom the tenant may know.
  agentId: 'id of a colleague',
  // Chosen by the caller, and unique within the tenant.
  clientId: newId(),
  code: 'REQ-INVALID',
  // Which of two kinds the entity is.
  entityKind: 'staff',
  dataSubjectIds: 'user.userId',
  eventType: 'purchase',
  // Of a clause, velocity or output, made by the caller and unique within one text.
  id: newId(),
  observation: '1',
  // Of a marketplace, kept as it is sent.
  offerId: 'offer',
  // Of the console, whose views can be saved.
  page: 'search',
  ruleVersion: '1',
  setVersion: '1',
  supportEntity: 'email',
  // Of a customer of the merchant, looked for in the purchases of one environment.
  userId: 'nora',
};

/** Decisions of cases as an administrator may write them. */
const asWritten = {
  queueDecisions: ['Approve', 'Reject'].map((caseAction) => ({
    name: caseAction,
    caseAction,
    labelAction: 'None',
    reasons: ['Other'],
  })),
  defaultDecisionName: 'Approve',
};

/** What an alert watches. */
const watched = {
  figure: 'backlog',
  target: null,
  decision: null,
  windowMinutes: 15,
  condition: 'above',
  threshold: 5,
  row: 1,
  webhookUrl: null,
};

/** What a subscription sends, and where. */
const traced = {
  events: ['audit'],
  kind: 'webhook',
  settings: { url: 'https://desk.example/events' },
  secrets: {},
  filter: '',
  projection: '',
};

/** Bodies whose samples are refused before anything is looked up. */
const BODIES: Readonly<Record<string, object>> = {
  'activity.export': { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', filters: [] },
  'activity.search': { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', filters: [], cursor: null },
  'caseReport.thresholds.create': { measure: 'backlog', days: null },
  'alerts.change': { ...watched },
  'alerts.create': { ...watched },
  'alerts.mute': { until: null },
  'caseSettings.configure': { configuration: asWritten, remap: [] },
  'currencies.configure': { currency: 'EUR' },
  'rulePruning.start': { from: '2026-03-01', to: '2026-03-02' },
  'backtests.start': {
    branch: undefined,
    clauses: [{ id: newId(), name: 'A', code: 'RETURN Approve()' }],
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  },
  'booster.preview': { attributes: [...BOOSTER_ATTRIBUTES], connectors: [] },
  'booster.put': { optedIn: false, holdoutPercent: 0, connectors: [], consentVersion: null },
  'cases.assignMany': { agentId: null },
  'cases.hold': { until: new Date(sceneClock().now() + DAY_MS).toISOString() },
  'environments.create': { name: 'Made', customerApiId: null, geography: null, template: null },
  'eventTracing.change': traced,
  'eventTracing.check': { kind: traced.kind, settings: traced.settings, secrets: {} },
  'eventTracing.create': { ...traced },
  'eventTracing.replay': { from: '2026-03-01T00:00:00.000Z' },
  'externalCalls.change': { definition: externalCall.definition },
  'externalCalls.create': { definition: externalCall.definition },
  'externalCalls.test': { definition: externalCall.definition },
  'functions.evaluate': { name: 'tried', text: functionOfCode('RETURN "y"') },
  'functions.draft.save': { text: functionOfCode('RETURN "y"') },
  'noticeSettings.put': { subscriptions: [], quietHours: null, webhookUrl: null },
  'notes.saveDraft': { place: 'new', text: 'Half a' },
  'savedViews.create': { parameters: '', isShared: true },
  'savedViews.change': { parameters: '', isShared: true },
  'reportSchedules.change': { recipients: ['mara@shop.example'], timeZone: 'UTC', language: 'en-US' },
  'reportSchedules.create': { recipients: ['mara@shop.example'], timeZone: 'UTC', language: 'en-US' },
  'reportSchedules.test': { language: 'en-US' },
  'reports.arrivals': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', filters: [] },
  'reports.chargebacks': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', filters: [] },
  'reports.observationList': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', filters: [] },
  'reports.observations': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', by: null, filters: [] },
  'reports.query': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', by: null, filters: [] },
  'reports.rules': { assessment: 'purchase', from: '2026-03-01', to: '2026-03-20', filters: [] },
  'routingRules.evaluate': {
    text: { condition: '', clauses: [{ id: newId(), name: 'A', code: 'ROUTETO Queue("General")' }], samplePayload: {} },
  },
  'rules.evaluate': {
    text: { condition: '', clauses: [{ id: newId(), name: 'A', code: 'RETURN Approve()' }], samplePayload: {} },
  },
  'subjectRequests.preview': { property: 'user.id' },
  'subjectRequests.submit': { property: 'user.id' },
};

/** Routing rules are things of their own: a rule that decides is as unknown there as one of another tenant. */
const kindOf = (name: string, { id }: Endpoint): string => {
  if (name === 'parentId' && id.startsWith('environments.')) return 'otherEnvironmentId';
  if (name === 'templateId' && id.startsWith('environmentTemplates.')) return 'environmentTemplateId';
  const kind = KIND_OF[name] ?? name;
  return kind === 'ruleId' && id.startsWith('routingRules.') ? 'routingRuleId' : kind;
};

const paramsOf = ({ path }: Endpoint): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'environmentId');

/** A call of an endpoint; each thing is named as `named` says. */
export const callOf = (endpoint: Endpoint, named: (kind: string) => string, environmentId: string) => {
  const idOf = (name: string): string => NO_THING[name] ?? named(kindOf(name, endpoint));
  const params = Object.fromEntries(paramsOf(endpoint).map((name) => [name, idOf(name)]));
  const query = sampleOf(endpoint.query, idOf);
  const json = () => ({ ...sampleOf(endpoint.body, idOf), ...BODIES[endpoint.id] });
  const body = { json, csv: () => 'a,b\n1,2\n', bytes: () => 'abc', none: () => undefined };
  return { params: { ...params, environmentId }, query, body: body[endpoint.bodyKind]() };
};
