import { HistoryCompare, type HistoryCompareProps } from '../history/HistoryCompare.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { NO_HISTORY } from '../history/history-view.ts';
import { useComparedText, type Editing } from './use-editing.ts';

/** Every published version of what is edited, beside its text. */
export const EditingHistory = <D, T>({ editing }: { readonly editing: Editing<D, T> }) => {
  const { versions, view, setView } = editing;
  return (
    <HistoryPanel
      rule={versions}
      shown={view.version}
      onShow={(version) => setView({ ...NO_HISTORY, open: true, version })}
      onCompare={(to, from) => setView({ ...view, compared: { from, to }, rollsBackTo: null })}
      onClose={() => setView(NO_HISTORY)}
    />
  );
};

export type EditingCompareProps<D, T> = Pick<HistoryCompareProps, 'decides' | 'busy' | 'onRollBack' | 'warning'> & {
  readonly editing: Editing<D, T>;
};

/** Two of its texts compared, and the roll-back to one of them. */
export const EditingCompare = <D extends { readonly id: string }, T>({
  editing,
  ...props
}: EditingCompareProps<D, T>) => {
  const { versions, view, setView, canWrite } = editing;
  return (
    <HistoryCompare
      {...props}
      versions={versions.history.map(({ version }) => version)}
      current={versions.published?.version ?? 0}
      keepsDraft={versions.draft !== null}
      from={useComparedText(editing, view.compared?.from ?? 'draft')}
      to={useComparedText(editing, view.compared?.to ?? 'draft')}
      view={view}
      onView={setView}
      canWrite={canWrite && versions.published !== null}
    />
  );
};
