import { useAutosavedDraft, type AutosavedDraft, type DraftPlace } from '../../../drafts/use-autosaved-draft.ts';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { VersionedKind } from './versioned-kind.ts';

type Drafted = { readonly version: string; readonly draft: unknown };

/** The autosaved draft of something of a kind while its editor is open. */
export const useDraftOf = <D extends Drafted, T>(
  kind: VersionedKind<D, T>,
  opened: D,
  calls: Pick<DraftPlace<D, T>, 'save' | 'read'>,
): AutosavedDraft<D, T> =>
  useAutosavedDraft(opened, {
    ...calls,
    texts: kind,
    publishedVersion: (saved) => kind.versionsOf(saved).published?.version,
    codes: kind.codes,
    onFailure: useNotifyFailure(),
  });
