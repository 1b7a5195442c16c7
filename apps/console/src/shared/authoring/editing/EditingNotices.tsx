import type { ReactNode } from 'react';
import { hasUnsavedText } from '../../../drafts/draft-state.ts';
import { ConflictBar, type ConflictBarProps } from '../editor/ConflictBar.tsx';
import { EditorNotice } from '../editor/EditorNotice.tsx';
import { useSaveGuard } from '../editor/use-save-guard.tsx';
import type { Editing } from './use-editing.ts';

export type EditingNoticesProps<D, T> = Pick<ConflictBarProps, 'words' | 'onKeepAsNew'> & {
  readonly editing: Editing<D, T>;
  /** What a published text is called on screen, where it does not decide itself. */
  readonly publishedWords?: string;
  /** Between the conflict and the note on the text shown, such as a request that waits. */
  readonly children?: ReactNode;
};

/** Above the text: unsaved work that is about to be left, what others saved meanwhile, and which text is on screen. */
export const EditingNotices = <D, T>(props: EditingNoticesProps<D, T>) => {
  const { editing, publishedWords, children, ...conflictProps } = props;
  const { kind, state, versions, shown, canWrite, conflict } = editing;
  const guard = useSaveGuard(canWrite && hasUnsavedText(state));
  return (
    <>
      {guard}
      {conflict === null ? null : (
        <ConflictBar
          {...conflictProps}
          conflict={conflict}
          mine={kind.toRuleText(state.text)}
          base={editing.base}
          onSettle={editing.settle}
          onTakeTheirs={editing.takeTheirs}
        />
      )}
      {children}
      <EditorNotice
        rule={versions}
        shown={shown}
        canWrite={canWrite}
        {...(publishedWords === undefined ? {} : { publishedWords })}
        onUse={editing.reuse}
        onCompare={editing.compareShown}
        onRollBack={editing.askRollBack}
        onClose={editing.closeVersion}
      />
    </>
  );
};
