export { digestTables } from './digest.ts';
export { aPurchase, aRelatedEvent, purchaseFacts } from './log-events.ts';
export { useDatabase, type TestDatabase } from './use-database.ts';
