import { PeopleRegular } from '@fluentui/react-icons';
import type { RuleText } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useState } from 'react';
import type { Conflict } from '../merge/conflict.ts';
import { MergeView } from '../merge/MergeView.tsx';
import { useBase } from '../merge/use-base.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';

export type ConflictBarProps = {
  readonly conflict: Conflict;
  readonly mine: RuleText;
  /** A text that brings both together; it becomes the draft, on top of what stands now. */
  readonly onSettle: (text: RuleText) => void;
  readonly onTakeTheirs: () => void;
  /** Keeps my text as a rule of its own, where this one was deleted. */
  readonly onKeepAsNew: () => void;
};

/**
 * Another user saved or published meanwhile: who, the three texts, and the ways to go on. Nothing typed is lost by any.
 */
export const ConflictBar = ({ conflict, mine, onSettle, onTakeTheirs, onKeepAsNew }: ConflictBarProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const [merges, setMerges] = useState(false);
  const what = (): string => {
    if (conflict.kind === 'gone') return text('conflict.gone');
    const { published, draft } = conflict.rule;
    if (conflict.kind === 'saved' && draft)
      return text('conflict.saved', { by: draft.by, time: formats.time(draft.savedAt, 'minutes') });
    if (conflict.kind === 'changed' || !published) return text('conflict.changed');
    const { published: done, version } = published;
    if (conflict.kind === 'behind')
      return text('conflict.behind', {
        by: done.by,
        version,
        at: formats.dateTime(done.at),
        base: typeof conflict.base === 'number' ? conflict.base : 0,
      });
    return text('conflict.published', { by: done.by, version, time: formats.time(done.at, 'minutes') });
  };
  const isBehind = conflict.kind === 'behind';
  return (
    <div className={styles.conflict}>
      <div className={styles.notice} role={isBehind ? 'status' : 'alert'}>
        <PeopleRegular fontSize={16} aria-hidden />
        <span className={styles.noticeText}>
          <b>{text(isBehind ? 'conflict.behindTitle' : 'conflict.title')}</b> {what()}
        </span>
        {conflict.kind === 'gone' ? (
          <CommandButton
            appearance="outline"
            command={{ id: 'new', text: text('conflict.keepAsNew'), onSelect: onKeepAsNew }}
          />
        ) : (
          <>
            <CommandButton
              primary
              command={{
                id: 'compare',
                text: text(merges ? 'conflict.hide' : 'conflict.merge'),
                onSelect: () => setMerges(!merges),
              }}
            />
            <CommandButton
              appearance="outline"
              command={{ id: 'theirs', text: text('conflict.takeTheirs'), onSelect: onTakeTheirs }}
            />
            <CommandButton
              appearance="danger"
              command={{ id: 'mine', text: text('conflict.overwrite'), onSelect: () => onSettle(mine) }}
            />
          </>
        )}
      </div>
      {merges && conflict.kind !== 'gone' ? <Merge conflict={conflict} mine={mine} onSettle={onSettle} /> : null}
    </div>
  );
};

type MergeProps = Pick<ConflictBarProps, 'mine' | 'onSettle'> & {
  readonly conflict: Exclude<Conflict, { readonly kind: 'gone' }>;
};

const Merge = ({ conflict, mine, onSettle }: MergeProps) => {
  const base = useBase(conflict.rule, conflict.base);
  if (base.text) return <MergeView base={base.text} mine={mine} theirs={conflict.theirs} onMerge={onSettle} />;
  return base.error ? <ErrorState compact error={base.error} /> : <LoadingBlock height={120} />;
};
