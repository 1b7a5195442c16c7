import { type DefaultNamed, isDefaultName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useId, useState } from 'react';
import { MAX_NAME, ruleNameProblem } from '../../../shared/authoring/text/rule-name.ts';
import styles from '../../../shared/authoring/publish/publish.module.css';

export type NameToGiveProps = {
  readonly kind: DefaultNamed;
  readonly label: string;
  /** The name it has so far. */
  readonly now: string;
  readonly id: string;
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onName: (name: string) => void;
  /** Takes the focus as it appears. */
  readonly takesFocus: boolean;
};

/** A name that is still to be given, asked for where it is needed. */
export const NameToGive = ({ kind, label, now, id, others, value, onName, takesFocus }: NameToGiveProps) => {
  const text = useText('rules');
  const problemId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const shown = typed ?? (isDefaultName(kind, value) ? '' : value);
  const problem = ruleNameProblem(shown, id, others);
  const problemText = (): string | null => {
    if (isDefaultName(kind, shown)) return text('review.nameProblem', { name: shown.trim() });
    return problem === null ? null : text(`editor.nameProblem.${problem}`, { max: MAX_NAME });
  };
  return (
    <label className={styles.nameToGive}>
      <span>{label}</span>
      <input
        autoFocus={takesFocus}
        maxLength={MAX_NAME}
        placeholder={now}
        value={shown}
        aria-invalid={left && problemText() !== null}
        aria-describedby={problemId}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value.trim() !== '') onName(event.target.value);
        }}
        onBlur={() => setLeft(true)}
      />
      <span id={problemId} className="problem-text" role="status">
        {left ? problemText() : null}
      </span>
    </label>
  );
};
