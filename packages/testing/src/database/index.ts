export { useDatabase, type TestDatabase } from './use-database.ts';
