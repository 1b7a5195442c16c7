import { Input, Select } from '@fluentui/react-components';
import type { FieldSource } from '@redoubt/domain';
import { problemText, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { readValue, type MappingRow } from '../mapping-rows.ts';
import styles from './uploads.module.css';

/** Values of the choice of a source; a column stands behind its letter, so that no name is taken for another choice. */
const NOTHING = '';
const CONSTANT = '=';
const valueOf = (source: FieldSource | null): string =>
  source === null ? NOTHING : 'constant' in source ? CONSTANT : `c${source.column}`;

const sourceOf = (value: string): FieldSource | null => {
  if (value === NOTHING) return null;
  return value === CONSTANT ? { constant: '' } : { column: value.slice(1) };
};

const SourceCell = (props: {
  readonly row: MappingRow;
  readonly columns: readonly string[];
  readonly onChange: (source: FieldSource | null) => void;
}): ReactNode => {
  const { row, columns, onChange } = props;
  const text = useText('uploads');
  const { field, source } = row;
  const gone = source !== null && 'column' in source && !columns.includes(source.column) ? [source.column] : [];
  return (
    <div className={styles.source}>
      <Select
        size="small"
        aria-label={text('mapping.sourceOf', { field })}
        value={valueOf(source)}
        onChange={(_event, { value }) => onChange(sourceOf(value))}
      >
        <option value={NOTHING}>{text('mapping.nothing')}</option>
        <option value={CONSTANT}>{text('mapping.constant')}</option>
        <optgroup label={text('mapping.columns')}>
          {[...columns, ...gone].map((column) => (
            <option key={column} value={`c${column}`}>
              {column}
            </option>
          ))}
        </optgroup>
      </Select>
      {source !== null && 'constant' in source ? (
        <Input
          size="small"
          aria-label={text('mapping.constantOf', { field })}
          value={source.constant}
          onChange={(_event, { value }) => onChange({ constant: value })}
        />
      ) : null}
    </div>
  );
};

const useSourceText = () => {
  const text = useText('uploads');
  return (source: FieldSource | null): string => {
    if (source === null) return text('mapping.nothing');
    return 'constant' in source ? `“${source.constant}”` : source.column;
  };
};

const Remark = ({ row: { problem, isProposed, source } }: { readonly row: MappingRow }): ReactNode => {
  const text = useText('uploads');
  if (problem !== null) {
    const name = source !== null && 'column' in source ? source.column : '';
    return <span className="problem-text">{text(`mapping.problem.${problem}`, { name })}</span>;
  }
  return isProposed ? <Chip>{text('mapping.isProposed')}</Chip> : null;
};

/** Field by field, what fills it and the first value as it will be read. */
export const MappingTable = (props: {
  readonly rows: readonly MappingRow[];
  readonly columns: readonly string[];
  readonly firstRow: readonly string[] | undefined;
  /** Whether values are shown as they are read; masked ones cannot be. */
  readonly isReadable: boolean;
  /** Absent where the mapping cannot be changed any more. */
  readonly onChange: ((field: string, source: FieldSource | null) => void) | undefined;
}): ReactNode => {
  const { rows, columns, firstRow, isReadable, onChange } = props;
  const text = useText('uploads');
  const say = useText('problems');
  const sourceText = useSourceText();
  return (
    <div className={styles.frame} role="group" aria-label={text('mapping.title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('mapping.field')}</th>
            <th scope="col">{text('mapping.type')}</th>
            <th scope="col">{text('mapping.source')}</th>
            <th scope="col">{text('mapping.first')}</th>
            <th scope="col">{text('mapping.remark')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const value = isReadable && firstRow ? readValue(row, columns, firstRow) : null;
            return (
              <tr key={row.field}>
                <th scope="row" title={row.description}>
                  <code>{row.field}</code>
                  {row.isRequired ? <span className="soft ml-2">{text('mapping.required')}</span> : null}
                </th>
                <td>{text(`type.${row.type}`)}</td>
                <td>
                  {onChange ? (
                    <SourceCell row={row} columns={columns} onChange={(source) => onChange(row.field, source)} />
                  ) : (
                    sourceText(row.source)
                  )}
                </td>
                <td
                  className={styles.value}
                  data-wrong={value?.problem ? true : undefined}
                  title={
                    value?.problem ? text('preview.wrong', { reason: problemText(say, value.problem) }) : value?.text
                  }
                >
                  {value?.text}
                </td>
                <td>
                  <Remark row={row} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
