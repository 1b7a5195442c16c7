/**
 * Names the language reserves whose functions are not built yet (language.md §9.10). A text that uses one is told so,
 * instead of being sent looking for a spelling mistake.
 */
export const PLANNED_ROOTS: ReadonlySet<string> = new Set(
  ['External', 'Assessments', 'Assessment', 'Functions', 'Response'].map((name) => name.toLowerCase()),
);
