export { API_PERIODS, type ApiBucket, type ApiPeriod } from './api-management/period.ts';
export type {
  CaseBlock,
  CaseConsequence,
  CaseDecisionOption,
  CaseQueueFacts,
  CaseSummary,
  ListedCase,
  LostLease,
  CaseVerdict,
} from './cases/case-schemas.ts';
export * from './common.ts';
export type { ResourceKindName } from './configuration/resource-kinds.ts';
export { defineEndpoint } from './define.ts';
export * from './endpoint.ts';
export { ENDPOINTS } from './endpoints.ts';
export * from './features.ts';
export type { JsonSchema } from './openapi/body-schemas.ts';
export {
  DOCUMENTED_CALLS,
  DOCUMENTED_GROUPS,
  type DocumentedBody,
  type DocumentedCall,
  type DocumentedGroup,
} from './openapi/documented-calls.ts';
export { openApiDocument } from './openapi/openapi.ts';
export * from './public/answers.ts';
export * from './rules/rule-schemas.ts';
export { CONSOLE_BUILD_HEADER, consoleBuildOf } from './site/console-build.ts';
export { siteConfiguration, type SiteConfiguration } from './site/site.ts';
export { telemetryOrigin } from './site/telemetry-origins.ts';
export * from './usage/usage-apis.ts';
export type { EnvironmentChange, EventBody, EventKind, NewEnvironment } from '@redoubt/domain';
