// Written by `npm run registers` from the files in `catalogues/en-US`.
import activityLog from '../catalogues/en-US/activityLog.json' with { type: 'json' };
import alerts from '../catalogues/en-US/alerts.json' with { type: 'json' };
import apiManagement from '../catalogues/en-US/apiManagement.json' with { type: 'json' };
import applications from '../catalogues/en-US/applications.json' with { type: 'json' };
import assessments from '../catalogues/en-US/assessments.json' with { type: 'json' };
import attestationSwitch from '../catalogues/en-US/attestationSwitch.json' with { type: 'json' };
import backfills from '../catalogues/en-US/backfills.json' with { type: 'json' };
import backtests from '../catalogues/en-US/backtests.json' with { type: 'json' };
import booster from '../catalogues/en-US/booster.json' with { type: 'json' };
import branches from '../catalogues/en-US/branches.json' with { type: 'json' };
import caseReport from '../catalogues/en-US/caseReport.json' with { type: 'json' };
import caseSettings from '../catalogues/en-US/caseSettings.json' with { type: 'json' };
import cases from '../catalogues/en-US/cases.json' with { type: 'json' };
import casework from '../catalogues/en-US/casework.json' with { type: 'json' };
import changes from '../catalogues/en-US/changes.json' with { type: 'json' };
import common from '../catalogues/en-US/common.json' with { type: 'json' };
import cutOff from '../catalogues/en-US/cutOff.json' with { type: 'json' };
import dashboard from '../catalogues/en-US/dashboard.json' with { type: 'json' };
import dataResidency from '../catalogues/en-US/dataResidency.json' with { type: 'json' };
import diagnostics from '../catalogues/en-US/diagnostics.json' with { type: 'json' };
import environmentTemplates from '../catalogues/en-US/environmentTemplates.json' with { type: 'json' };
import environments from '../catalogues/en-US/environments.json' with { type: 'json' };
import errors from '../catalogues/en-US/errors.json' with { type: 'json' };
import eventTracing from '../catalogues/en-US/eventTracing.json' with { type: 'json' };
import events from '../catalogues/en-US/events.json' with { type: 'json' };
import externalAssessments from '../catalogues/en-US/externalAssessments.json' with { type: 'json' };
import externalCalls from '../catalogues/en-US/externalCalls.json' with { type: 'json' };
import fingerprints from '../catalogues/en-US/fingerprints.json' with { type: 'json' };
import firstRun from '../catalogues/en-US/firstRun.json' with { type: 'json' };
import functions from '../catalogues/en-US/functions.json' with { type: 'json' };
import graphExplorer from '../catalogues/en-US/graphExplorer.json' with { type: 'json' };
import help from '../catalogues/en-US/help.json' with { type: 'json' };
import integration from '../catalogues/en-US/integration.json' with { type: 'json' };
import inventory from '../catalogues/en-US/inventory.json' with { type: 'json' };
import jobs from '../catalogues/en-US/jobs.json' with { type: 'json' };
import lists from '../catalogues/en-US/lists.json' with { type: 'json' };
import lossPrevention from '../catalogues/en-US/lossPrevention.json' with { type: 'json' };
import mail from '../catalogues/en-US/mail.json' with { type: 'json' };
import monitor from '../catalogues/en-US/monitor.json' with { type: 'json' };
import notices from '../catalogues/en-US/notices.json' with { type: 'json' };
import observationReport from '../catalogues/en-US/observationReport.json' with { type: 'json' };
import ontology from '../catalogues/en-US/ontology.json' with { type: 'json' };
import people from '../catalogues/en-US/people.json' with { type: 'json' };
import problems from '../catalogues/en-US/problems.json' with { type: 'json' };
import profile from '../catalogues/en-US/profile.json' with { type: 'json' };
import provisioning from '../catalogues/en-US/provisioning.json' with { type: 'json' };
import queues from '../catalogues/en-US/queues.json' with { type: 'json' };
import reports from '../catalogues/en-US/reports.json' with { type: 'json' };
import retention from '../catalogues/en-US/retention.json' with { type: 'json' };
import riskSupport from '../catalogues/en-US/riskSupport.json' with { type: 'json' };
import routes from '../catalogues/en-US/routes.json' with { type: 'json' };
import ruleReport from '../catalogues/en-US/ruleReport.json' with { type: 'json' };
import ruleTemplates from '../catalogues/en-US/ruleTemplates.json' with { type: 'json' };
import rules from '../catalogues/en-US/rules.json' with { type: 'json' };
import savedViews from '../catalogues/en-US/savedViews.json' with { type: 'json' };
import scoreReport from '../catalogues/en-US/scoreReport.json' with { type: 'json' };
import search from '../catalogues/en-US/search.json' with { type: 'json' };
import searchIndex from '../catalogues/en-US/searchIndex.json' with { type: 'json' };
import shell from '../catalogues/en-US/shell.json' with { type: 'json' };
import subjectRequests from '../catalogues/en-US/subjectRequests.json' with { type: 'json' };
import supportLists from '../catalogues/en-US/supportLists.json' with { type: 'json' };
import threatReport from '../catalogues/en-US/threatReport.json' with { type: 'json' };
import tuner from '../catalogues/en-US/tuner.json' with { type: 'json' };
import ui from '../catalogues/en-US/ui.json' with { type: 'json' };
import uploads from '../catalogues/en-US/uploads.json' with { type: 'json' };
import usage from '../catalogues/en-US/usage.json' with { type: 'json' };
import velocities from '../catalogues/en-US/velocities.json' with { type: 'json' };

/**
 * The English catalogues, one per feature. Every key type is derived from them: a key that is not here does not compile. As a
 * value they are for tests and programs; the console gets those that its loaded code names (`english-texts.ts`).
 */
export const ENGLISH = {
  activityLog,
  alerts,
  apiManagement,
  applications,
  assessments,
  attestationSwitch,
  backfills,
  backtests,
  booster,
  branches,
  caseReport,
  caseSettings,
  cases,
  casework,
  changes,
  common,
  cutOff,
  dashboard,
  dataResidency,
  diagnostics,
  environmentTemplates,
  environments,
  errors,
  eventTracing,
  events,
  externalAssessments,
  externalCalls,
  fingerprints,
  firstRun,
  functions,
  graphExplorer,
  help,
  integration,
  inventory,
  jobs,
  lists,
  lossPrevention,
  mail,
  monitor,
  notices,
  observationReport,
  ontology,
  people,
  problems,
  profile,
  provisioning,
  queues,
  reports,
  retention,
  riskSupport,
  routes,
  ruleReport,
  ruleTemplates,
  rules,
  savedViews,
  scoreReport,
  search,
  searchIndex,
  shell,
  subjectRequests,
  supportLists,
  threatReport,
  tuner,
  ui,
  uploads,
  usage,
  velocities,
} as const;
