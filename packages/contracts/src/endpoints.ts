import type { Endpoint } from './endpoint.ts';
import * as apiErrors from './api-management/api-errors.ts';
import * as apiRequests from './api-management/api-requests.ts';
import * as applicationAccess from './applications/application-access.ts';
import * as applications from './applications/applications.ts';
import * as attestation from './attestation/attestation.ts';
import * as backtests from './backtests/backtests.ts';
import * as cases from './cases/cases.ts';
import * as caseEvidence from './cases/evidence.ts';
import * as caseNotes from './cases/notes.ts';
import * as approval from './changes/approval.ts';
import * as changes from './changes/changes.ts';
import * as caseReport from './cases/case-report.ts';
import * as caseSettings from './cases/case-settings.ts';
import * as configuration from './configuration/configuration.ts';
import * as dashboard from './dashboard/dashboard.ts';
import * as monitor from './monitor/monitor.ts';
import * as reports from './reports/reports.ts';
import * as events from './events/events.ts';
import * as externalAssessments from './external-assessments/external-assessments.ts';
import * as externalCalls from './external-calls/external-calls.ts';
import * as assessments from './assessments/assessments.ts';
import * as fingerprints from './fingerprints/fingerprints.ts';
import * as functions from './functions/functions.ts';
import * as inventory from './inventory/inventory.ts';
import * as databaseLists from './lists/database-lists.ts';
import * as listLookup from './lists/list-lookup.ts';
import * as integration from './integration/integration.ts';
import * as jobs from './jobs/jobs.ts';
import * as lists from './lists/lists.ts';
import * as me from './me/me.ts';
import * as ontology from './ontology/ontology.ts';
import * as notices from './notices/notices.ts';
import { CASE_CALLS } from './public/cases.ts';
import { PROVISIONING } from './public/provisioning.ts';
import * as publicApi from './public/public.ts';
import * as riskSupport from './risk-support/risk-support.ts';
import * as queues from './queues/queues.ts';
import * as branches from './rules/branches.ts';
import * as routingRules from './rules/routing-rules.ts';
import * as ruleEvaluation from './rules/rule-evaluation.ts';
import * as rules from './rules/rules.ts';
import * as search from './search/search.ts';
import * as searchAttributes from './search/search-attributes.ts';
import * as ruleTemplates from './templates/rule-templates.ts';
import * as setUp from './set-up/set-up.ts';
import * as subjectRequests from './subject-requests/subject-requests.ts';
import * as supportLists from './support-lists/support-lists.ts';
import * as uploads from './uploads/uploads.ts';
import * as usage from './usage/usage.ts';
import * as velocityBackfills from './velocities/backfills.ts';
import * as velocities from './velocities/velocities.ts';
import * as velocityValues from './velocities/velocity-values.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'method' in value;

/** The endpoint table: every call the server answers for people and applications. */
export const ENDPOINTS: readonly Endpoint[] = [
  apiErrors,
  apiRequests,
  applicationAccess,
  applications,
  attestation,
  backtests,
  cases,
  caseEvidence,
  caseNotes,
  approval,
  caseReport,
  caseSettings,
  changes,
  configuration,
  dashboard,
  monitor,
  reports,
  events,
  externalAssessments,
  externalCalls,
  assessments,
  fingerprints,
  functions,
  inventory,
  ontology,
  databaseLists,
  listLookup,
  integration,
  jobs,
  lists,
  me,
  notices,
  publicApi,
  publicApi.PUBLIC_EVENTS,
  publicApi.PUBLIC_ASSESSMENTS,
  PROVISIONING,
  CASE_CALLS,
  publicApi.PUBLIC_BRANCH_TESTS,
  queues,
  branches,
  routingRules,
  rules,
  riskSupport,
  ruleEvaluation,
  ruleTemplates,
  search,
  searchAttributes,
  setUp,
  subjectRequests,
  supportLists,
  uploads,
  usage,
  velocities,
  velocityBackfills,
  velocityValues,
].flatMap((feature) => Object.values(feature).filter(isEndpoint));
