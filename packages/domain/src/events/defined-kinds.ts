import { invariant } from '@redoubt/kernel';

/**
 * Kinds of the events of assessments that a customer defined. They are named by number, so that log and tables need not
 * know the definitions: 7 is the seventh assessment of its tenant, `observation-7-2` the second observation of it. A
 * `legacy` one is a custom assessment of the account generation.
 */
export type DefinedAssessmentKind = `assessment-${number}` | `legacy-${number}`;
export type DefinedRelatedKind = `observation-${number}-${number}` | `label-${number}`;
export type DefinedKind = DefinedAssessmentKind | DefinedRelatedKind;

type Part = 'assessment' | 'legacy' | 'label' | 'observation';
type DefinedParts = { readonly number: number; readonly part: Part; readonly observation: number };

const SPELLING = /^(assessment|legacy|label)-([1-9]\d{0,3})$|^observation-([1-9]\d{0,3})-([1-9]\d?)$/;

/** Numbers of assessments a tenant can use up; those of deleted ones are not given again. */
export const MAX_DEFINED_ASSESSMENTS = 700;
/** Observations an assessment can have over its life. */
export const MAX_OBSERVATIONS = 29;

const read = (kind: string): DefinedParts | null => {
  const found = SPELLING.exec(kind);
  if (found === null) return null;
  const number = Number(found[2] ?? found[3]);
  const observation = Number(found[4] ?? 0);
  if (number > MAX_DEFINED_ASSESSMENTS || observation > MAX_OBSERVATIONS) return null;
  return { number, part: (found[1] as Part | undefined) ?? 'observation', observation };
};

export const isDefinedKind = (kind: string): kind is DefinedKind => read(kind) !== null;

export const isDefinedAssessment = (kind: string): kind is DefinedAssessmentKind => {
  const part = read(kind)?.part;
  return part === 'assessment' || part === 'legacy';
};

export const definedPartsOf = (kind: DefinedKind): DefinedParts => {
  const parts = read(kind);
  invariant(parts, `${kind} is the kind of a defined assessment`);
  return parts;
};

/** Beyond every number of a built-in kind and of an entity. */
const FIRST_CODE = 10_000;
const CODES_EACH = 32;
const LEGACY_SLOT = 30;
const LABEL_SLOT = 31;

/** Number of a defined kind in tables and segments. */
export const definedKindCode = (kind: DefinedKind): number => {
  const { number, part, observation } = definedPartsOf(kind);
  const slot = { assessment: 0, legacy: LEGACY_SLOT, label: LABEL_SLOT, observation }[part];
  return FIRST_CODE + number * CODES_EACH + slot;
};

/** The kind a number stands for; null for numbers that are none of a defined kind. */
export const definedKindOfCode = (code: number): DefinedKind | null => {
  const number = Math.floor((code - FIRST_CODE) / CODES_EACH);
  if (number < 1 || number > MAX_DEFINED_ASSESSMENTS) return null;
  const slot = code - FIRST_CODE - number * CODES_EACH;
  if (slot === 0) return `assessment-${number}`;
  if (slot === LEGACY_SLOT) return `legacy-${number}`;
  return slot === LABEL_SLOT ? `label-${number}` : `observation-${number}-${slot}`;
};
