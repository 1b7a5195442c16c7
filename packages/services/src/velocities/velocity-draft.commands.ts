import type { VelocitySetDetail, VelocitySetText } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { discardDraft, saveDraft } from '../resources/drafted-resource.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { storableVelocityText } from '../symbols/velocity-text.ts';

/**
 * Saves the draft, which belongs to the set as that of a rule does. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * and VELOCITY-SET-STALE where another one was saved or published meanwhile.
 */
export const saveVelocityDraft = async (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly text: VelocitySetText; readonly mergedWith?: number | undefined },
): Promise<VelocitySetDetail> =>
  saveDraft(velocitySetResource, context, setId, { ...input, text: storableVelocityText(input.text) });

/** Drops the draft; a set that was never published disappears. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-NO-DRAFT. */
export const discardVelocityDraft = (context: EnvironmentContext, setId: Id): Promise<void> =>
  discardDraft(velocitySetResource, context, setId);
