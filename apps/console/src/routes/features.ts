// Written by `npm run registers` from the files `features/*/*.feature.ts`.
import { activityLogFeature } from '../features/activity-log/activity-log.feature.ts';
import { alertsFeature } from '../features/alerts/alerts.feature.ts';
import { apiManagementFeature } from '../features/api-management/api-management.feature.ts';
import { applicationsFeature } from '../features/applications/applications.feature.ts';
import { assessmentsFeature } from '../features/assessments/assessments.feature.ts';
import { attestationFeature } from '../features/attestation/attestation.feature.ts';
import { boosterFeature } from '../features/booster/booster.feature.ts';
import { caseReportFeature } from '../features/case-report/case-report.feature.ts';
import { caseSettingsFeature } from '../features/case-settings/case-settings.feature.ts';
import { casesFeature } from '../features/cases/cases.feature.ts';
import { changesFeature } from '../features/changes/changes.feature.ts';
import { dashboardFeature } from '../features/dashboard/dashboard.feature.ts';
import { dataResidencyFeature } from '../features/data-residency/data-residency.feature.ts';
import { environmentsFeature } from '../features/environments/environments.feature.ts';
import { eventTracingFeature } from '../features/event-tracing/event-tracing.feature.ts';
import { eventsFeature } from '../features/events/events.feature.ts';
import { externalCallsFeature } from '../features/external-calls/external-calls.feature.ts';
import { fingerprintsFeature } from '../features/fingerprints/fingerprints.feature.ts';
import { fraudFeature } from '../features/fraud/fraud.feature.ts';
import { functionsFeature } from '../features/functions/functions.feature.ts';
import { graphExplorerFeature } from '../features/graph-explorer/graph-explorer.feature.ts';
import { helpFeature } from '../features/help/help.feature.ts';
import { integrationFeature } from '../features/integration/integration.feature.ts';
import { inventoryFeature } from '../features/inventory/inventory.feature.ts';
import { jobsFeature } from '../features/jobs/jobs.feature.ts';
import { listsFeature } from '../features/lists/lists.feature.ts';
import { lossPreventionFeature } from '../features/loss-prevention/loss-prevention.feature.ts';
import { monitorFeature } from '../features/monitor/monitor.feature.ts';
import { observationReportFeature } from '../features/observation-report/observation-report.feature.ts';
import { ontologyFeature } from '../features/ontology/ontology.feature.ts';
import { peopleFeature } from '../features/people/people.feature.ts';
import { profileFeature } from '../features/profile/profile.feature.ts';
import { queuesFeature } from '../features/queues/queues.feature.ts';
import { reportsFeature } from '../features/reports/reports.feature.ts';
import { retentionFeature } from '../features/retention/retention.feature.ts';
import { riskSupportFeature } from '../features/risk-support/risk-support.feature.ts';
import { ruleReportFeature } from '../features/rule-report/rule-report.feature.ts';
import { rulesFeature } from '../features/rules/rules.feature.ts';
import { scoreReportFeature } from '../features/score-report/score-report.feature.ts';
import { searchIndexFeature } from '../features/search-index/search-index.feature.ts';
import { searchFeature } from '../features/search/search.feature.ts';
import { setUpFeature } from '../features/set-up/set-up.feature.ts';
import { settingsHomeFeature } from '../features/settings-home/settings-home.feature.ts';
import { signedOutFeature } from '../features/signed-out/signed-out.feature.ts';
import { subjectRequestsFeature } from '../features/subject-requests/subject-requests.feature.ts';
import { templatesFeature } from '../features/templates/templates.feature.ts';
import { threatReportFeature } from '../features/threat-report/threat-report.feature.ts';
import { uploadsFeature } from '../features/uploads/uploads.feature.ts';
import { usageFeature } from '../features/usage/usage.feature.ts';
import { userProvisioningFeature } from '../features/user-provisioning/user-provisioning.feature.ts';
import { velocitiesFeature } from '../features/velocities/velocities.feature.ts';

/** The features of the console; each tells in its own file what it adds. */
export const FEATURES = [
  activityLogFeature,
  alertsFeature,
  apiManagementFeature,
  applicationsFeature,
  assessmentsFeature,
  attestationFeature,
  boosterFeature,
  caseReportFeature,
  caseSettingsFeature,
  casesFeature,
  changesFeature,
  dashboardFeature,
  dataResidencyFeature,
  environmentsFeature,
  eventTracingFeature,
  eventsFeature,
  externalCallsFeature,
  fingerprintsFeature,
  fraudFeature,
  functionsFeature,
  graphExplorerFeature,
  helpFeature,
  integrationFeature,
  inventoryFeature,
  jobsFeature,
  listsFeature,
  lossPreventionFeature,
  monitorFeature,
  observationReportFeature,
  ontologyFeature,
  peopleFeature,
  profileFeature,
  queuesFeature,
  reportsFeature,
  retentionFeature,
  riskSupportFeature,
  ruleReportFeature,
  rulesFeature,
  scoreReportFeature,
  searchIndexFeature,
  searchFeature,
  setUpFeature,
  settingsHomeFeature,
  signedOutFeature,
  subjectRequestsFeature,
  templatesFeature,
  threatReportFeature,
  uploadsFeature,
  usageFeature,
  userProvisioningFeature,
  velocitiesFeature,
] as const;
