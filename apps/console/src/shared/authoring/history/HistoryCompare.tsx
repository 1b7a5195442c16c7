import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { RuleText } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { DifferenceView } from '../diff/DifferenceView.tsx';
import { diffRule } from '../diff/rule-diff.ts';
import { askingRollBack, type Compared, type HistoryView } from './history-view.ts';
import styles from '../../../shared/authoring/history/history.module.css';

/** A text that is compared; null while it is read. */
export type ComparedText = { readonly text: RuleText | null; readonly error: unknown };

/** What a roll-back takes from other texts, and that it needs a reason. */
export type RollBackWarning = {
  readonly children: ReactNode;
  readonly confirmText: string;
  /** Says that a note is missing. */
  readonly reasonNeeded: string;
};

export type HistoryCompareProps = {
  readonly versions: readonly number[];
  /** The published version; 0 where there is none. */
  readonly current: number;
  /** Whether the text decides events itself; other texts are used by those that do. */
  readonly decides: boolean;
  /** Whether there is a draft, which a roll-back leaves alone. */
  readonly keepsDraft: boolean;
  readonly from: ComparedText;
  readonly to: ComparedText;
  readonly view: HistoryView;
  readonly onView: (view: HistoryView) => void;
  readonly canWrite: boolean;
  readonly busy: boolean;
  readonly onRollBack: (to: number, note: string, done: () => void) => void;
  readonly warning?: RollBackWarning | null;
};

/** Two versions compared, whichever the person picks, and the roll-back to one of them with what it changes in view. */
export const HistoryCompare = (props: HistoryCompareProps) => {
  const { versions, current, from, to, view, onView, canWrite } = props;
  const text = useText('rules');
  const diff = useMemo(() => (from.text && to.text ? diffRule(from.text, to.text) : null), [from.text, to.text]);
  if (view.compared === null) return null;
  const { compared, rollsBackTo } = view;
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
      {versions.map((version) => (
        <option key={version} value={version}>
          {nameOf(version)}
        </option>
      ))}
    </select>
  );
  const error: unknown = from.error ?? to.error;
  return (
    <div className="flex-none border-top-2">
      {rollsBackTo === null ? null : (
        <RollBackQuestion
          to={rollsBackTo}
          question={text(props.decides ? 'history.rollBackQuestion' : 'history.rollBackUseQuestion', {
            to: rollsBackTo,
            next: Math.max(...versions) + 1,
          })}
          keepsDraft={props.keepsDraft}
          warning={props.warning ?? null}
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

type RollBackQuestionProps = {
  readonly to: number;
  readonly question: string;
  readonly keepsDraft: boolean;
  readonly warning: RollBackWarning | null;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onRollBack: (note: string) => void;
};

const RollBackQuestion = ({ to, question, keepsDraft, warning, busy, onCancel, onRollBack }: RollBackQuestionProps) => {
  const text = useText('rules');
  const [note, setNote] = useState('');
  return (
    <div className="px-page pt-2">
      <ConfirmPanel
        title={question}
        confirmText={warning?.confirmText ?? text('history.rollBack', { version: to })}
        busy={busy}
        disabledReason={warning && note.trim() === '' ? warning.reasonNeeded : undefined}
        onConfirm={() => onRollBack(note.trim())}
        onCancel={onCancel}
      >
        {warning?.children}
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
