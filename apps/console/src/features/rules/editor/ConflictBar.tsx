import { PeopleRegular } from '@fluentui/react-icons';
import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState } from 'react';
import { diffRule } from '../diff/rule-diff.ts';
import { DifferenceView } from '../diff/DifferenceView.tsx';
import { startingText } from './draft-state.ts';
import styles from './editor.module.css';

export type ConflictBarProps = {
  readonly mine: RuleText;
  readonly based: RuleDetail;
  /** The rule as it stands now; null where it was deleted. */
  readonly theirs: RuleDetail | null;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
};

/** Somebody saved or published meanwhile: who, the difference, and the choice between both texts. */
export const ConflictBar = ({ mine, based, theirs, onTakeTheirs, onOverwrite }: ConflictBarProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const [compares, setCompares] = useState(false);
  const what = (): string => {
    if (theirs === null) return text('conflict.gone');
    if (theirs.published && theirs.published.version !== based.published?.version)
      return text('conflict.published', {
        by: theirs.published.published.by,
        version: theirs.published.version,
        time: formats.time(theirs.published.published.at, 'minutes'),
      });
    if (theirs.draft && theirs.draft.savedAt !== based.draft?.savedAt)
      return text('conflict.saved', { by: theirs.draft.by, time: formats.time(theirs.draft.savedAt, 'minutes') });
    return text('conflict.changed');
  };
  return (
    <div className={styles.conflict} role="alert">
      <div className={styles.notice}>
        <PeopleRegular fontSize={16} aria-hidden />
        <span className={styles.noticeText}>
          <b>{text('conflict.title')}</b> {what()}
        </span>
        {theirs === null ? null : (
          <>
            <CommandButton
              command={{
                id: 'compare',
                text: text(compares ? 'conflict.hide' : 'conflict.compare'),
                pressed: compares,
                onSelect: () => setCompares(!compares),
              }}
            />
            <CommandButton
              appearance="outline"
              command={{ id: 'theirs', text: text('conflict.takeTheirs'), onSelect: onTakeTheirs }}
            />
            <CommandButton
              appearance="danger"
              command={{ id: 'mine', text: text('conflict.overwrite'), onSelect: onOverwrite }}
            />
          </>
        )}
      </div>
      {compares && theirs !== null ? (
        <div className={styles.drawer}>
          <DifferenceView
            title={text('conflict.compare')}
            diff={diffRule(startingText(theirs), mine)}
            sampleChanged={false}
          />
        </div>
      ) : null}
    </div>
  );
};
