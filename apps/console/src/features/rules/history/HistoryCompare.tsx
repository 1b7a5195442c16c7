import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule } from '../../../shared/authoring/diff/rule-diff.ts';
import { ruleVersionQuery } from '../../../shared/rules/rules.queries.ts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';
import { askingRollBack, type Compared, type HistoryView } from './history-view.ts';
import styles from '../../../shared/authoring/history/history.module.css';

export type HistoryCompareProps = {
  readonly rule: RuleDetail;
  readonly draft: RuleText;
  readonly view: HistoryView;
  readonly onView: (view: HistoryView) => void;
  readonly canWrite: boolean;
  readonly busy: boolean;
  readonly onRollBack: (to: number, note: string, done: () => void) => void;
};

/** Two versions compared, whichever the person picks, and the roll-back to one of them with what it changes in view. */
export const HistoryCompare = (props: HistoryCompareProps) => {
  const { rule, draft, view, onView, canWrite } = props;
  const text = useText('rules');
  const from = useCompared(rule, draft, view.compared?.from ?? 'draft');
  const to = useCompared(rule, draft, view.compared?.to ?? 'draft');
  const diff = useMemo(() => (from.text && to.text ? diffRule(from.text, to.text) : null), [from.text, to.text]);
  if (view.compared === null) return null;
  const { compared, rollsBackTo } = view;
  const current = rule.published?.version ?? 0;
  const older = [compared.to, compared.from].find((each): each is number => each !== 'draft' && each !== current);
  const nameOf = (each: Compared): string =>
    each === 'draft' ? text('editor.draftTab') : text('publish.version', { version: each });
  const pick = (end: 'from' | 'to') => (
    <select
      className={styles.pick}
      aria-label={text(`history.${end}`)}
      value={String(compared[end])}
      onChange={({ target: { value } }) =>
        onView({
          ...view,
          rollsBackTo: null,
          compared: { ...compared, [end]: value === 'draft' ? 'draft' : Number(value) },
        })
      }
    >
      <option value="draft">{nameOf('draft')}</option>
      {rule.history.map(({ version }) => (
        <option key={version} value={version}>
          {nameOf(version)}
        </option>
      ))}
    </select>
  );
  const error: unknown = from.error ?? to.error;
  return (
    <div className={styles.drawer}>
      {rollsBackTo === null ? null : (
        <RollBackQuestion
          to={rollsBackTo}
          next={Math.max(...rule.history.map(({ version }) => version)) + 1}
          keepsDraft={rule.draft !== null}
          busy={props.busy}
          onCancel={() => onView({ ...view, rollsBackTo: null })}
          onRollBack={(note) =>
            props.onRollBack(rollsBackTo, note, () =>
              onView({ ...view, compared: null, rollsBackTo: null, version: null }),
            )
          }
        />
      )}
      {error ? <ErrorState compact error={error} /> : null}
      {diff === null && !error ? <LoadingBlock height={120} /> : null}
      {diff === null ? null : (
        <DifferenceView
          title={text('history.comparison', { from: nameOf(compared.from), to: nameOf(compared.to) })}
          diff={diff}
          sampleChanged={JSON.stringify(from.text?.samplePayload) !== JSON.stringify(to.text?.samplePayload)}
          tools={
            <>
              {pick('from')}
              {pick('to')}
              {canWrite && older !== undefined && rollsBackTo === null ? (
                <CommandButton
                  appearance="outline"
                  command={{
                    id: 'rollBack',
                    text: text('history.rollBack', { version: older }),
                    icon: ArrowUndoRegular,
                    onSelect: () => onView(askingRollBack(view, current, older)),
                  }}
                />
              ) : null}
              <CommandButton
                command={{
                  id: 'hide',
                  text: text('publish.hide'),
                  onSelect: () => onView({ ...view, compared: null, rollsBackTo: null }),
                }}
              />
            </>
          }
        />
      )}
    </div>
  );
};

const useCompared = (
  rule: RuleDetail,
  draft: RuleText,
  compared: Compared,
): { readonly text: RuleText | null; readonly error: unknown } => {
  const call = useCall();
  const version = compared === 'draft' ? null : compared;
  const { data, error } = useQuery({
    ...ruleVersionQuery(call, rule, rule.id, version ?? 1),
    enabled: version !== null,
  });
  const stored = useMemo(() => (data ? textOf(data) : null), [data]);
  return version === null ? { text: draft, error: null } : { text: stored, error };
};

type RollBackQuestionProps = {
  readonly to: number;
  /** Number of the version it makes. */
  readonly next: number;
  readonly keepsDraft: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onRollBack: (note: string) => void;
};

const RollBackQuestion = ({ to, next, keepsDraft, busy, onCancel, onRollBack }: RollBackQuestionProps) => {
  const text = useText('rules');
  const [note, setNote] = useState('');
  return (
    <div className={styles.question}>
      <ConfirmPanel
        title={text('history.rollBackQuestion', { to, next })}
        confirmText={text('history.rollBack', { version: to })}
        busy={busy}
        onConfirm={() => onRollBack(note.trim())}
        onCancel={onCancel}
      >
        {keepsDraft ? <p>{text('history.rollBackDraft')}</p> : null}
        <input
          className={styles.note}
          maxLength={500}
          aria-label={text('publish.note')}
          placeholder={text('publish.notePlaceholder')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmPanel>
    </div>
  );
};
