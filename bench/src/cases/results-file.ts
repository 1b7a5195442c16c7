/** Figures about cases stand in one file, a section for each measurement. */
export const CASES_FILE = { file: 'cases.md', title: '# Cases' } as const;
