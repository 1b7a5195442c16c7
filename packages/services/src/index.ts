export { maskSamples } from './privacy/mask-samples.ts';
export { createAssessment } from './assessments/create-assessment.command.ts';
export {
  createObservation,
  deleteAssessment,
  deleteObservation,
  putAssessmentLabel,
  updateAssessment,
  updateObservation,
} from './assessments/change-assessment.commands.ts';
export { getAssessment, getAssessments, getAssessmentTraffic } from './assessments/assessments.queries.ts';
export { getLabelTraffic, getObservationTraffic } from './assessments/get-related-traffic.query.ts';
export { getApiRequests } from './api-management/api-requests.query.ts';
export { getApiErrors, getApiErrorSamples } from './api-management/api-errors.queries.ts';
export { formatAnchor, readAnchors, type AnchorTargets } from './activity-log/anchors.ts';
export { getActivityState, verifyActivity } from './activity-log/activity-state.ts';
export { exportActivity } from './activity-log/export-activity.command.ts';
export { getActivity } from './activity-log/get-activity.query.ts';
export { searchActivity } from './activity-log/search-activity.query.ts';
export { eraseActivity } from './activity-log/erase-activity.command.ts';
export { createActivityVerification } from './activity-log/verification.job.ts';
export { verifyChain, type Anchor, type ChainCheck, type ChainFinding } from './activity-log/verify-chain.ts';
export { assignRoles } from './people/assign-roles.command.ts';
export { changeReviewPolicy, exportAccessReview, getAccessReview, reviewAccess } from './people/access-review.ts';
export { changeAssignments, revokeAssignments } from './people/assignments.commands.ts';
export { disablePeople, enablePeople } from './people/person-state.commands.ts';
export { getEffectiveAccess, getPermissionHolders } from './people/effective-access.queries.ts';
export { exportPeople, getAccessOptions, getPeople, getPerson } from './people/people.queries.ts';
export { resendInvitation } from './people/resend-invitation.command.ts';
export { exportRoleMatrix, getRoleMatrix } from './people/role-matrix.queries.ts';
export {
  accessIn,
  capabilitiesIn,
  requireActive,
  type EnvironmentAccess,
  type SignedInPerson,
} from './access/person-access.ts';
export {
  changeApplication,
  createApplication,
  endCredential,
  revokeApplication,
  rotateCredential,
} from './applications/applications.commands.ts';
export {
  assignApplicationRoles,
  getApplicationAccess,
  revokeApplicationRoles,
} from './applications/application-access.ts';
export { getApplications } from './applications/applications.query.ts';
export {
  createRateLimiter,
  type AskedRateLimiter,
  type LimitedCaller,
  type RateLimiter,
} from './applications/rate-limiter.ts';
export { hashSecret, isSlowHash, matchesSecret } from './applications/secret-hash.ts';
export { createTokenRefusals } from './applications/token-refusals.ts';
export { watchCredentials } from './applications/watch-credentials.ts';
export { createRulePrunings } from './rule-pruning/rule-pruning.job.ts';
export { cancelRulePruning, startRulePruning } from './rule-pruning/rule-pruning.commands.ts';
export { getRulePruning, getRulePrunings } from './rule-pruning/rule-pruning.queries.ts';
export { runRulePruning } from './rule-pruning/run-rule-pruning.ts';
export { createBacktests } from './backtests/backtest-jobs.ts';
export { cancelBacktest, startBacktest } from './backtests/backtests.commands.ts';
export { getBacktest, getBacktests } from './backtests/backtests.queries.ts';
export { runBacktest } from './backtests/run-backtest.ts';
export { backtestRule, type NamedRule } from './backtests/try-rule.ts';
export { getRoutingSymbols, getSymbolTable } from './symbols/get-symbol-table.query.ts';
export { publishingSymbols } from './symbols/publishing-symbols.ts';
export { symbolsOf } from './symbols/schema-symbols.ts';
export { adoptFiles, type Adopted } from './configuration/adopt/adopt-files.ts';
export type { AdoptNote } from './configuration/adopt/adopt-note.ts';
export { compareAdoption, type AdoptionComparison } from './configuration/adopt/compare-adoption.ts';
export type { Difference, DryRun } from './configuration/adopt/dry-run.ts';
export type {
  ConfigurationFile,
  ConfigurationProblem,
  ConfigurationWarning,
} from './configuration/configuration-file.ts';
export { exportConfiguration, requireListsMayLeave } from './configuration/export-configuration.ts';
export { importConfiguration, type ImportReport } from './configuration/import-configuration.command.ts';
export { exportFiles } from './configuration/export-files.query.ts';
export { importFiles } from './configuration/import-files.command.ts';
export { importOrPropose, type ProposedImport } from './configuration/propose-import.ts';
export type { ConfigurationChange } from './configuration/plan-changes.ts';
export { isConfigurationPath, RESOURCE_KIND_NAMES } from './configuration/resource-kinds.ts';
export type { EnvironmentContext, ServiceContext } from './context.ts';
export { readLimits, type Limits } from './limits.ts';
export { revealPersonal } from './case-evidence/reveal-personal.command.ts';
export { getDashboard } from './dashboard/get-dashboard.query.ts';
export { getMonitorUsual } from './monitor/get-monitor-usual.query.ts';
export { getMonitor } from './monitor/get-monitor.query.ts';
export { putCurrencySettings, removeExchangeRates, uploadExchangeRates } from './currencies/currencies.commands.ts';
export { exportExchangeRates, getCurrencies, getRateHistory } from './currencies/currencies.queries.ts';
export { getReportChanges } from './reports/get-report-changes.query.ts';
export { getReportFields } from './reports/get-report-fields.query.ts';
export { queryChargebackArrivals } from './reports/query-chargeback-arrivals.query.ts';
export { queryLabelArrivals } from './reports/query-label-arrivals.query.ts';
export { getObservationKinds, listObservations, queryObservations } from './reports/observations.queries.ts';
export { ReportPace } from './reports/report-pace.ts';
export { queryReports } from './reports/query-reports.query.ts';
export { queryRuleReport } from './reports/query-rule-report.query.ts';
export { DecisionService } from './decisions/decision-service.ts';
export { isDecidedAlone } from './decisions/decided-alone.ts';
export type { IncomingEvent } from './decisions/incoming-event.ts';
export { createCaseConsequences } from './case-jobs/consequences.job.ts';
export { createCaseTimeOuts } from './case-jobs/time-outs.job.ts';
export { createCaseUpkeep } from './case-jobs/upkeep.job.ts';
export { createLateActions, lateActionNotes } from './decisions/late-actions.ts';
export { createTenantSourceLoader } from './decisions/tenant-plans/load-tenant-sources.ts';
export { PlanRegistry, type PlanState, type ResolvedEnvironment } from './decisions/tenant-plans/plan-registry.ts';
export type { PlannedApplication } from './decisions/tenant-plans/tenant-plans.ts';
export { noticePlans } from './decisions/tenant-plans/notice-plans.ts';
export { restoreReferences } from './configuration/restore-references.ts';
export { createTextCompiler, type TextCompiler } from './texts/text-compiler.ts';
export type { EventRouter } from './decisions/recorded/recorded-job.ts';
export { assessmentReader } from './decisions/recorded/stored-assessment.ts';
export type { DemonstrationPerson } from './demonstration/demonstration-data.ts';
export { DEMONSTRATION_ASSESSMENT } from './demonstration/demonstration-assessment.ts';
export { seedDemonstrationHistory, type DemonstrationHistory } from './demonstration/seed-history.ts';
export { seedDemonstration, type Demonstration } from './demonstration/seed-demonstration.ts';
export {
  MEMBERS_PATH,
  PARTNER_MEMBERS,
  readPartnerPorts,
  seedPartners,
  type PartnerPorts,
  type RunningPartners,
} from './demonstration/seed-partners.ts';
export { operatorContext, tenantOperator } from './environments/find-environment.ts';
export type { ManagingContext } from './environment-management/managed-environment.ts';
export {
  changeEnvironment,
  createEnvironment,
  deleteEnvironment,
  restoreEnvironment,
} from './environment-management/manage-environments.commands.ts';
export {
  getProvisionedEnvironment,
  listProvisionedEnvironments,
} from './environment-management/provisioned-environments.queries.ts';
export type { EnvironmentOptions } from './environment-management/environment-tree.ts';
export {
  changeManagedEnvironment,
  deleteManagedEnvironment,
  restoreManagedEnvironment,
  retryManagedEnvironment,
} from './environment-management/managed-environments.commands.ts';
export { getManagedEnvironments } from './environment-management/managed-environments.query.ts';
export { getManagedEnvironment } from './environment-management/managed-environment-detail.query.ts';
export { createManagedEnvironment } from './environment-templates/create-environment.command.ts';
export { createEnvironmentCreations } from './environment-templates/environment-creations.ts';
export {
  createEnvironmentTemplate,
  deleteEnvironmentTemplate,
  importEnvironmentTemplate,
  renameEnvironmentTemplate,
} from './environment-templates/environment-templates.commands.ts';
export {
  getEnvironmentTemplateContents,
  getEnvironmentTemplateFile,
  getEnvironmentTemplates,
} from './environment-templates/environment-templates.queries.ts';
export { createPurges } from './environment-management/purge-environments.ts';
export { createFactWarmer } from './enrichment/asked-facts.ts';
export { collectDevice, type DeviceCollection } from './fingerprints/collect-device.command.ts';
export { createHostChecker } from './fingerprints/check-host.ts';
export { getDeviceSession } from './fingerprints/get-device-session.query.ts';
export { getFingerprintSetUp, putFingerprintHost, verifyFingerprintHost } from './fingerprints/set-up.commands.ts';
export {
  createReachableAddresses,
  type ReachableAddresses,
  isAllowedTarget,
} from './call-runtime/http/reachable-addresses.ts';
export { openDataInUse } from './fingerprints/open-data-in-use.ts';
export { createDeviceLookup, type DeviceLookup } from './fingerprints/device-lookup.ts';
export {
  createBrowserAssessments,
  REQUEST_ID,
  type BrowserAssessments,
} from './browser-assessments/browser-assessment.ts';
export { createInstances, type Instance } from './fingerprints/instances.ts';
export { watchDeviceSessions } from './fingerprints/watch-device-sessions.ts';
export { exportStoredEvents, recordExport, type ExportPage } from './event-export/export-events.query.ts';
export { getEvent } from './events/get-event.query.ts';
export { replayEverywhere, replayEvent, type ReplayedEvent } from './events/replay-event.query.ts';
export { activateRules } from './inventory/activate-rules.command.ts';
export { compareEnvironments } from './inventory/compare-environments.query.ts';
export { getInventory } from './inventory/get-inventory.query.ts';
export { replaceReference } from './inventory/replace-reference.command.ts';
export { createList, deleteList, describeList, replaceList } from './lists/lists.commands.ts';
export { getDatabaseListMetrics } from './remote-lists/database-list-metrics.query.ts';
export {
  changeDatabaseList,
  createDatabaseList,
  rollBackList,
  testDatabaseList,
} from './remote-lists/database-lists.commands.ts';
export { lookUpValue } from './lists/lookup-value.query.ts';
export { appendToList, changeListRows, setListExpiry } from './lists/list-rows.commands.ts';
export {
  downloadList,
  getListDifference,
  getListRows,
  getLists,
  getListVersions,
  previewList,
} from './lists/lists.queries.ts';
export { getBilling, getBillingDetails } from './usage/billing.queries.ts';
export { createStorageMeasurements } from './usage/measure-storage.job.ts';
export { putTenantBudget, putUsageBudget } from './usage/put-budget.commands.ts';
export { watchBudgets } from './usage/watch-budgets.ts';
export { putUsagePrices } from './usage/put-usage-prices.command.ts';
export { getUsageDetails, getUsageSummary } from './usage/usage.queries.ts';
export type { ApiAddresses } from './integration/called-api.ts';
export { getIntegrationStatus } from './integration/integration-status.query.ts';
export { putBodyMode } from './integration/put-body-mode.command.ts';
export { getRecentCalls } from './integration/recent-calls.query.ts';
export { tryApi, type SendAs } from './integration/try-api.command.ts';
export { getMe } from './me/get-me.query.ts';
export { getMyEnvironments } from './me/get-environments.query.ts';
export { putSettings } from './me/put-settings.command.ts';
export { signOut } from './me/sign-out.command.ts';
export {
  changeTokenPolicy,
  createPersonalToken,
  getCurrentToken,
  getPersonalTokens,
  getTenantTokens,
  revokePersonalToken,
  revokeTenantToken,
} from './personal-tokens/personal-tokens.ts';
export { personalTokenOf, verifyPersonalToken } from './personal-tokens/verify-personal-token.ts';
export { answerScim, SCIM_METHODS, type ScimAnswer, type ScimMethod } from './user-provisioning/answer-scim.ts';
export {
  createProvisioningToken,
  getProvisioning,
  revokeProvisioningToken,
  SCIM_PATH,
} from './user-provisioning/provisioning.ts';
export { ScimError, scimErrorOf } from './user-provisioning/scim-error.ts';
export {
  noteScimCall,
  verifyProvisioningToken,
  type ProvisioningCaller,
} from './user-provisioning/verify-provisioning-token.ts';
export { admitSession, type CallersDevice } from './sessions/admit-session.ts';
export { endAllSessions, endSession, getSessions } from './sessions/sessions.ts';
export { listSourceOf } from './plans/list-index.ts';
export {
  createAskedLists,
  ListStore,
  type ListRequest,
  type SharedList,
  type ThreadLists,
} from './plans/plan-lists.ts';
export { planIdOf, type Manifest } from './plans/manifest.ts';
export { testingBranch } from './decisions/tenant-plans/compiled-branches.ts';
export { createShadowRuns, type ShadowRuns } from './decisions/shadows/shadow-runs.ts';
export { createUtilization } from './decisions/shadows/shadow-budget.ts';
export { deleteBranch, renameBranch } from './branches/change-branch.commands.ts';
export { createBranch } from './branches/create-branch.command.ts';
export { getBranches } from './branches/branches.query.ts';
export { getPromotion, promoteBranch } from './branches/promote-branch.command.ts';
export { startExperiment, stopExperiment } from './branches/experiments.commands.ts';
export { getExperiment } from './branches/get-experiment.query.ts';
export { deleteRule, renameRule, rollBackRule, setRuleActive } from './rules/change-rule.commands.ts';
export { createRule } from './rules/create-rule.command.ts';
export { discardDraft, saveDraft } from './rules/draft.commands.ts';
export { evaluateRule } from './rules/evaluate-rule.query.ts';
export { getRuleSet } from './rules/get-rule-set.query.ts';
export { getRule, getRuleVersion } from './rules/get-rule.query.ts';
export {
  createRoutingRule,
  deleteRoutingRule,
  discardRoutingDraft,
  orderRoutingRules,
  publishRoutingRule,
  renameRoutingRule,
  rollBackRoutingRule,
  saveRoutingDraft,
  setRoutingRuleActive,
} from './rules/routing-rules.commands.ts';
export {
  getRoutingAssessments,
  getRoutingCoverage,
  getRoutingRule,
  getRoutingRuleSet,
  getRoutingRuleVersion,
} from './rules/routing-rules.queries.ts';
export { publishRule } from './rules/publish-rule.command.ts';
export type { SecretBox } from './secrets/secret-box.ts';
export { approveChange, rejectChange, withdrawChange } from './changes/decide-change.commands.ts';
export { getChange, getChanges } from './changes/changes.queries.ts';
export { makeOrPropose, type ChangeCall, type ChangeOutcome } from './changes/propose-change.ts';
export { putPublishApproval } from './changes/put-approval.command.ts';
export { createRuleEvaluator } from './evaluation/rule-evaluator.ts';
export { orderRules, putRuleSettings } from './rules/rule-set.commands.ts';
export { explainEvent } from './events/explain-event.query.ts';
export { getEventCases } from './search/event-cases.query.ts';
export { searchGraph } from './search/search-graph.query.ts';
export { findSearchMatches } from './search/find-matches.query.ts';
export { scanEvents } from './fql-search/scan-events.query.ts';
export { searchEvents } from './search/search-events.query.ts';
export { summariseSearch } from './search/summarise-search.query.ts';
export type { AnsweredCall, RecentCall, RefusedCall } from '@redoubt/storage';
export { acceptAttestation } from './attestation/accept-attestation.command.ts';
export { BUILT_IN_ATTESTATION, type AttestationText } from './attestation/attestation-text.ts';
export { putAttestationSwitch } from './attestation/attestation-switch.command.ts';
export { getAttestationSwitch } from './attestation/attestation-switch.queries.ts';
export { getAttestation } from './attestation/get-attestation.query.ts';
export { getMyTenants } from './me/get-tenants.query.ts';
export { changeNotices } from './notices/change-notices.command.ts';
export { watchTokens } from './personal-tokens/watch-tokens.ts';
export { noticeSuspendedCall } from './call-runtime/notice-suspended-call.ts';
export { watchNoticeMails } from './notice-mails/mail-notices.ts';
export { getNoticeSettings, putNoticeSettings } from './notice-mails/notice-settings.ts';
export { renewNoticeWebhookSecret, testNoticeWebhook } from './notice-mails/notice-webhook.commands.ts';
export { watchNoticeWebhooks } from './notice-mails/send-notices.ts';
export { getNotices } from './notices/notices.queries.ts';
export { getFirstSteps } from './set-up/first-steps.query.ts';
export { checkSetUp, getSetUp } from './set-up/set-up.query.ts';
export { resumeSetUp, setUpTenant } from './set-up/set-up-tenant.command.ts';
export {
  deleteVelocitySet,
  renameVelocitySet,
  rollBackVelocitySet,
  setVelocitySetActive,
  unpublishVelocitySet,
} from './velocities/change-velocity-set.commands.ts';
export { cancelVelocityBackfill, startVelocityBackfill } from './velocities/backfill.commands.ts';
export { createBackfills, type Backfills } from './backfills/backfill-jobs.ts';
export { getJobs } from './jobs/get-jobs.query.ts';
export { startJobs, type JobRunner } from './jobs/job-runner.ts';
export { pauseAfter } from './jobs/throttle.ts';
export { Turns } from './turns.ts';
export { getVelocityHistory } from './velocities/velocity-history.query.ts';
export { cloneVelocitySet, createVelocitySet } from './velocities/create-velocity-set.command.ts';
export { evaluateVelocitySet } from './velocities/evaluate-velocity-set.query.ts';
export { getVelocitySet, getVelocitySetVersion } from './velocities/get-velocity-set.query.ts';
export { getVelocityValue, type VelocityValues } from './velocities/get-velocity-value.query.ts';
export { getVelocitySymbolTable, getVelocitySets } from './velocities/get-velocity-sets.query.ts';
export { estimateVelocityStorage, getVelocityStorage } from './velocity-storage/get-velocity-storage.query.ts';
export { putVelocitySettings } from './velocities/velocity-settings.command.ts';
export { publishVelocitySet } from './velocities/publish-velocity-set.command.ts';
export { discardVelocityDraft, saveVelocityDraft } from './velocities/velocity-draft.commands.ts';
export { startSharedVelocities, type SharedVelocityStatistics } from './velocity-runtime/start-shared-velocities.ts';
export { openGraph, type NodeGraph } from './graph-runtime/start-graph.ts';
export { MappedStore, type StoreMapping } from '@redoubt/velocity';
export { answerReadings, createAskedVelocities, type ThreadReadings } from './velocity-runtime/asked-velocities.ts';
export { startVelocities, type VelocityStatistics } from './velocity-runtime/start-velocities.ts';
export { verifySharedVelocities, verifyVelocities } from './velocity-runtime/verify-velocities.ts';
export {
  hashingKeysIn,
  readHashingKeys,
  type HashingKey,
  type HashingKeys,
  type TenantKeys,
} from './secrets/hashing-keys.ts';
export { createSubjectKeys, type SubjectKeys } from './secrets/subject-keys.ts';
export { previewSubject } from './subject-requests/preview-subject.query.ts';
export { createSubjectJobs } from './subject-requests/subject-jobs.ts';
export {
  approveSubjectRequest,
  cancelSubjectRequest,
  putSubjectApproval,
  retrySubjectRequest,
  submitSubjectRequest,
} from './subject-requests/subject-requests.commands.ts';
export {
  downloadSubjectExport,
  getSubjectPolicy,
  getSubjectRequests,
} from './subject-requests/subject-requests.queries.ts';
export { changeSupportEntries } from './support-lists/change-support-entries.command.ts';
export {
  downloadSupportList,
  getSupportEntries,
  getSupportLists,
  getSupportValue,
} from './support-lists/support-lists.queries.ts';
export {
  createFunction,
  deleteFunction,
  discardFunctionDraft,
  publishFunction,
  renameFunction,
  rollBackFunction,
  saveFunctionDraft,
  unpublishFunction,
} from './functions/function.commands.ts';
export { evaluateFunction, getFunction, getFunctions } from './functions/functions.queries.ts';
export { createExternalCalls, type ExternalCalls } from './call-runtime/external-calls.ts';
export { startWarmUps } from './call-runtime/warm-up.ts';
export { createCallMetrics, type CallMetrics } from '@redoubt/storage';
export {
  changeExternalCall,
  createExternalCall,
  deleteExternalCall,
  testExternalCall,
} from './external-calls/external-calls.commands.ts';
export {
  changeExternalAssessment,
  createExternalAssessment,
  deleteExternalAssessment,
} from './external-assessments/external-assessments.commands.ts';
export {
  getCallableAssessments,
  getExternalAssessment,
  getExternalAssessmentMetrics,
  getExternalAssessments,
} from './external-assessments/external-assessments.queries.ts';
export { assignQueue, changeQueue, createQueue, deleteQueue, pauseQueue } from './queues/queues.commands.ts';
export {
  getAssignable,
  getCaseworkSummary,
  getQueue,
  getQueueChoices,
  getQueues,
  getUsualBacklog,
} from './queues/queues.queries.ts';
export { getExternalCall, getExternalCallMetrics, getExternalCalls } from './external-calls/external-calls.queries.ts';
export {
  createRuleTemplate,
  deleteRuleTemplate,
  importRuleTemplate,
  renameRuleTemplate,
} from './templates/rule-templates.commands.ts';
export { getRuleTemplate, getRuleTemplates } from './templates/rule-templates.queries.ts';
export { getAttributes } from './ontology/get-attributes.query.ts';
export { getOntology } from './ontology/get-ontology.query.ts';
export { getSearchAttributes } from './search/get-search-attributes.query.ts';
export { createSearchJobs } from './search/search-attribute-jobs.ts';
export {
  downloadSearchExport,
  getSearchExports,
  removeSearchExport,
  startSearchExport,
  type StoredFile,
} from './search-exports/search-exports.ts';
export { createSearchExports } from './search-exports/search-export.job.ts';
export { createSearchIndexJobs } from './search/search-index-jobs.ts';
export { getSearchIndex, getSearchState } from './search/search-index.queries.ts';
export {
  cancelSearchIndexWork,
  putSearchIndex,
  rebuildSearchIndex,
  resumeSearchIndexWork,
} from './search/search-index.commands.ts';
export {
  cancelSearchBackfill,
  createSearchAttribute,
  deleteSearchAttribute,
  startFieldBackfill,
  startSearchBackfill,
} from './search/search-attributes.commands.ts';
export {
  adoptPackageKeys,
  newOperatorKey,
  openNodeKeys,
  openPackageKeys,
  sealPackageKeys,
  shareKey,
  unlockInstallation,
  type InstallationKeys,
  type NodeKeys,
  type OperatorKeys,
} from './secrets/installation-keys.ts';
export { beginKeyRotation, finishKeyRotation, replaceSealingKeys } from './key-rotation/rotate-keys.ts';
export {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedViews,
  restoreSavedView,
  setDefaultView,
} from './saved-views/saved-views.ts';
export { createAlertMails } from './alerts/mail-alerts.ts';
export { getAlertTargets } from './series-alerts/alert-targets.ts';
export {
  changeAlert,
  createAlert,
  deleteAlert,
  followAlert,
  muteAlert,
  renewWebhookSecret,
  testWebhook,
} from './series-alerts/alerts.commands.ts';
export { createAlertWatch } from './series-alerts/alerts.job.ts';
export { getAlertHistory, getAlerts, previewAlert } from './series-alerts/alerts.queries.ts';
export { createWebhookDelivery } from './series-alerts/webhook.job.ts';
export {
  changeCaseThreshold,
  createCaseThreshold,
  deleteCaseThreshold,
  getCaseThresholds,
  mailCaseThreshold,
} from './case-report/case-thresholds.ts';
export { getCaseworkAgents } from './case-report/agents-at-work.query.ts';
export { getCaseReport } from './case-report/get-case-report.query.ts';
export { getReportedCases } from './case-report/get-reported-cases.query.ts';
export { createCaseThresholdWatch } from './case-report/thresholds.job.ts';
export { putCaseConfiguration, putCaseSettings } from './case-settings/case-settings.commands.ts';
export { inheritBooster, putBooster } from './booster/booster.commands.ts';
export { getBooster, getBoosterSharings, previewBooster } from './booster/booster.queries.ts';
export { getBoosterReport } from './booster/booster-report.query.ts';
export { startPurchaseSharing } from './booster/share-purchases.ts';
export { startTraceSending } from './event-tracing/send-traces.ts';
export type { TraceDependencies } from './event-tracing/trace-destination.ts';
export {
  changeTraceSubscription,
  checkTraceTarget,
  createTraceSubscription,
  deleteTraceSubscription,
  dropTraceDeadLetters,
  renewTraceSecret,
  replayTraceDeadLetters,
  replayTraces,
  sendTraceTest,
  setTraceSubscriptionState,
} from './event-tracing/trace-subscriptions.commands.ts';
export {
  getTraceDeadLetters,
  getTraceLags,
  getTraceSamples,
  getTraceSubscriptions,
} from './event-tracing/trace-subscriptions.queries.ts';
export { putControlShare } from './control-share/control-share.commands.ts';
export { getControlShare } from './control-share/control-share.queries.ts';
export { getDataResidency, putDataResidency } from './data-residency/data-residency.ts';
export { requireMayLeave, residencyProblem } from './environments/may-leave.ts';
export { getRetention, previewRetention } from './retention/retention.queries.ts';
export { placeHold, putRetention, releaseHold, runRetention } from './retention/retention.commands.ts';
export { createRetentionJobs, type RetentionJobs } from './retention/retention-jobs.ts';
export { getCostModel } from './cost-model/get-cost-model.query.ts';
export { putCostModel } from './cost-model/put-cost-model.command.ts';
export { getCaseConfigurations, getCaseSettings } from './case-settings/case-settings.queries.ts';
export { findSupportAccounts } from './risk-support/find-support-accounts.query.ts';
export { getSupportAccount } from './risk-support/get-support-account.query.ts';
export { addCaseNote, getCaseNotes, getCaseQueues } from './case-evidence/case-api.queries.ts';
export { getCase, getCaseById, getCaseHistory, getQueueCases } from './cases/cases.queries.ts';
export { decideCase, undoCaseDecision } from './cases/decide-case.commands.ts';
export { assignCase, releaseCase, reopenCase, returnCase } from './cases/manage-cases.commands.ts';
export { assignCases, decideCases, moveCases } from './cases/many-cases.commands.ts';
export { escalateCase, extendLease, holdCase, sendBackCase } from './cases/review.commands.ts';
export { sendToReview } from './cases/send-to-review.command.ts';
export { startReview } from './cases/start-review.command.ts';
export {
  attachFile,
  changeEventNote,
  createEventNote,
  deleteAttachment,
  deleteEventNote,
  saveNoteDraft,
} from './case-evidence/notes.commands.ts';
export { downloadAttachment, findPeopleToMention, getEventNotes } from './case-evidence/notes.queries.ts';
export { getEventPlaces } from './case-evidence/event-places.query.ts';
export { getEventTimeline, getLinkedEvents, getLinkSummary } from './case-evidence/event-evidence.queries.ts';
export { createMailDelivery } from './mail/mail.job.ts';
export { createMailServer, mailSettingsProblem, type MailServer, type MailServerFacts } from './mail/mail-server.ts';
export { getReportSchedules } from './report-schedules/get-report-schedules.query.ts';
export {
  changeReportSchedule,
  createReportSchedule,
  deleteReportSchedule,
  pauseReportSchedule,
  sendReportSchedule,
} from './report-schedules/report-schedules.commands.ts';
export { createScheduledReports } from './report-schedules/scheduled-report.job.ts';
export { sendTestMail } from './report-schedules/send-test-mail.command.ts';
export { addLossFinding, processLossData, revealStaff } from './loss-prevention/loss-prevention.commands.ts';
export {
  getLossData,
  getLossDetail,
  getLossReport,
  getLossReportFile,
} from './loss-prevention/loss-prevention.queries.ts';
export { createLossPreventionScores } from './loss-prevention/score-months.job.ts';
export { createLossPreventionSyncs } from './uploads/sync-folder.job.ts';
export { getLossConnection } from './uploads/loss-connection.queries.ts';
export { disconnectLossFiles, putLossConnection, startLossSync } from './uploads/loss-connection.commands.ts';
export { createUploadChecks } from './uploads/check-upload.job.ts';
export { createUploadImports } from './uploads/import-upload.job.ts';
export { createUploadUndos } from './uploads/undo-upload.job.ts';
export {
  cancelUpload,
  checkUpload,
  createUpload,
  deleteUpload,
  mapUpload,
  processUpload,
  sendUploadChunk,
  undoUpload,
} from './uploads/uploads.commands.ts';
export { getUploadErrors, getUpload, getUploads } from './uploads/uploads.queries.ts';
