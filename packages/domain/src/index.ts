export {
  API_ROLES,
  CAPABILITIES,
  type Access,
  type ApiRole,
  type Capability,
  type Permission,
} from './access/capabilities.ts';
export { ERRORS, errorFacts, fail, isErrorCode, type ErrorCode, type ErrorFacts } from './errors/error-codes.ts';
export { DECISIONS, DEFAULT_POLICY, NO_CLAUSE_HIT, type Decision } from './events/decision.ts';
export {
  ASSESSMENTS,
  EVENT_KINDS,
  type AssessmentKind,
  type AssessmentName,
  type EventKind,
  type RelatedKind,
} from './events/event-kinds.ts';
export { ENVIRONMENT_STATUSES, type EnvironmentStatus } from './environments/status.ts';
export { RULE_STATUSES, RUN_MODES, type RuleStatus, type RunMode } from './rules/rule.ts';
export { EVENT_SCHEMAS } from './events/event-schemas.ts';
export type {
  Field,
  ListField,
  ObjectField,
  ObjectSchema,
  OpenField,
  ScalarField,
  ScalarType,
} from './events/schema/object-schema.ts';
export { schemaAttributes, type SchemaAttribute } from './events/schema/schema-attributes.ts';
export { isCardNumber, maskCardData, maskCardNumber } from './privacy/card-data.ts';
