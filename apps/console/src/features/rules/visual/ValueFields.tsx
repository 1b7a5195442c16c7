import type { SymbolTable, AttributeSymbol, VisualRow, VisualValue } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useId, useState } from 'react';
import { Choice } from './Choice.tsx';
import { TypedField } from './TypedField.tsx';
import { readSubject, readTyped, writeSubject, writeTyped } from './visual-edit.ts';
import styles from './visual.module.css';

export type ValueFieldsProps = {
  readonly row: VisualRow;
  /** Of the row, from 1. */
  readonly number: number;
  readonly type: AttributeSymbol['type'] | 'unknown';
  readonly symbols: SymbolTable;
  readonly subjects: string;
  readonly problemId: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  readonly onChange: (value: VisualValue) => void;
  readonly onEnter: () => void;
};

const COMPARED = new Set([
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'startsWith',
  'endsWith',
  'contains',
  'equalsIgnoringCase',
]);

/** What a row compares with: a value typed, chosen or found in recent events, another attribute, or a column of a list. */
export const ValueFields = (props: ValueFieldsProps) => {
  const { row, number, type, symbols, readOnly, onChange } = props;
  const { value } = row;
  const text = useText('rules');
  const known = useId();
  const [wantsAttribute, setWantsAttribute] = useState(false);
  const common = {
    invalid: props.invalid,
    describedBy: props.problemId,
    readOnly,
    onEnter: props.onEnter,
  };
  if (value.kind === 'none') return <span className={styles.value} />;
  if (value.kind === 'list') {
    const list = symbols.lists.find(({ name }) => name.toLowerCase() === value.list.toLowerCase());
    return (
      <span className={styles.value}>
        <Choice
          label={text('visual.list', { row: number })}
          none={text('visual.chooseList')}
          value={list?.name ?? value.list}
          options={symbols.lists.map(({ name }) => name)}
          readOnly={readOnly}
          onChange={(name) => {
            const columns = symbols.lists.find((each) => each.name === name)?.columns ?? [];
            const kept = columns.find((column) => column.toLowerCase() === value.column.toLowerCase());
            onChange({ ...value, list: name, column: kept ?? columns[0] ?? '' });
          }}
        />
        <Choice
          label={text('visual.column', { row: number })}
          none={text('visual.chooseColumn')}
          value={value.column}
          options={list?.columns ?? []}
          readOnly={readOnly}
          onChange={(column) => onChange({ ...value, column })}
        />
      </span>
    );
  }
  const isSubject =
    value.kind === 'attribute' || value.kind === 'variable' || (value.kind === 'missing' && wantsAttribute);
  const attribute = symbols.attributes.find(
    ({ path }) => row.subject.kind === 'attribute' && path.toLowerCase() === row.subject.path.toLowerCase(),
  );
  const proposals = attribute?.values ?? (attribute?.example === undefined ? [] : [attribute.example]);
  return (
    <span className={styles.value}>
      {COMPARED.has(row.operator) ? (
        <select
          className={styles.valueKind}
          aria-label={text('visual.valueKind', { row: number })}
          disabled={readOnly}
          value={isSubject ? 'attribute' : 'value'}
          onChange={(event) => {
            setWantsAttribute(event.target.value === 'attribute');
            onChange({ kind: 'missing' });
          }}
        >
          <option value="value">{text('visual.kind.value')}</option>
          <option value="attribute">{text('visual.kind.attribute')}</option>
        </select>
      ) : null}
      {isSubject ? (
        <TypedField
          {...common}
          label={text('visual.value', { row: number })}
          placeholder={text('visual.subjectHint')}
          list={props.subjects}
          written={value.kind === 'missing' ? '' : writeSubject(value)}
          onType={(typed) => onChange(readSubject(typed))}
        />
      ) : (
        <>
          <TypedField
            {...common}
            label={text('visual.value', { row: number })}
            placeholder={
              value.kind === 'text'
                ? text('visual.emptyText')
                : text(row.operator === 'oneOf' ? 'visual.itemsHint' : 'visual.valueHint')
            }
            list={known}
            written={writeTyped(value)}
            onType={(typed) => onChange(readTyped(typed, row.operator, type))}
          />
          <datalist id={known}>
            {(type === 'boolean' ? ['true', 'false'] : proposals).map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </span>
  );
};
