import type { DefinedAssessment } from '../assessments/definition.ts';

/** What a person may ask of the keeper of their data. */
export const SUBJECT_REQUEST_TYPES = ['Export', 'Delete'] as const;
export type SubjectRequestType = (typeof SUBJECT_REQUEST_TYPES)[number];

/**
 * `docs/reference/access.md#subject-requests`: Pending → Processing → Complete → Expired; Processing → Failed →
 * Pending; Pending → Cancelled.
 */
export const SUBJECT_REQUEST_STATUSES = [
  'Pending',
  'Processing',
  'Complete',
  'Failed',
  'Cancelled',
  'Expired',
] as const;
export type SubjectRequestStatus = (typeof SUBJECT_REQUEST_STATUSES)[number];

/** Parts of a request that is worked on: looking for the person's events, taking them, looking for copies. */
const SUBJECT_STAGES = ['find', 'take', 'sweep'] as const;
export type SubjectStage = (typeof SUBJECT_STAGES)[number];

/** Names the built-in events together: one user id finds purchases, sign-ups, account creations and logins. */
export const BUILT_IN_SUBJECTS = 'builtIn';
/** Where built-in events carry the id of the person. */
export const BUILT_IN_SUBJECT_PATH = 'user.userId';

/**
 * Days an export can be downloaded, and a finished request stays on record before that (`docs/reference/limits.md`).
 */
export const SUBJECT_EXPORT_DAYS = 28;
/** Days within which a request is due: the month of the General Data Protection Regulation, article 12. */
export const SUBJECT_DUE_DAYS = 30;

/** Shorter values name a person only where they stand as an id: elsewhere they are too often something else. */
const LEAST_TELLING_CHARACTERS = 5;

/** Whether a value names its person wherever it stands. */
export const isIdentifying = (value: string): boolean => value.length >= LEAST_TELLING_CHARACTERS;

/** Ids by which the persons of an assessment are known: those it declares; a legacy one can declare none of its own. */
export const definedSubjectIds = ({
  template,
  definition,
}: Pick<DefinedAssessment, 'template' | 'definition'>): readonly string[] =>
  template === 'Legacy' ? [BUILT_IN_SUBJECT_PATH] : definition.dataSubjectIds;
