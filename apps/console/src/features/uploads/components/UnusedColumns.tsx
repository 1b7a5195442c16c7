import { Select } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { ownFieldOf } from '../mapping-rows.ts';
import styles from './uploads.module.css';

/** Columns that fill no field, each with the field that it could fill. */
export const UnusedColumns = (props: {
  readonly columns: readonly string[];
  readonly fields: readonly string[];
  readonly onMap: (field: string, column: string) => void;
}): ReactNode => {
  const { columns, fields, onMap } = props;
  const text = useText('uploads');
  if (columns.length === 0) return null;
  return (
    <details className={styles.unused} open={columns.length <= 12}>
      <summary>{text('mapping.unused', { count: columns.length })}</summary>
      <ul className="plain-list">
        {columns.map((column) => (
          <li key={column}>
            <span className="truncate" title={column}>
              {column}
            </span>
            <Select
              size="small"
              aria-label={text('mapping.fieldFor', { column })}
              value=""
              onChange={(_event, { value }) => {
                if (value !== '') onMap(value, column);
              }}
            >
              <option value="">{text('mapping.leaveOut')}</option>
              <option value={ownFieldOf(column)}>{text('mapping.own', { name: ownFieldOf(column) })}</option>
              <optgroup label={text('mapping.fields')}>
                {fields.map((field) => (
                  <option key={field} value={field}>
                    {field}
                  </option>
                ))}
              </optgroup>
            </Select>
          </li>
        ))}
      </ul>
    </details>
  );
};
