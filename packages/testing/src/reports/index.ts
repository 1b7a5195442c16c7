export { recountReports } from './recount.ts';
export type { RecountDifference } from './recount-types.ts';
