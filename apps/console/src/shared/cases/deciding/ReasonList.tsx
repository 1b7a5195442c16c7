import { CheckmarkRegular } from '@fluentui/react-icons';
import type { CaseDecision } from '@redoubt/domain';
import { useProvidedNames } from '@redoubt/i18n';
import { joinClasses, KeyHint, useShortcut } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { reasonKey } from './decision-keys.ts';
import { sentimentClass } from './DecisionButton.tsx';
import styles from './decision.module.css';

const Reason = (props: {
  readonly reason: string;
  readonly keys: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode => {
  const { reason, keys, isChosen, onChoose } = props;
  const shown = useProvidedNames().shown(reason);
  useShortcut(keys ?? '', shown, onChoose, { active: keys !== undefined });
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-keyshortcuts={keys}
      className={styles.reason}
      onClick={onChoose}
    >
      {keys === undefined ? <span className={styles.noKey} /> : <KeyHint keys={keys} inherit={isChosen} />}
      <span className="grow min-w-0">{shown}</span>
      {isChosen ? <CheckmarkRegular fontSize={16} aria-hidden /> : null}
    </button>
  );
};

/** The reasons of the chosen decision, numbered as they are pressed. */
export const ReasonList = (props: {
  readonly label: string;
  readonly decision: Pick<CaseDecision, 'reasons' | 'sentiment'>;
  readonly chosen: string | null;
  readonly onChoose: (reason: string) => void;
}): ReactNode => {
  const { label, decision, chosen, onChoose } = props;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={joinClasses(styles.reasons, sentimentClass(decision.sentiment))}
    >
      {decision.reasons.map((reason, at) => (
        <Reason
          key={reason}
          reason={reason}
          keys={reasonKey(at)}
          isChosen={reason === chosen}
          onChoose={() => onChoose(reason)}
        />
      ))}
    </div>
  );
};
