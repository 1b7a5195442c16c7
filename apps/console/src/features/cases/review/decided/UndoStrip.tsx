import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { Sentiment } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, joinClasses } from '@redoubt/ui';
import type { CSSProperties, ReactNode } from 'react';
import { useNow } from '../../../../shared/use-now.ts';
import { SENTIMENT_ICONS, sentimentClass } from '../../../../shared/cases/deciding/DecisionButton.tsx';
import { UNDO_MS } from '../../../../shared/cases/deciding/recent-decision.ts';
import styles from './undo.module.css';
import { useLetterKey } from '../../../../shared/cases/deciding/use-letter-key.ts';

/** The decision just made, and the ten seconds in which nothing of it has left the house. */
export const UndoStrip = (props: {
  readonly decision: string;
  readonly sentiment: Sentiment | null;
  /** What was decided: an amount, or the id of the event. */
  readonly subject: string;
  readonly untilMs: number;
  readonly isUndoing: boolean;
  readonly onUndo: () => void;
}): ReactNode => {
  const { decision, sentiment, subject, untilMs, isUndoing, onUndo } = props;
  const text = useText('cases');
  const provided = useProvidedNames();
  const formats = useFormats();
  const leftMs = Math.max(0, untilMs - useNow(250));
  const canUndo = leftMs > 0 && !isUndoing;
  useLetterKey('z', text('undo.action'), onUndo, canUndo);
  if (leftMs === 0 && !isUndoing) return null;
  const Icon = sentiment === null ? undefined : SENTIMENT_ICONS[sentiment];
  const style = { '--undo-left': `${(100 * leftMs) / UNDO_MS}%` } as CSSProperties;
  return (
    <div className={styles.strip} style={style}>
      <span role="status" className={joinClasses(styles.what, sentimentClass(sentiment))}>
        {Icon ? <Icon fontSize={16} aria-hidden /> : null}
        <span className="truncate">
          <b>{provided.shown(decision)}</b> <span className="block quiet">{subject}</span>
        </span>
      </span>
      <CommandButton
        appearance="outline"
        command={{
          id: 'undo',
          text: text('undo.action'),
          icon: ArrowUndoRegular,
          keys: 'Z',
          onSelect: onUndo,
          disabledReason: isUndoing ? text('undo.running') : undefined,
        }}
      />
      <span className={styles.seconds} aria-hidden>
        {formats.milliseconds(Math.max(1, Math.ceil(leftMs / 1000)) * 1000)}
      </span>
    </div>
  );
};
