export { appendAudit, type AuditEntry } from './audit/audit.repository.ts';
export type { EmbeddedAddress, ExternalPostgres, PostgresServer } from './database/connection.ts';
export { openDatabase, type Database, type DatabaseOptions, type TenantTransaction } from './database/database.ts';
export { silentLogger, type Logger } from './database/logger.ts';
export { advancePlanHead, readPlanHeads, watchPlanHeads, type PlanHead, type PlanWatch } from './database/plan-head.ts';
export type { Schema } from './database/schema.ts';
export { BootError } from './embedded/boot-error.ts';
export { claimDataDirectory, type DataDirectory } from './embedded/data-directory.ts';
export { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './embedded/embedded-postgres.ts';
