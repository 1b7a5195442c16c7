export { keepLargeIntegers } from '@redoubt/kernel';
export {
  createAccessIndex,
  type AccessFacts,
  type AccessIndex,
  type GivenRole,
  type TokenFacts,
} from './access/access-index.ts';
export * from './access/capabilities.ts';
export * from './activity-log/activity-filter.ts';
export * from './activity-log/activity-words.ts';
export * from './activity-log/chain-finding.ts';
export { effectiveRoles, type RoleAssignment } from './access/effective-roles.ts';
export { rolesToGrant } from './access/granting.ts';
export * from './access/people.ts';
export * from './access/permissions.ts';
export {
  APPLICATION_STATUSES,
  applicationStatus,
  CREDENTIAL_KINDS,
  DEFAULT_OVERLAP_DAYS,
  DEFAULT_SECRET_LIFE_DAYS,
  EXPIRY_WARNING_MS,
  changedGrants,
  isInForce,
  isUnexpired,
  MAX_APPLICATION_NAME,
  MAX_CALLS_PER_SECOND,
  MAX_CREDENTIALS,
  OVERLAP_DAYS,
  rolesAlong,
  rolesAnywhere,
  SECRET_LIFE_DAYS,
  type ApplicationGrant,
  type ApplicationStatus,
  type CredentialKind,
} from './applications/application.ts';
export { roleCapabilities, type Capabilities } from './access/role-matrix.ts';
export * from './access/roles.ts';
export * from './access/token-scope.ts';
export * from './alerts/alert-state.ts';
export * from './alerts/alert.ts';
export * from './environments/environment-body.ts';
export { ENVIRONMENT_CHANGE_EXAMPLE, NEW_ENVIRONMENT_EXAMPLES } from './environments/environment-examples.ts';
export * from './data-residency/data-residency.ts';
export * from './environment-tree/environment-path.ts';
export {
  CREATION_TIME_MS,
  DEFAULT_UNDO_WINDOW_MS,
  purgeRetryDelayMs,
  transition,
  type EnvironmentEvent,
  type TransitionActor,
} from './environments/lifecycle.ts';
export * from './environments/names.ts';
export * from './environments/status.ts';
export * from './errors/data-problem.ts';
export { errorFacts, fail, isErrorCode, type ErrorCode } from './errors/error-codes.ts';
export * from './fingerprints/attributes.ts';
export { distanceKm, type GeoPoint } from './geography/distance.ts';
export {
  DEFAULT_GRAPH_NODES,
  DRAWN_GRAPH_KINDS,
  GRAPH_HUB_EVENTS,
  GRAPH_KINDS,
  MAX_GRAPH_EVENTS,
  MAX_GRAPH_NODES,
  MAX_GRAPH_STEPS,
  isDrawnGraphKind,
  isStandardGraphKind,
  type DrawnGraphKind,
  type FollowedGraphKind,
  type GraphKind,
  type StandardGraphKind,
} from './graph-explorer/graph-values.ts';
export { HOST_PROBLEMS, HOST_STATUSES, hostStatus, isHostName, type HostProblem } from './fingerprints/host.ts';
export { BODY_MODES, DEFAULT_BODY_MODE, type BodyMode } from './events/body-mode.ts';
export { newReading, shapeBody, type BodyCoercion, type BodyProblem, type BodyReading } from './events/body-shape.ts';
export * from './events/degraded.ts';
export { parseIsoDateTime } from './events/iso-date-time.ts';
export {
  BACKTEST_BASELINES,
  BACKTEST_STATUSES,
  BACKTEST_UNKNOWNS,
  type BacktestBaseline,
  type BacktestStatus,
} from './backtests/backtest.ts';
export {
  CONTROL_SHARE_REASON,
  DECISIONS,
  DEFAULT_POLICY,
  NO_CLAUSE_HIT,
  NO_SCORE,
  type Decision,
} from './events/decision.ts';
export * from './booster/booster.ts';
export { estimateShare } from './reports/estimate.ts';
export { compareArms, MIN_BOOSTER_ANSWERS, type BoosterArm } from './booster/booster-comparison.ts';
export * from './event-tracing/trace-events.ts';
export * from './event-tracing/trace-lags.ts';
export * from './event-tracing/trace-targets.ts';
export * from './control-share/control-share.ts';
export * from './cost-model/cost-model.ts';
export * from './retention/legal-hold.ts';
export * from './retention/retention.ts';
export * from './usage/usage-budget.ts';
export * from './usage/usage-prices.ts';
export * from './events/event-kinds.ts';
export * from './events/defined-kinds.ts';
export { EVENT_SCHEMAS, type EventBody } from './events/event-schemas.ts';
export { relatedBody, relatedSchema } from './events/related-body.ts';
export { eventNotices, shapeEvent, shapeStoredEvent, textAt } from './events/shape-event.ts';
export { subjectOf } from './events/subject.ts';
export { EVENT_EXAMPLES } from './events/examples/event-examples.ts';
export { PURCHASE_SAMPLE } from './events/purchase-sample.ts';
export type { Field, ObjectSchema, ScalarField } from './events/schema/object-schema.ts';
export { bodyNotices, type BodyNotice } from './events/body-notices.ts';
export { schemaAttributes, type SchemaAttribute } from './events/schema/schema-attributes.ts';
export { maskCardData, maskCardText } from './privacy/card-data.ts';
export { maskPersonalValues } from './privacy/personal-values.ts';
export { eventMask, isMasked, MASK_MARK, maskOf, personalValuesOf, type EventMask } from './privacy/personal-masks.ts';
export { MAX_REVEAL_FIELDS, MAX_REVEAL_REASON, MAX_REVEALS_PER_HOUR } from './privacy/reveal.ts';
export {
  headerProblems,
  isListName,
  LIST_BYTE_LIMIT,
  listKey,
  listNameKey,
  MAX_LIST_CHANGES,
  MAX_LIST_COLUMNS,
  vanishingColumns,
  type HeaderProblem,
} from './lists/list.ts';
export {
  LIST_SOURCE_KINDS,
  listSourceTarget,
  MAX_LIST_CACHE_SECONDS,
  MAX_LIST_TIMEOUT_MS,
  type HttpListSource,
  type ListSourceDefinition,
  type PostgresListSource,
} from './lists/list-source.ts';
export {
  CSV_DELIMITERS,
  csvDelimiterOf,
  decodeText,
  encodingOf,
  hasUnassigned,
  likelyDividerOf,
  TEXT_ENCODINGS,
  type CsvDelimiter,
  type TextEncoding,
} from './lists/csv-format.ts';
export { rowExpiryMs } from './lists/row-expiry.ts';
export { DEFAULT_NAMES, type DefaultNamed, isDefaultName } from './rules/default-names.ts';
export { isOrderOf, isRuleName, isRuleNameTaken, ruleStatus } from './rules/rule-lifecycle.ts';
export {
  DECIDING_TYPES,
  DEFAULT_RUN_MODE,
  ENVIRONMENT_TEMPLATE_FILE_VERSION,
  familyOf,
  MAX_ENVIRONMENT_TEMPLATES,
  MAX_RULE_TEMPLATES,
  RULE_STATUSES,
  RULE_TEMPLATE_FILE_VERSION,
  RULE_TYPES,
  RUN_MODES,
  type RuleFamily,
  type RuleStatus,
  type RuleType,
  type RunMode,
} from './rules/rule.ts';
export {
  CLAUSE_SECTIONS,
  inRunOrder,
  nearestSection,
  placedIn,
  scoresIn,
  scoresOf,
  sectionOf,
  sectionsOf,
  type ClauseSection,
} from './rules/clause-sections.ts';
export {
  branchNameProblem,
  EXPERIMENT_STATES,
  MAX_BRANCH_API_NAME,
  MAX_BRANCHES,
  MAX_EXPERIMENT_DAYS,
  MAX_OPEN_EXPERIMENTS,
  PROMOTED_CHANGES,
  type ExperimentState,
} from './rules/branch.ts';
export { findReferencedEnvironment } from './environments/reference.ts';
export {
  acceptanceEndsMs,
  administratorRoles,
  ATTESTATION_TEXT_VERSION,
  isAttestationDue,
  MAX_ATTESTATION_REASON_CHARACTERS,
  type AdministratorRole,
} from './attestation/attestation.ts';
export {
  NOTICE_CODES,
  NOTICE_SEVERITIES,
  NOTICE_STATES,
  NOTICE_TYPES,
  noticeTypesFor,
  DEFAULT_SUBSCRIPTION,
  isMailedType,
  isWebhookType,
  RAISED_NOTICE_TYPES,
  type NoticeSubscription,
  type NoticeCode,
  type NoticeSeverity,
  type NoticeState,
  type NoticeType,
} from './notices/notices.ts';
export { isQuiet, type QuietHours } from './notices/quiet-hours.ts';
export { SYSTEM_VELOCITY_SETS, type SystemVelocitySet } from './velocities/system-sets.ts';
export { definedKindTitle, definedVelocitySample, VELOCITY_SAMPLES } from './velocities/velocity-samples.ts';
export { BACKFILL_STATUSES, type BackfillStatus } from './velocities/velocity-backfill.ts';
export * from './velocities/velocity-set.ts';
export * from './velocities/velocity-sources.ts';
export { VELOCITY_TEMPLATES } from './velocities/velocity-templates.ts';
export {
  isSupportListName,
  MAX_SUPPORT_COMMENTS,
  MAX_SUPPORT_LINES,
  MAX_SUPPORT_LINES_OF_CASE,
  MAX_SUPPORT_LINES_OF_CASES_PER_HOUR,
  MAX_SUPPORT_REASON,
  SUPPORT_COLUMNS,
  SUPPORT_ENTITIES,
  SUPPORT_LIST_TABLES,
  SUPPORT_LISTS,
  SUPPORT_SOURCES,
  SUPPORT_STATUSES,
  supportKey,
  supportListOf,
  supportValueProblem,
  type SupportEntity,
  type SupportListStatus,
  type SupportSource,
  type SupportValueProblem,
} from './support-lists/support-list.ts';
export { supportValuesOf, type SupportValue } from './support-lists/support-values.ts';
export { SUPPORT_RULE_NAME, supportClausesOf } from './support-lists/support-rule.ts';
export {
  breakingChanges,
  FUNCTION_TYPES,
  functionFallback,
  isFunctionName,
  MAX_FUNCTION_NAME,
  MAX_FUNCTION_OUTPUTS,
  MAX_FUNCTION_PARAMETERS,
  MAX_FUNCTIONS,
  type FunctionDefinition,
  type FunctionOutput,
  type FunctionParameter,
  type FunctionType,
} from './functions/function.ts';
export {
  assessmentCallCode,
  emptyAnswerOf,
  MAX_NESTED_ASSESSMENTS,
  mayCallAssessment,
  type AssessmentTarget,
  type TargetApi,
  type TargetProblem,
} from './external-assessments/external-assessment.ts';
export * from './external-calls/call-problems.ts';
export { certificateProblem, privateKeyProblem } from './external-calls/pem.ts';
export {
  CALL_AUTHENTICATIONS,
  CALL_CONTENT_TYPES,
  CALL_FAILURES,
  CALL_METHODS,
  fillPlaceholders,
  hasSameDestination,
  isCallName,
  MAX_CALL_NAME,
  MAX_CALL_PARAMETERS,
  MAX_CALL_RESPONSE_BYTES,
  MAX_CALL_TIMEOUT_MS,
  placeholdersIn,
  secretSlotsOf,
  usesPrivateKey,
  TOKEN_CLIENTS,
  type CallAuthentication,
  type CallContentType,
  type CallFailure,
  type CallOutcome,
  type CallSetting,
  type ExternalCallDefinition,
  type Placeholder,
} from './external-calls/external-call.ts';
export { foldEqual } from './text/fold.ts';
export { countChanges, diffLines, type DiffLine } from './text/line-diff.ts';
export * from './assessments/templates.ts';
export { SECTION_NAMES, type SectionName } from './assessments/sections.ts';
export * from './assessments/definition.ts';
export * from './assessments/defined-schema.ts';
export * from './assessments/definition-problems.ts';
export { proposeFields } from './assessments/propose-fields.ts';
export { POINTS_EXAMPLES, REVIEW_EXAMPLES } from './assessments/assessment-examples.ts';
export {
  BUILT_IN_SUBJECT_PATH,
  BUILT_IN_SUBJECTS,
  definedSubjectIds,
  isIdentifying,
  SUBJECT_DUE_DAYS,
  SUBJECT_EXPORT_DAYS,
  SUBJECT_REQUEST_STATUSES,
  SUBJECT_REQUEST_TYPES,
  type SubjectRequestStatus,
  type SubjectRequestType,
  type SubjectStage,
} from './subject-requests/subject-requests.ts';
export * from './monitor/monitor-scale.ts';
export {
  isOntologyEntity,
  isOntologyThing,
  ONTOLOGY_EVENTS,
  ONTOLOGY_THINGS,
  thingsOf,
  type OntologyEntity,
  type OntologyEvent,
} from './ontology/entities.ts';
export { PERSONAL_DATA, personalDataOf, type PersonalData } from './ontology/personal-data.ts';
export {
  attributeName,
  filterValueOf,
  graphKindOfAttribute,
  holdsTexts,
  isLinkableType,
  linkablePaths,
  MAX_LINKABLE_FIELDS,
  ownPathOf,
  ownSearchField,
  ownValuesOf,
  pathOfAttribute,
  searchableFields,
  type OwnSearchField,
  type OwnValue,
  type OwnValues,
  type SearchableField,
  type SearchableType,
  MAX_SEARCH_TEXT,
} from './assessments/own-values.ts';

