import type { SymbolTable, VisualLookup, VisualSubject, VisualVelocity } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { Choice } from './Choice.tsx';
import { TypedField } from './TypedField.tsx';
import { readSubject, writeSubject, writeTyped } from './visual-edit.ts';
import {
  readFallback,
  readWindow,
  referenceOf,
  type SubjectKind,
  subjectKindOf,
  subjectKinds,
  withReference,
  withSubjectKind,
} from './visual-subject.ts';
import styles from './visual.module.css';

export type SubjectFieldsProps = {
  readonly subject: VisualSubject;
  /** Of the row, from 1. */
  readonly number: number;
  readonly symbols: SymbolTable;
  /** Id of the list of attributes and variables to choose from. */
  readonly subjects: string;
  readonly problemId: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  readonly onChange: (subject: VisualSubject) => void;
};

/** What a row asks about: an attribute or variable, what a velocity counted for it, or what a list holds for it. */
export const SubjectFields = (props: SubjectFieldsProps): ReactNode => {
  const { subject, number, symbols, readOnly, onChange } = props;
  const text = useText('rules');
  const kind = subjectKindOf(subject);
  const common = { describedBy: props.problemId, readOnly };
  const key = (
    <TypedField
      {...common}
      className={styles.subject}
      label={text('visual.subject', { row: number })}
      placeholder={text('visual.subjectHint')}
      list={props.subjects}
      written={writeSubject(referenceOf(subject))}
      invalid={props.invalid}
      onType={(typed) => onChange(withReference(subject, readSubject(typed)))}
    />
  );
  return (
    <span className={joinClasses(styles.asks, kind !== 'attribute' && styles.asksMore)}>
      <select
        className={styles.valueKind}
        aria-label={text('visual.subjectKind', { row: number })}
        disabled={readOnly}
        value={kind}
        onChange={(event) => onChange(withSubjectKind(subject, event.target.value as SubjectKind, symbols))}
      >
        {subjectKinds(subject, symbols).map((each) => (
          <option key={each} value={each}>
            {text(`visual.asks.${each}`)}
          </option>
        ))}
      </select>
      {subject.kind === 'velocity' ? (
        <VelocityFields {...props} subject={subject} fieldOfKey={key} />
      ) : subject.kind === 'lookup' ? (
        <LookupFields {...props} subject={subject} fieldOfKey={key} />
      ) : (
        key
      )}
    </span>
  );
};

type FieldsOf<Subject> = Omit<SubjectFieldsProps, 'subject'> & {
  readonly subject: Subject;
  readonly fieldOfKey: ReactNode;
};

const VelocityFields = (props: FieldsOf<VisualVelocity>) => {
  const { subject, number, symbols, readOnly, onChange } = props;
  const text = useText('rules');
  const { velocities = [] } = symbols;
  return (
    <>
      <Choice
        label={text('visual.velocity', { row: number })}
        none=""
        value={velocities.find((name) => name.toLowerCase() === subject.name.toLowerCase()) ?? subject.name}
        options={velocities}
        readOnly={readOnly}
        onChange={(name) => onChange({ ...subject, name })}
      />
      {props.fieldOfKey}
      <TypedField
        className={styles.window}
        label={text('visual.window', { row: number })}
        placeholder={text('visual.windowHint')}
        written={`${subject.amount}${subject.unit}`}
        invalid={false}
        describedBy={props.problemId}
        readOnly={readOnly}
        onType={(typed) => {
          const window = readWindow(typed);
          if (window) onChange({ ...subject, ...window });
        }}
      />
    </>
  );
};

const LookupFields = (props: FieldsOf<VisualLookup>) => {
  const { subject, number, symbols, readOnly, onChange } = props;
  const text = useText('rules');
  const list = symbols.lists.find(({ name }) => name.toLowerCase() === subject.list.toLowerCase());
  const columns = list?.columns ?? [];
  return (
    <>
      <Choice
        label={text('visual.lookupList', { row: number })}
        none={text('visual.chooseList')}
        value={list?.name ?? subject.list}
        options={symbols.lists.map(({ name }) => name)}
        readOnly={readOnly}
        onChange={(name) => {
          const [first = '', second = first] = symbols.lists.find((each) => each.name === name)?.columns ?? [];
          onChange({ ...subject, list: name, keyColumn: first, valueColumn: second });
        }}
      />
      <Choice
        label={text('visual.keyColumn', { row: number })}
        none={text('visual.chooseColumn')}
        value={subject.keyColumn}
        options={columns}
        readOnly={readOnly}
        onChange={(keyColumn) => onChange({ ...subject, keyColumn })}
      />
      {props.fieldOfKey}
      <Choice
        label={text('visual.valueColumn', { row: number })}
        none={text('visual.chooseColumn')}
        value={subject.valueColumn}
        options={columns}
        readOnly={readOnly}
        onChange={(valueColumn) => onChange({ ...subject, valueColumn })}
      />
      <TypedField
        label={text('visual.fallback', { row: number })}
        placeholder={text('visual.fallbackHint')}
        written={subject.fallback === null ? '' : writeTyped(subject.fallback)}
        invalid={false}
        describedBy={props.problemId}
        readOnly={readOnly}
        onType={(typed) => onChange({ ...subject, fallback: readFallback(subject, typed) })}
      />
    </>
  );
};
