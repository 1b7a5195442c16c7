export { createApiCalls, type AnsweredCall } from './api-calls/api-calls.ts';
export { summariseApiCalls, type ApiCallGroup } from './api-calls/api-calls.read-model.ts';
export { readUsage, type UsageRow, type UsageUnit } from './usage/usage.read-model.ts';
export * from './usage/storage-day.ts';
export * from './usage/upload-usage.repository.ts';
export * from './usage/usage-budget.repository.ts';
export * from './usage/usage-prices.repository.ts';
export { readApiSignals } from './api-calls/api-signals.read-model.ts';
export type { RecentCall } from './schema/events/api-call-tables.ts';
export { createRecentCalls, listRecentCalls } from './api-calls/recent-calls.ts';
export type { PublicCallRange, PublicCallScope } from './api-calls/public-call-scope.ts';
export { latencyPercentile } from './api-calls/latency.ts';
export {
  deleteRulesOf,
  endAssessment,
  findAssessment,
  insertAssessment,
  listAssessments,
  nextAssessmentNumber,
  updateAssessment,
  type StoredAssessmentDefinition,
} from './assessments/assessment.repository.ts';
export * from './audit/audit-chain.read-model.ts';
export * from './audit/audit-entry.read-model.ts';
export * from './audit/audit-floor.ts';
export { queueActivityVerifications } from './audit/queue-verification.ts';
export * from './audit/audit.repository.ts';
export { BackupError } from './backup/backup-error.ts';
export {
  deleteBacktestsBefore,
  findBacktest,
  insertBacktest,
  listBacktests,
  saveBacktestResult,
  type StoredBacktest,
} from './backtests/backtest.repository.ts';
export {
  measureHistory,
  readBackfilledHistory,
  readHistoryLabels,
  readHistoryPage,
  type History,
  type HistoryExtent,
  type HistoryPiece,
  type HistoryRow,
} from './backtests/history.read-model.ts';
export type { StoredContributions } from './backtests/contribution-bytes.ts';
export {
  decodeHistory,
  StoredText,
  type HistoryChoice,
  type HistoryEvent,
  type StoredStep,
} from './backtests/history-codec.ts';
export { backUp } from './backup/back-up.ts';
export type { BackupManifest } from './backup/manifest.ts';
export {
  checkBackup,
  checkTenantPackage,
  restoreBackup,
  type CheckedBackup,
  type RestoredKeys,
} from './backup/restore.ts';
export type { PackagedTenant } from './backup/tenant-rows.ts';
export type { PostgresServer } from './database/connection.ts';
export type { Database, TenantTransaction } from './database/database.ts';
export { openDatabase } from './installation/open-database.ts';
export { silentLogger, type Logger } from './logger.ts';
export { advancePlanHead, readPlanHeads, watchPlanHeads } from './database/plan-head.ts';
export type { Schema } from './schema/schema.ts';
export { BootError } from './boot-error.ts';
export {
  listenForPartner,
  PARTNER_DATABASE,
  preparePartnerDatabase,
  type PartnerMember,
} from './embedded/partner-database.ts';
export { reachEmbeddedPostgres } from './embedded/reach-embedded.ts';
export { startEmbeddedPostgres, type EmbeddedAddress, type EmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { lockAccess, readAccessVersion } from './access/access-head.repository.ts';
export {
  findReviewDays,
  insertAccessReview,
  newestAccessReviews,
  saveReviewDays,
  type StoredAccessReview,
} from './access/access-review.repository.ts';
export { insertGroup, listGroups, listMemberships, type StoredGroup } from './access/access-group.repository.ts';
export {
  countHeldPlaces,
  deleteAssignments,
  heldRoles,
  listAssignments,
  saveAssignment,
  updateAssignment,
  type StoredAssignment,
} from './access/role-assignment.repository.ts';
export {
  createTenant,
  findTenant,
  insertEnvironment,
  listEnvironments,
  saveBodyMode,
  saveTenant,
  setEnvironmentStatus,
  updateEnvironment,
  type EnvironmentRecord,
  type StoredEnvironment,
  type StoredTenant,
} from './environments/environment.repository.ts';
export {
  deleteCreation,
  findCreation,
  insertCreation,
  type EnvironmentCreation,
} from './environments/creation.repository.ts';
export {
  readCreationProgress,
  readDecidedEvents,
  readEnvironmentContents,
  type EnvironmentContents,
} from './environments/environment-overview.read-model.ts';
export { readInheritableResources, type InheritableResource } from './environments/inheritable-resources.read-model.ts';
export {
  deleteEnvironmentTemplate,
  findEnvironmentTemplate,
  insertEnvironmentTemplate,
  listEnvironmentTemplates,
  lockEnvironmentTemplates,
  renameEnvironmentTemplate,
  type StoredEnvironmentTemplate,
} from './templates/environment-template.repository.ts';
export { dropUnnamedPlanUnits, purgeEnvironmentRows } from './environments/purge-environment.ts';
export { ListChunker, listContentHash, type ListChunk, type ListChunks, type ListRow } from './lists/list-chunks.ts';
export {
  insertListVersion,
  listRows,
  readChunkRows,
  readListChunks,
  readListRows,
  writeEditedRows,
  writeListRows,
  type ListContentKey,
  type ListRowEdits,
} from './lists/list-content.repository.ts';
export { findCandidateChunks, type CandidateChunk } from './lists/list-lookup.read-model.ts';
export { openPostgresRows, type PostgresRows, type RemoteRow } from './remote-rows/postgres-rows.ts';
export type { ListOrigin } from './schema/authoring/list-tables.ts';
export {
  findListVersion,
  listContentVersions,
  listVersionsOf,
  type StoredListVersion,
} from './lists/list-version.read-model.ts';
export { findFingerprintHost, saveFingerprintHost, saveHostCheck } from './fingerprints/fingerprint-host.repository.ts';
export {
  findDeviceSession,
  findDeviceSessions,
  hasDeviceSessions,
  purgeDeviceSessions,
  readDeviceHistory,
  saveDeviceSession,
  summariseDeviceSessions,
  type DeviceHistory,
  type DeviceSession,
} from './fingerprints/device-sessions.ts';
export {
  findList,
  insertList,
  isListNameTaken,
  listLists,
  updateList,
  type ListContent,
  type StoredList,
} from './lists/list.repository.ts';
export {
  findPlanManifest,
  findPlanUnits,
  holdPlanHead,
  knownPlanIds,
  recordPlan,
  type PlanUnit,
} from './plans/plan.repository.ts';
export {
  addPromotion,
  countPromotions,
  deleteStoredBranch,
  findBranch,
  insertBranch,
  listAllBranches,
  listBranches,
  renameStoredBranch,
  type StoredBranch,
} from './branches/branch.repository.ts';
export { checkRuleNamesAtEnd, copyRules, moveToProduction, setRuleOrigin } from './branches/branch-rules.repository.ts';
export {
  insertExperiment,
  listExperiments,
  listOpenExperiments,
  stopStoredExperiment,
  type StoredExperiment,
} from './branches/experiment.repository.ts';
export {
  createExperimentCounts,
  type ComparedEvent,
  type CountedVerdict,
  type ExperimentCounts,
} from './branches/experiment-counts.ts';
export {
  readExperimentDifferences,
  readExperimentLabels,
  readExperimentPairs,
  readExperimentSlots,
} from './branches/experiment-results.read-model.ts';
export { findUserSettings, saveUserSettings } from './settings/user-settings.repository.ts';
export type { CommittedBatch } from './log/batch-writer.ts';
export { MERGED_LEVEL, mergeStep, type MergeOutcome } from './log/merge/merge-step.ts';
export { readMergeProgress } from './log/merge/merge-progress.ts';
export { createFrameCompressor } from './log/frame-compressor.ts';
export { awaitSegments } from './log/merged-segments.ts';
export { inOrder } from './log/environment-range.ts';
export { decodeSegment, eventsWithin, isWithin, type PositionRange, type SegmentRow } from './log/segment-codec.ts';
export {
  CONTRIBUTION_NUMBERS,
  isAssessment,
  isErased,
  kindCodeOf,
  kindOfCode,
  type LogEvent,
  type PurchaseFacts,
  type SharedFacts,
  type ReviewFacts,
  type RelatedFacts,
  type StoredEvent,
} from './log/log-event.ts';
export { currentPosition } from './log/current-position.ts';
export { createLog, encodeEvent, type EncodedEvent, type Log } from './log/log.ts';
export { readLogIdentity } from './log/log-identity.ts';
export { createStorageCheck } from './log/storage-check.ts';
export { projectedPosition } from './projections/projected-position.ts';
export { lateNotes, projectionNotes } from './projections/runner/projection-notes.ts';
export {
  readLastPosition,
  readStoredAnswer,
  readStoredRequest,
  type EventKey,
  type StoredAnswer,
} from './log/read-log.ts';
export {
  endCredentials,
  findApplication,
  insertApplication,
  insertCredential,
  listApplications,
  updateApplication,
  replaceSecretHash,
  consumeAssertion,
  type NewCredential,
  type StoredApplication,
  type StoredCredential,
} from './applications/application.repository.ts';
export { takeEndingCredentials } from './applications/expiring-credentials.ts';
export { createLastCalls } from './applications/last-calls.ts';
export { readDashboard, assessmentTraffic24h, ruleHits24h } from './dashboard/dashboard.read-model.ts';
export {
  readEarlierWeeks,
  readMonitor,
  readVolumes,
  type EarlierCell,
  type MonitorCell,
  type MonitorNumbers,
  type MonitorSpan,
} from './monitor/monitor.read-model.ts';
export type { MonitorDimension } from './projections/reports/monitor-values.ts';
export { readLinkedChanges, type LinkedChange } from './monitor/chart-changes.ts';
export {
  readEvent,
  readRequests,
  type EventRecord,
  type RelatedRecord,
  type RequestKey,
} from './events/event-detail.read-model.ts';
export { readEnvironmentSegments, type EnvironmentSegments } from './events/environment-log.read-model.ts';
export { readChargebackArrivals, type ArrivedChargebacks } from './reports/chargeback-arrivals.read-model.ts';
export { readLabelArrivals, type ArrivedLabels } from './reports/label-arrivals.read-model.ts';
export {
  readObservationGroups,
  readObservations,
  type ObservationGroup,
  type ObservationSums,
} from './reports/observation-report.read-model.ts';
export { readLabelDelays, readReportGroups, type ReportGroup, type ReportSums } from './reports/report.read-model.ts';
export {
  listRuleEvents,
  listRuleNames,
  listRulePublications,
  type RuleEvent,
  type RulePublication,
} from './reports/rule-history.read-model.ts';
export { readEventOutcomes, type EventOutcome } from './reports/event-outcomes.read-model.ts';
export {
  deleteRulePruningsBefore,
  findRulePruning,
  insertRulePruning,
  listRulePrunings,
  saveRulePruningResult,
  type StoredRulePruning,
} from './rule-pruning/rule-pruning.repository.ts';
export {
  readRuleMoney,
  readUnratedEvents,
  type PassedByRule,
  type RuleMoneySums,
  type StoppedByValue,
  type UnratedEvents,
} from './reports/rule-money.read-model.ts';
export {
  readRuleOverlaps,
  readRuleScores,
  readRuleSums,
  type RuleOverlap,
  type RuleScores,
  type RuleSums,
  type RuleSumsBy,
} from './reports/rule-report.read-model.ts';
export { resetProjection } from './projections/projector.ts';
export { startProjectors, type Projectors } from './projections/runner/projectors.ts';
export { PROJECTORS } from './projections/every-projector.ts';
export type { FraudLabel } from './schema/events/projection-tables.ts';
export { createRefusedCalls, type RefusedCall } from './refused-calls/refused-calls.ts';
export { listRefusedCalls, summariseRefusedCalls } from './refused-calls/refused-calls.read-model.ts';
export {
  countSortable,
  readSearchPlaces,
  searchEvents,
  type SearchPage,
  type SearchRow,
} from './search/search-events.read-model.ts';
export { readEventCases, type EventWithCase } from './search/event-cases.read-model.ts';
export { encodeCursor as encodeSearchCursor, type SearchSort } from './search/search-sort.ts';
export {
  countLoggedEvents,
  lastStoredPosition,
  readSearchRowsAt,
  readPieceBefore,
  readSegmentsOf,
  type EventPlace,
  type StoredPiece,
} from './search/stored-events.read-model.ts';
export { chooseRange } from './search/choose-range.ts';
export { isIndexed } from './search/search-query.ts';
export { findMatches, type MatchedOwnField, type SearchMatch } from './search/search-matches.read-model.ts';
export { readEventCustomers } from './search/customers.read-model.ts';
export { isSearchField } from './search/search-filter.ts';
export type { SearchFilter, SearchField } from './search/search-filter.ts';
export {
  beginSearchAttributeWork,
  countStoredEvents,
  deleteFieldFills,
  deleteSearchAttributeRow,
  insertSearchAttribute,
  listFieldFills,
  listSearchAttributes,
  type SearchAttributeWork,
  type StoredFieldFill,
  type StoredSearchAttribute,
} from './search/search-attribute.repository.ts';
export {
  readSearchProgress,
  removeSearchValues,
  writeSearchFillStep,
  type FoundValues,
  type SearchPlace,
} from './search/search-attribute-work.ts';
export {
  findSearchIndex,
  endSearchIndexTask,
  saveSearchIndex,
  type SearchIndex,
} from './search/search-index.repository.ts';
export {
  appendSearchExportPart,
  deleteSearchExport,
  dropSearchExportParts,
  expireSearchExports,
  findSearchExport,
  insertSearchExport,
  listSearchExports,
  lockSearchExports,
  moveSearchExport,
  readSearchExportPart,
  readWaitingRows,
  removeSearchExports,
  type ListedSearchExport,
  type StoredSearchExport,
} from './search-exports/search-export.repository.ts';
export { measureSearchIndex, readOldestEvents, type IndexSize } from './search/search-index-size.read-model.ts';
export { readIndexFill, removeIndexRows, writeIndexFillStep } from './search/search-index-work.ts';
export type { Scope, SearchQuery } from './search/search-query.ts';
export { summariseSearch, type SearchSummary } from './search/search-summary.read-model.ts';
export {
  insertAttestation,
  insertAttestationDecision,
  listAttestationDecisions,
  newestAttestation,
  type StoredAttestation,
  type StoredAttestationDecision,
} from './people/attestation.repository.ts';
export {
  deleteInvited,
  disablePerson,
  enablePerson,
  insertInvited,
  isKnownUser,
  listPeople,
  recordSignIn,
  renewInvitation,
  type PossibleHolders,
  type StoredPerson,
} from './people/person.repository.ts';
export {
  deleteEndedTokens,
  findMaxTokenDays,
  findPersonalToken,
  insertPersonalToken,
  listPersonalTokens,
  renewTokenOwner,
  revokePersonalToken,
  revokeTokensOf,
  saveMaxTokenDays,
  touchPersonalToken,
  type StoredPersonalToken,
} from './personal-tokens/personal-token.repository.ts';
export {
  deleteOldSessions,
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  touchSession,
} from './sessions/session.repository.ts';
export {
  deleteExpiredNotices,
  insertNotice,
  insertNoticeOnce,
  listNotices,
  setNoticeStates,
  type NewNotice,
  type NoticeReader,
} from './notices/notice.repository.ts';
export {
  claimNotices,
  findNoticeSettings,
  listQuietHours,
  listWaitingNotices,
  saveNoticeSettings,
  type NoticeSettings,
  type WaitingNotice,
} from './notices/notice-delivery.repository.ts';
export {
  claimNoticeWebhook,
  deleteNoticeWebhook,
  findNoticeWebhook,
  saveNoticeWebhook,
  saveNoticeWebhookOutcome,
  type StoredNoticeWebhook,
} from './notices/notice-webhook.repository.ts';
export { watchDecidingNodes, type DecidingNodes } from './nodes/deciding-nodes.ts';
export { claimSchedules } from './nodes/schedule-claim.ts';
export { claimDecisions } from './nodes/decision-claim.ts';
export {
  countSupportEntries,
  listSupportEntries,
  listSupportEntriesOf,
  type SupportEntryFilter,
} from './support-lists/support-list.read-model.ts';
export {
  advanceSupportList,
  findSetSince,
  findSupportEntries,
  listSupportLists,
  readSupportEntries,
  readSupportHistory,
  writeSupportEntries,
  type SupportListEntry,
  type SupportListHead,
} from './support-lists/support-list.repository.ts';
export type { ReferenceKind } from './schema/authoring/reference-tables.ts';
export {
  deleteReferences,
  listReferences,
  readReferenceFormat,
  saveReferenceFormat,
  saveReferences,
  type NewReference,
  type Reader,
  type StoredReference,
} from './references/reference.repository.ts';
export type { CountedFunction } from './schema/authoring/velocity-set-tables.ts';
export {
  findFunction,
  functionStore,
  insertFunction,
  listFunctions,
  listFunctionsAt,
  listPublishedFunctions,
  type PublishedFunction,
  type StoredFunction,
  type StoredFunctionText,
  type StoredFunctionVersion,
} from './functions/function.repository.ts';
export {
  deleteExternalAssessment,
  findExternalAssessment,
  insertExternalAssessment,
  listExternalAssessments,
  updateExternalAssessment,
  type StoredExternalAssessment,
} from './external-assessments/external-assessment.repository.ts';
export { createCallMetrics, type CallMetrics, type MadeCall } from './external-calls/call-metrics.ts';
export {
  listCallFailures,
  summariseCallers,
  summariseCallMetrics,
  type CallerGroup,
  type CallFailure,
  type CallMetricGroup,
} from './external-calls/call-metrics.read-model.ts';
export type { SealedSecret } from './schema/authoring/external-call-tables.ts';
export {
  deleteExternalCall,
  findExternalCall,
  insertExternalCall,
  listExternalCalls,
  updateExternalCall,
  type StoredExternalCall,
} from './external-calls/external-call.repository.ts';
export * from './templates/rule-template.repository.ts';
export * from './subject-requests/subject-requests.ts';
export * from './cases/cases.ts';
export * from './jobs/jobs.ts';
export * from './graph/graph.ts';
export * from './velocities/velocities.ts';
export * from './rules/rules.ts';
export type { VersionedStore, VersionStamp } from './versions/versioned-store.ts';
export { isApprovalRequired, saveApprovalRequired } from './changes/approval.repository.ts';
export {
  changeLink,
  countOpenChangeRequests,
  endChangeRequest,
  findChangeRequest,
  insertChangeRequest,
  listChangeRequests,
  newestChangeRequest,
  replaceChangeRequests,
  takeChangeRequest,
  targetsWithOpenRequest,
  type StoredChangeRequest,
} from './changes/change-request.repository.ts';
export { findNamingChangeRequests, sweepChangeRequests } from './changes/sweep-change-requests.ts';
export { withSavepoint } from './database/savepoint.ts';
export * from './late-actions/late-actions.ts';
export { changeInstallationKeys, type SealedKeys } from './keys/installation-keys.ts';
export { rateOpenCases } from './projections/cases/case-rates.ts';
export { replaceListSecret, resealValues } from './keys/sealed-values.ts';
export { listTenantKeys, resealTenantKey } from './keys/tenant-keys.ts';
export * from './case-settings/case-settings.repository.ts';
export * from './currencies/currency.repository.ts';
export * from './currencies/exchange-rates.read-model.ts';
export * from './booster/booster.repository.ts';
export * from './booster/booster-sharings.ts';
export * from './booster/booster-sharings.read-model.ts';
export { readBoosterOutcomes, type BoosterOutcome } from './booster/booster-outcomes.read-model.ts';
export * from './event-tracing/trace-subscription.repository.ts';
export * from './event-tracing/trace-follower.repository.ts';
export * from './event-tracing/trace-dead-letter.repository.ts';
export * from './event-tracing/trace-sources.read-model.ts';
export { BOOSTER_FRESH_MINUTES } from './projections/booster.projector.ts';
export * from './control-share/control-share.repository.ts';
export * from './cost-model/cost-model.repository.ts';
export * from './data-residency/data-residency.repository.ts';
export { expireEventsStep, readExpiryLeft, type ExpiryRange, type ExpiryStep } from './retention/expire-events.ts';
export { countHeldRows, expireRowsStep, type RowRange } from './retention/expire-rows.ts';
export { readHeldEvents, type HeldEvents } from './retention/held-events.ts';
export * from './retention/legal-hold.repository.ts';
export { measureKind, type KindMeasure } from './retention/measure-kind.ts';
export * from './retention/retention.repository.ts';
export { returnSegmentSpace } from './retention/segment-space.ts';
export * from './risk-support/returned-money.read-model.ts';
export * from './cases/agents.read-model.ts';
export * from './queues/queue-cases.ts';
export * from './queues/queue-counts.read-model.ts';
export * from './queues/queue.repository.ts';
export * from './notes/notes.ts';
export {
  countLinkedEvents,
  linkingValues,
  readLinkedEvents,
  readOwnLinkingValues,
  type LinkedEvent,
  type LinkGroup,
} from './search/linked-events.read-model.ts';
export {
  readGraph,
  type Graph,
  type GraphEvent,
  type GraphNode,
  type GraphOwnKind,
  type GraphQuery,
  type GraphSeed,
} from './search/graph.read-model.ts';
export {
  dropDeletedViews,
  findDefaultView,
  findSavedView,
  insertSavedView,
  listAllViews,
  listSavedViews,
  lockSavedViews,
  markSavedView,
  saveDefaultView,
  updateSavedView,
  type SavedViewContent,
  type StoredSavedView,
  type ViewPlace,
} from './saved-views/saved-view.repository.ts';
export { findNamingViews, sweepSavedViews } from './saved-views/subject-views.ts';
export { readTakenSteps, type TakenSteps } from './set-up/first-steps.read-model.ts';
export * from './alerts/alert-series.read-model.ts';
export { latencyQuantileMs } from './projections/reports/latency-histogram.ts';
export * from './alerts/alert-subscription.repository.ts';
export * from './alerts/alert.repository.ts';
export * from './alerts/webhook.repository.ts';
export type { AlertDefinition } from './schema/reporting/alert-tables.ts';
export * from './mail/mail.repository.ts';
export * from './report-schedules/report-schedule.repository.ts';
export type { MailContent } from './schema/administration/mail-tables.ts';
export * from './loss-prevention/loss-prevention.ts';
export * from './uploads/uploads.ts';
export type { UploadFormat } from './schema/background/upload-tables.ts';
export {
  findProvisionedGroup,
  listProvisionedGroups,
  removeProvisionedGroup,
  saveProvisionedGroup,
  setGroupMembers,
  type GroupMember,
  type ProvisionedGroup,
} from './user-provisioning/provisioned-group.repository.ts';
export {
  countProvisioned,
  countScimPeople,
  findScimPeople,
  forgetInvited,
  removeProvisionedPerson,
  renamePerson,
  saveProvisionedPerson,
  seenByScim,
  type ProvisionedFields,
  type ScimPerson,
} from './user-provisioning/provisioned-person.repository.ts';
export {
  findProvisioningToken,
  findTokenMaker,
  insertProvisioningToken,
  listProvisioningTokens,
  revokeProvisioningToken,
  touchProvisioningToken,
  type StoredProvisioningToken,
} from './user-provisioning/provisioning-token.repository.ts';
export { insertScimCall, listScimCalls, type StoredScimCall } from './user-provisioning/scim-call.repository.ts';
