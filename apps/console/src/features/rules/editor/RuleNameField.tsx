import { useText } from '@redoubt/i18n';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_NAME, ruleNameProblem } from '../../../shared/authoring/text/rule-name.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';

type Named = { readonly id: string; readonly name: string };

export type RuleNameFieldProps = {
  readonly rule: Named;
  readonly others: readonly Named[];
  /** Takes the focus as it appears. */
  readonly takesFocus: boolean;
  readonly onName: (name: string) => void;
  /** Enter leads on to the text. */
  readonly onEnter: () => void;
};

/** The heading of a rule that has no name of its own yet: the place to give it one. */
export const RuleNameField = ({ rule, others, takesFocus, onName, onEnter }: RuleNameFieldProps) => {
  const text = useText('rules');
  const problemId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof ruleNameProblem>>(null);
  const asked = useRef(rule.name);
  const leave = (): boolean => {
    const name = (typed ?? rule.name).trim();
    if (name === '') {
      setTyped(null);
      return true;
    }
    const found = ruleNameProblem(name, rule.id, others);
    setProblem(found);
    if (found !== null) return false;
    if (name !== asked.current) onName(name);
    asked.current = name;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (leave()) onEnter();
    }
    if (event.key !== 'Escape' || typed === null) return;
    event.preventDefault();
    event.stopPropagation();
    setTyped(null);
    setProblem(null);
  };
  return (
    <>
      <input
        className={styles.ruleName}
        autoFocus={takesFocus}
        aria-label={text('review.ruleName')}
        aria-invalid={problem !== null}
        aria-describedby={problemId}
        maxLength={MAX_NAME}
        size={Math.min(Math.max((typed ?? rule.name).length, 24), 60)}
        value={typed ?? rule.name}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void leave()}
        onKeyDown={onKeyDown}
      />
      <span id={problemId} className={styles.nameProblem} role="status">
        {problem === null ? null : text(`editor.nameProblem.${problem}`, { max: MAX_NAME })}
      </span>
    </>
  );
};
