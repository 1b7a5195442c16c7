export * from './api-management/api-errors.ts';
export * from './api-management/api-requests.ts';
export { API_PERIODS, type ApiBucket, type ApiPeriod } from './api-management/period.ts';
export * from './applications/application-access.ts';
export * from './applications/applications.ts';
export * from './fingerprints/fingerprints.ts';
export * from './attestation/attestation.ts';
export * from './backtests/backtests.ts';
export type {
  CaseConsequence,
  CaseDecisionOption,
  CaseQueueFacts,
  CaseSummary,
  ListedCase,
  LostLease,
  CaseVerdict,
} from './cases/case-schemas.ts';
export * from './cases/cases.ts';
export * from './cases/case-report.ts';
export * from './cases/case-settings.ts';
export * from './cases/evidence.ts';
export * from './cases/notes.ts';
export * from './changes/approval.ts';
export * from './changes/changes.ts';
export * from './configuration/configuration.ts';
export type { ResourceKindName } from './configuration/resource-kinds.ts';
export * from './common.ts';
export * from './dashboard/dashboard.ts';
export * from './monitor/monitor.ts';
export * from './reports/reports.ts';
export { defineEndpoint } from './define.ts';
export * from './endpoint.ts';
export { ENDPOINTS } from './endpoints.ts';
export * from './events/events.ts';
export * from './external-assessments/external-assessments.ts';
export * from './external-calls/external-calls.ts';
export * from './assessments/assessments.ts';
export * from './functions/functions.ts';
export * from './inventory/inventory.ts';
export * from './ontology/ontology.ts';
export * from './lists/database-lists.ts';
export * from './lists/list-lookup.ts';
export * from './integration/integration.ts';
export * from './jobs/jobs.ts';
export * from './lists/lists.ts';
export * from './me/me.ts';
export * from './notices/notices.ts';
export type { EnvironmentChange, EventBody, EventKind, NewEnvironment } from '@redoubt/domain';
export * from './public/answers.ts';
export * from './public/cases.ts';
export * from './public/provisioning.ts';
export * from './public/public.ts';
export {
  DOCUMENTED_CALLS,
  DOCUMENTED_GROUPS,
  type DocumentedBody,
  type DocumentedCall,
  type DocumentedGroup,
} from './openapi/documented-calls.ts';
export { openApiDocument } from './openapi/openapi.ts';
export type { JsonSchema } from './openapi/body-schemas.ts';
export * from './queues/queues.ts';
export * from './rules/branches.ts';
export * from './rules/routing-rules.ts';
export * from './rules/rule-evaluation.ts';
export * from './rules/rule-schemas.ts';
export * from './risk-support/risk-support.ts';
export * from './rules/rules.ts';
export * from './set-up/set-up.ts';
export { CONSOLE_BUILD_HEADER, consoleBuildOf } from './site/console-build.ts';
export { siteConfiguration, type SiteConfiguration } from './site/site.ts';
export { telemetryOrigin } from './site/telemetry-origins.ts';
export {
  FRAUD_LABELS,
  SEARCH_FIELDS,
  SEARCH_OPERATORS,
  findSearchMatches,
  searchEvents,
  searchFilter,
  summariseSearch,
  type SearchField,
  type SearchFilter,
  type SearchMatch,
  type SearchQuery,
  type SearchRow,
} from './search/search.ts';
export * from './search/search-attributes.ts';
export * from './subject-requests/subject-requests.ts';
export * from './support-lists/support-lists.ts';
export * from './templates/rule-templates.ts';
export * from './usage/usage-apis.ts';
export * from './usage/usage.ts';
export * from './velocities/backfills.ts';
export * from './velocities/velocities.ts';
export * from './velocities/velocity-values.ts';
export * from './uploads/uploads.ts';
