import type { VelocitySetDetail, VelocitySetText } from '@redoubt/contracts';
import { velocityDefinitionOf } from '@redoubt/fql-editor';
import type { RuleText } from '@redoubt/contracts';
import type { DraftTexts } from '../../../drafts/draft-state.ts';
import {
  insertClause,
  sameText,
  withCode as withClauseCode,
  type PartId,
} from '../../../shared/authoring/text/rule-text.ts';
import { newEditedVelocitySet } from './new-velocity-set.ts';

/**
 * A velocity set while it is edited: a rule text whose clauses are its velocities, each named by its own code, and the
 * event it is tried on.
 */
export type EditedVelocitySet = RuleText & { readonly sampleEvent: VelocitySetText['sampleEvent'] };

/** The name a velocity gives itself after AS; empty while it has none. */
export const nameOf = (code: string): string => velocityDefinitionOf(code)?.name ?? '';

export const editedVelocitySetOf = ({
  condition,
  velocities,
  sampleEvent,
  samplePayload,
}: VelocitySetText): EditedVelocitySet => ({
  condition,
  clauses: velocities.map(({ id, code }) => ({ id, name: nameOf(code), code })),
  sampleEvent,
  samplePayload,
});

export const wireTextOf = ({ condition, clauses, sampleEvent, samplePayload }: EditedVelocitySet): VelocitySetText => ({
  condition,
  velocities: clauses.map(({ id, code }) => ({ id, code })),
  sampleEvent,
  samplePayload,
});

/** With other code for a part; a velocity takes its name along. */
export const withCode = (text: EditedVelocitySet, part: PartId, code: string): EditedVelocitySet => {
  const next = withClauseCode(text, part, code);
  const clauses = next.clauses.map((clause) => (clause.id === part ? { ...clause, name: nameOf(code) } : clause));
  return { ...text, ...next, clauses };
};

/** With one more velocity at the end. */
export const addVelocity = (text: EditedVelocitySet, id: PartId, code: string): EditedVelocitySet => ({
  ...text,
  ...insertClause(text, { id, name: nameOf(code), code }, text.clauses.length),
});

const startingText = (set: VelocitySetDetail): EditedVelocitySet => {
  const text = set.draft ?? set.published;
  return editedVelocitySetOf(text ?? newEditedVelocitySet([], () => ''));
};

/**
 * A merged text as a set: names stand in the code, and the sample's event is that of the side whose sample was taken.
 * `theirs` is what the other person has.
 */
export const mergedVelocitySet = (
  { condition, clauses, samplePayload }: RuleText,
  mine: EditedVelocitySet,
  theirs: EditedVelocitySet,
): EditedVelocitySet => ({
  condition,
  clauses: clauses.map((clause) => ({ id: clause.id, name: nameOf(clause.code), code: clause.code })),
  samplePayload,
  sampleEvent: samplePayload === theirs.samplePayload ? theirs.sampleEvent : mine.sampleEvent,
});

/** Drafts of velocity sets. */
export const EDITED_VELOCITY_SETS: DraftTexts<VelocitySetDetail, EditedVelocitySet> = {
  startingText,
  sameText: (a, b) => a.sampleEvent === b.sampleEvent && sameText(a, b),
};
