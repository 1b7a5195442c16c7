import { CheckmarkRegular, DismissRegular, SubtractRegular, type FluentIcon } from '@fluentui/react-icons';
import type { CaseDecision, Sentiment } from '@redoubt/domain';
import { useProvidedNames } from '@redoubt/i18n';
import { joinClasses, KeyHint, WithReason } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './decision.module.css';
import { useLetterKey } from './use-letter-key.ts';

export const SENTIMENT_ICONS: Readonly<Record<Sentiment, FluentIcon>> = {
  Positive: CheckmarkRegular,
  Negative: DismissRegular,
  Neutral: SubtractRegular,
};

const CLASSES: Readonly<Record<Sentiment, string | undefined>> = {
  Positive: styles.positive,
  Negative: styles.negative,
  Neutral: styles.neutral,
};

/** Class of the look that a decision is configured with; a decision without one is a plain button. */
export const sentimentClass = (sentiment: Sentiment | null): string | undefined =>
  sentiment === null ? undefined : CLASSES[sentiment];

/** One configured decision, with its key. One that cannot be made now stays focusable and says why. */
export const DecisionButton = (props: {
  readonly decision: Pick<CaseDecision, 'name' | 'sentiment'>;
  readonly keys: string | undefined;
  readonly isChosen: boolean;
  readonly disabledReason?: string | undefined;
  readonly onChoose: () => void;
}): ReactNode => {
  const { decision, keys, isChosen, disabledReason, onChoose } = props;
  const provided = useProvidedNames();
  const name = provided.shown(decision.name);
  const canChoose = disabledReason === undefined;
  useLetterKey(keys ?? '', name, onChoose, keys !== undefined && canChoose);
  const Icon = decision.sentiment === null ? undefined : SENTIMENT_ICONS[decision.sentiment];
  return (
    <WithReason reason={disabledReason}>
      <button
        type="button"
        className={joinClasses(styles.decision, sentimentClass(decision.sentiment))}
        aria-pressed={isChosen}
        aria-disabled={canChoose ? undefined : true}
        aria-keyshortcuts={keys}
        onClick={() => (canChoose ? onChoose() : undefined)}
      >
        {Icon ? <Icon fontSize={16} aria-hidden /> : null}
        {name}
        {keys === undefined ? null : <KeyHint keys={keys.toUpperCase()} inherit />}
      </button>
    </WithReason>
  );
};
