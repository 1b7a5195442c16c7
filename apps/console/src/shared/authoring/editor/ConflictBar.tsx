import { PeopleRegular } from '@fluentui/react-icons';
import type { RuleText } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useState } from 'react';
import type { Conflict } from '../merge/conflict.ts';
import type { ComparedText } from '../history/HistoryCompare.tsx';
import { MergeView } from '../merge/MergeView.tsx';
import styles from './editor.module.css';

export type ConflictBarProps = {
  readonly conflict: Conflict;
  readonly mine: RuleText;
  /** The text both sides were made from. */
  readonly base: ComparedText;
  /** What other things than rules say of themselves. */
  readonly words?: { readonly title: string; readonly gone: string; readonly behindTitle: string };
  /** A text that brings both together; it becomes the draft, on top of what stands now. */
  readonly onSettle: (text: RuleText) => void;
  readonly onTakeTheirs: () => void;
  /** Keeps my text as a thing of its own, where this one was deleted; absent where it cannot. */
  readonly onKeepAsNew?: () => void;
};

/**
 * Another user saved or published meanwhile: who, the three texts, and the ways to go on. Nothing typed is lost by any.
 */
export const ConflictBar = (props: ConflictBarProps) => {
  const { conflict, mine, base, words, onSettle, onTakeTheirs, onKeepAsNew } = props;
  const text = useText('rules');
  const formats = useFormats();
  const [merges, setMerges] = useState(false);
  const what = (): string => {
    if (conflict.kind === 'gone') return words?.gone ?? text('conflict.gone');
    const { published, draft } = conflict.stored;
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
          <b>
            {isBehind ? (words?.behindTitle ?? text('conflict.behindTitle')) : (words?.title ?? text('conflict.title'))}
          </b>{' '}
          {what()}
        </span>
        {conflict.kind === 'gone' ? (
          onKeepAsNew === undefined ? null : (
            <CommandButton
              appearance="outline"
              command={{ id: 'new', text: text('conflict.keepAsNew'), onSelect: onKeepAsNew }}
            />
          )
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
      {merges && conflict.kind !== 'gone' ? (
        <Merge conflict={conflict} mine={mine} base={base} onSettle={onSettle} />
      ) : null}
    </div>
  );
};

type MergeProps = Pick<ConflictBarProps, 'mine' | 'base' | 'onSettle'> & {
  readonly conflict: Exclude<Conflict, { readonly kind: 'gone' }>;
};

const Merge = ({ conflict, mine, base, onSettle }: MergeProps) => {
  if (base.text) return <MergeView base={base.text} mine={mine} theirs={conflict.theirs} onMerge={onSettle} />;
  return base.error ? <ErrorState compact error={base.error} /> : <LoadingBlock height={120} />;
};
