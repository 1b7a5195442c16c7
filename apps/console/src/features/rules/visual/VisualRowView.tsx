import { DeleteRegular } from '@fluentui/react-icons';
import type { SymbolTable, VisualRow } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { IconButton, joinClasses } from '@redoubt/ui';
import { useId } from 'react';
import type { RowValue } from './row-values.ts';
import { SubjectFields } from './SubjectFields.tsx';
import { ValueFields } from './ValueFields.tsx';
import { choiceKey, choiceOf, isOr, operatorChoices, typeOf, withOperator, withSubject } from './visual-edit.ts';
import styles from './visual.module.css';

export type VisualRowViewProps = {
  readonly row: VisualRow;
  /** From 0. */
  readonly index: number;
  readonly symbols: SymbolTable;
  /** Id of the list of attributes and variables to choose from. */
  readonly subjects: string;
  /** What is wrong with it, in words. */
  readonly problem: string | null;
  readonly values: readonly RowValue[];
  readonly readOnly: boolean;
  readonly onChange: (row: VisualRow) => void;
  readonly onRemove: () => void;
  /** Enter in the value. */
  readonly onEnter: () => void;
};

/** One row: how it joins the one above, what it asks about, how, and for what. */
export const VisualRowView = (props: VisualRowViewProps) => {
  const { row, index, symbols, problem, readOnly, onChange } = props;
  const text = useText('rules');
  const problemId = useId();
  const type = typeOf(row.subject, symbols.attributes);
  const number = index + 1;
  const or = isOr(row.joiner);
  const asksMore = row.subject.kind === 'velocity' || row.subject.kind === 'lookup';
  return (
    <li
      className={joinClasses(styles.row, index > 0 && or && styles.orRow, asksMore && styles.wideRow)}
      data-row={index}
    >
      {index === 0 ? (
        <span className="pl-2 strong">{text('visual.when')}</span>
      ) : (
        <select
          className={styles.joiner}
          aria-label={text('visual.joiner', { row: number })}
          disabled={readOnly}
          value={or ? 'OR' : 'AND'}
          onChange={(event) => onChange({ ...row, joiner: event.target.value === 'OR' ? 'OR' : 'AND' })}
        >
          <option value="AND">{text('visual.and')}</option>
          <option value="OR">{text('visual.or')}</option>
        </select>
      )}
      <SubjectFields
        subject={row.subject}
        number={number}
        symbols={symbols}
        subjects={props.subjects}
        problemId={problemId}
        invalid={problem !== null}
        readOnly={readOnly}
        onChange={(subject) => onChange(withSubject(row, subject, symbols.attributes))}
      />
      <select
        className={styles.operator}
        aria-label={text('visual.operator', { row: number })}
        disabled={readOnly}
        value={choiceKey(choiceOf(row))}
        onChange={(event) => onChange(withOperator(row, event.target.value, type))}
      >
        {operatorChoices(type, row).map((choice) => (
          <option key={choiceKey(choice)} value={choiceKey(choice)}>
            {choice.negated ? text(`visual.isNot.${choice.operator}`) : text(`visual.is.${choice.operator}`)}
          </option>
        ))}
      </select>
      <ValueFields
        row={row}
        number={number}
        type={type}
        symbols={symbols}
        subjects={props.subjects}
        problemId={problemId}
        invalid={problem !== null}
        readOnly={readOnly}
        onChange={(value) => onChange({ ...row, value })}
        onEnter={props.onEnter}
      />
      <span className={styles.found}>
        {props.values.map(({ text: value, title }) => (
          <span key={title} className={styles.chip} title={title}>
            {value}
          </span>
        ))}
      </span>
      {readOnly ? null : (
        <IconButton
          dense
          icon={DeleteRegular}
          label={text('visual.remove', { row: number })}
          className={styles.remove}
          onClick={props.onRemove}
        />
      )}
      <span id={problemId} className={styles.problem}>
        {problem}
      </span>
    </li>
  );
};
