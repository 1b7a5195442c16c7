import type { Clause } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useId, useState } from 'react';
import { MAX_NAME } from '../../../shared/authoring/text/rule-name.ts';
import { clauseNameProblem, type PartId } from '../../../shared/authoring/text/rule-text.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type ClauseNameProps = {
  readonly id: PartId;
  readonly name: string;
  readonly index: number;
  readonly clauses: readonly Clause[];
  readonly readOnly: boolean;
  readonly onRename: (name: string) => void;
};

/** The name of a clause, changed where it stands. What is wrong with it is said once the field is left. */
export const ClauseName = ({ id, name, index, clauses, readOnly, onRename }: ClauseNameProps) => {
  const text = useText('rules');
  const problemId = useId();
  const shown = useClauseText()(name);
  const [typed, setTyped] = useState<string | null>(null);
  if (readOnly) return <h2 className="fs-13 lh-20 overflow-hidden ellipsis">{shown}</h2>;
  const problem = clauseNameProblem(clauses, id, typed ?? name);
  const leave = () => {
    if (typed !== null && typed.trim() !== '' && typed.trim() !== shown) onRename(typed.trim().slice(0, MAX_NAME));
    setTyped(null);
  };
  return (
    <>
      <h2 className="visually-hidden">{shown}</h2>
      <input
        className={styles.clauseName}
        aria-label={text('editor.clauseName', { index })}
        aria-invalid={typed === null && problem !== null}
        aria-describedby={problemId}
        maxLength={MAX_NAME}
        size={Math.min(Math.max((typed ?? shown).length, 8), 60)}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setTyped(null);
        }}
      />
      <span id={problemId} className={styles.nameProblem}>
        {typed === null && problem !== null ? text(`editor.clauseProblem.${problem}`, { max: MAX_NAME }) : null}
      </span>
    </>
  );
};
