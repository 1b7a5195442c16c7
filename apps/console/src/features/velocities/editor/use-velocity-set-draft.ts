import type { VelocitySetDetail } from '@redoubt/contracts';
import type { DraftStore } from '../../../drafts/draft-store.ts';
import { useAutosavedDraft, type AutosavedDraft } from '../../../drafts/use-autosaved-draft.ts';
import { EDITED_VELOCITY_SETS, wireTextOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { useVelocitySetMutations } from '../velocities.queries.ts';

export type VelocitySetDraftStore = DraftStore<VelocitySetDetail, EditedVelocitySet>;
export type VelocitySetDraft = AutosavedDraft<VelocitySetDetail, EditedVelocitySet>;

/** The draft of one set while its editor is open. */
export const useVelocitySetDraft = (set: VelocitySetDetail, onFailure: (error: unknown) => void): VelocitySetDraft => {
  const { save, read } = useVelocitySetMutations(set.environmentId, set.id);
  return useAutosavedDraft(set, {
    texts: EDITED_VELOCITY_SETS,
    save: (version, text, mergedWith) => save.mutateAsync({ version, text: wireTextOf(text), mergedWith }),
    read,
    publishedVersion: ({ published }) => published?.version,
    codes: { stale: 'VELOCITY-SET-STALE', unknown: 'VELOCITY-SET-UNKNOWN' },
    onFailure,
  });
};
