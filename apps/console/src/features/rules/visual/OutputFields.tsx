import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { VISUAL_TARGETS, type VisualClause, type VisualPair } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton, IconButton } from '@redoubt/ui';
import { type ReactNode, useId, useState } from 'react';
import { TypedField } from './TypedField.tsx';
import { readSubject, readTyped, writeSubject, writeTyped } from './visual-edit.ts';
import { addOutput, removeOutput, withOutputName, withOutputTarget, withOutputValue } from './visual-outputs.ts';
import styles from './visual.module.css';

export type OutputFieldsProps = {
  readonly clause: VisualClause;
  /** Id of the list of attributes and variables to choose from. */
  readonly subjects: string;
  readonly readOnly: boolean;
  readonly onChange: (clause: VisualClause) => void;
};

/** The pairs a clause adds to the answer where its rows hold. */
export const OutputFields = ({ clause, subjects, readOnly, onChange }: OutputFieldsProps): ReactNode => {
  const text = useText('rules');
  return (
    <div className={styles.outputs}>
      {clause.outputs.map((pair, index) => (
        <OutputPair
          // Pairs may be renamed while they are typed in; what a field holds goes with its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          pair={pair}
          number={index + 1}
          subjects={subjects}
          readOnly={readOnly}
          onTarget={(target) => onChange(withOutputTarget(clause, index, target))}
          onName={(typed) => onChange(withOutputName(clause, index, typed))}
          onValue={(value) => onChange(withOutputValue(clause, index, value))}
          onRemove={() => onChange(removeOutput(clause, index))}
        />
      ))}
      {readOnly ? null : (
        <CommandButton
          command={{
            id: 'addOutput',
            text: text('visual.output.add'),
            icon: AddRegular,
            onSelect: () => onChange(addOutput(clause)),
          }}
        />
      )}
    </div>
  );
};

type OutputPairProps = {
  readonly pair: VisualPair;
  /** From 1. */
  readonly number: number;
  readonly subjects: string;
  readonly readOnly: boolean;
  readonly onTarget: (target: VisualPair['target']) => void;
  readonly onName: (typed: string) => void;
  readonly onValue: (value: VisualPair['value']) => void;
  readonly onRemove: () => void;
};

const OutputPair = (props: OutputPairProps) => {
  const { pair, number, readOnly, onValue } = props;
  const { value } = pair;
  const text = useText('rules');
  const problemId = useId();
  const [wantsAttribute, setWantsAttribute] = useState(false);
  const isReference =
    value.kind === 'attribute' || value.kind === 'variable' || (value.kind === 'missing' && wantsAttribute);
  const isMissing = value.kind === 'missing';
  const common = { describedBy: problemId, readOnly };
  return (
    <div className={styles.output}>
      <select
        className={styles.valueKind}
        aria-label={text('visual.output.target', { row: number })}
        disabled={readOnly}
        value={pair.target}
        onChange={(event) => {
          const target = VISUAL_TARGETS.find((each) => each === event.target.value);
          if (target) props.onTarget(target);
        }}
      >
        {VISUAL_TARGETS.map((target) => (
          <option key={target} value={target}>
            {text(`visual.output.into.${target}`)}
          </option>
        ))}
      </select>
      <TypedField
        {...common}
        className={styles.subject}
        label={text('visual.output.name', { row: number })}
        placeholder=""
        written={pair.name}
        invalid={false}
        onType={props.onName}
      />
      <span aria-hidden>=</span>
      <select
        className={styles.valueKind}
        aria-label={text('visual.output.kind', { row: number })}
        disabled={readOnly}
        value={isReference ? 'attribute' : 'value'}
        onChange={(event) => {
          setWantsAttribute(event.target.value === 'attribute');
          onValue({ kind: 'missing' });
        }}
      >
        <option value="value">{text('visual.kind.value')}</option>
        <option value="attribute">{text('visual.kind.attribute')}</option>
      </select>
      <TypedField
        {...common}
        label={text('visual.output.value', { row: number })}
        placeholder={text(
          isReference ? 'visual.subjectHint' : value.kind === 'text' ? 'visual.emptyText' : 'visual.valueHint',
        )}
        list={isReference ? props.subjects : undefined}
        written={value.kind === 'attribute' || value.kind === 'variable' ? writeSubject(value) : writeTyped(value)}
        invalid={isMissing}
        onType={(typed) => onValue(isReference ? readSubject(typed) : readLiteral(typed))}
      />
      {readOnly ? null : (
        <IconButton
          dense
          icon={DeleteRegular}
          label={text('visual.output.remove', { row: number })}
          onClick={props.onRemove}
        />
      )}
      <span id={problemId} className={styles.problem}>
        {isMissing ? text('visual.missingValue') : null}
      </span>
    </div>
  );
};

/** Numbers and truth values as such, anything else as text. */
const readLiteral = (typed: string): VisualPair['value'] => {
  const value = readTyped(typed, 'eq', 'unknown');
  return value.kind === 'none' || value.kind === 'list' ? { kind: 'missing' } : value;
};