export {
  attributePlace,
  MAX_ATTRIBUTE_PATH,
  MAX_SEARCH_ATTRIBUTES,
  SEARCH_ATTRIBUTE_TYPES,
  type SearchAttributeType,
} from './search/search-attributes.ts';

export { CHANGE_STATES, MAX_OPEN_CHANGES, type ChangeState } from './changes/change-request.ts';
export { JOB_KINDS, JOB_STATES, type JobKind, type JobKindFacts, type JobState } from './jobs/job.ts';
export { isOwnJob, isOwnJobKind, jobOfNotice, OWN_JOB_KINDS } from './notices/own-jobs.ts';
export {
  MAX_OPEN_SEARCH_EXPORTS,
  MAX_SEARCH_EXPORT_EVENTS,
  MAX_SEARCH_EXPORTS,
  SEARCH_EXPORT_DAYS,
  SEARCH_EXPORT_FORMATS,
  SEARCH_EXPORT_STATES,
  type SearchExportFormat,
  type SearchExportState,
} from './search/search-export.ts';
export { readFilter, SEARCH_OPERATORS, spellFilter } from './search/search-filter-text.ts';
export { isNewestFirst, SEARCH_ORDER } from './search/search-order.ts';
export { jobLink, rulesPath, type JobThing } from './jobs/job-link.ts';
export * from './cases/case-agreement.ts';
export * from './cases/case-block.ts';
export * from './cases/case-api-body.ts';
export * from './cases/case-assessments.ts';
export * from './cases/case-consequences.ts';
export * from './cases/case-decisions.ts';
export * from './cases/case-figures.ts';
export * from './cases/case-fold.ts';
export * from './cases/case-forecast.ts';
export * from './cases/case-lifecycle.ts';
export * from './cases/case-report.ts';
export { caseReportRows } from './cases/case-report-rows.ts';
export * from './cases/case-settings.ts';
export * from './cases/lost-lease.ts';
export * from './cases/queue.ts';
export * from './cases/usual-backlog.ts';
export { spikesOf } from './support-lists/spikes.ts';
export * from './cases/notes.ts';
export * from './currencies/exchange-rate.ts';
export * from './currencies/rate-file.ts';
export * from './currencies/rate-table.ts';
export * from './saved-views/saved-view.ts';
export * from './reports/cut-off.ts';
export * from './reports/maturity.ts';
export * from './reports/observation-fields.ts';
export * from './reports/observation-report.ts';
export * from './reports/report-drill.ts';
export * from './reports/report-fields.ts';
export type { FraudEstimate, ValuedEvents, Worth } from './reports/pruning-worth.ts';
export * from './reports/rule-money.ts';
export * from './reports/rule-pruning.ts';
export * from './reports/report-narrowing.ts';
export * from './reports/report-query.ts';
export {
  observationRows,
  ruleReportRows,
  SCORE_MEASURES,
  scoreRows,
  summaryRows,
  threatRows,
} from './reports/report-rows.ts';
export * from './reports/rule-rates.ts';
export * from './reports/rule-report.ts';
export * from './reports/usual-range.ts';
export { reportSource, type ReportSource } from './reports/report-source.ts';
export * from './event-maps/check-map.ts';
export * from './event-maps/condition.ts';
export * from './event-maps/event-map.ts';
export * from './event-maps/row-mapper.ts';
export * from './event-maps/template.ts';
export * from './loss-prevention/loss-prevention.ts';
export {
  createMonthCounter,
  offerKey,
  offersOf,
  OFFER_SALES,
  type LossAmount,
} from './loss-prevention/month-counts.ts';
export { RETAIL_SAMPLE, retailSample, type RetailSampleOptions } from './loss-prevention/retail-sample.ts';
export { samplePrecision } from './loss-prevention/sample-precision.ts';
export { scoreMonth, type Population, type ScoredMonth, type ScoredReason } from './loss-prevention/score-month.ts';
export * from './loss-prevention/retail-sets.ts';
export * from './uploads/folder-connection.ts';
export type { TillCells } from './loss-prevention/till-columns.ts';
export * from './uploads/data-sets.ts';
export * from './uploads/mapping.ts';
export * from './uploads/sample-file.ts';
export { shapeLine } from './uploads/shape-line.ts';
export * from './uploads/upload.ts';
export * from './report-schedules/report-schedule.ts';
