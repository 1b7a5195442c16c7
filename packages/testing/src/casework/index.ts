export { seededChoices, type SeededChoices } from './seeded-choices.ts';
export { addCases, addQueue, createCasePlace, type CasePlace } from './place.ts';
export { runCasework, type CaseworkOptions, type CaseworkResult } from './run-casework.ts';
