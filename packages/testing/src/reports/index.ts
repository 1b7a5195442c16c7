export { recountReports, type RecountDifference } from './recount.ts';
