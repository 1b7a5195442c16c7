import type { RuleText } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { insertClause } from '../../../shared/authoring/text/rule-text.ts';
import type { DraftStore } from './rule-kind.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

/** Takes edits into the draft; a clause that was taken out can be brought back for a while. */
export const useClauseEdits = (store: DraftStore): ((next: RuleText) => void) => {
  const text = useText('rules');
  const notify = useNotify();
  const clauseText = useClauseText();
  return (next) => {
    const before = store.get().text;
    store.edit(next);
    const at = before.clauses.findIndex(({ id }) => next.clauses.every((clause) => clause.id !== id));
    const gone = before.clauses[at];
    if (!gone) return;
    notify({
      severity: 'Information',
      title: text('editor.clauseRemoved', { name: clauseText(gone.name) }),
      action: { text: text('editor.undo'), onSelect: () => store.edit(insertClause(store.get().text, gone, at)) },
    });
  };
};
