import type { Field, ObjectSchema } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import styles from './integration.module.css';

type Row = { readonly path: string; readonly name: string; readonly field: Field; readonly depth: number };

const INDENT_PX = 20;

/** Lists and objects of whatever members are called like the others. */
const typeNameOf = ({ type }: Field) => {
  if (type === 'freeList') return 'list';
  return type === 'freeObject' ? 'object' : type;
};

/** The fields of a body in order, those of an opened object right below it. */
const rowsOf = (schema: ObjectSchema, opened: ReadonlySet<string>, prefix = '', depth = 0): readonly Row[] =>
  Object.entries(schema).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const below = 'schema' in field && opened.has(path) ? rowsOf(field.schema, opened, `${path}.`, depth + 1) : [];
    return [{ path, name, field, depth }, ...below];
  });

/** Every field of a body: name, type, meaning, known values; objects open in place. */
export const FieldTable = ({ schema, label }: { readonly schema: ObjectSchema; readonly label: string }): ReactNode => {
  const text = useText('integration');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (path: string): void =>
    setOpened((before) =>
      before.has(path) ? new Set([...before].filter((each) => each !== path)) : new Set(before).add(path),
    );
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th>{text('fields.name')}</th>
          <th>{text('fields.type')}</th>
          <th>{text('fields.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(schema, opened).map(({ path, name, field, depth }) => (
          <tr key={path}>
            <td style={{ paddingInlineStart: `${depth * INDENT_PX}px` }} className={styles.nowrap}>
              {'schema' in field ? (
                <button
                  type="button"
                  className={styles.toggle}
                  aria-expanded={opened.has(path)}
                  onClick={() => toggle(path)}
                >
                  {opened.has(path) ? '▾' : '▸'} {name}
                </button>
              ) : (
                <code>{name}</code>
              )}
              {field.required ? <span className="soft"> · {text('fields.required')}</span> : null}
            </td>
            <td className={styles.nowrap}>{text(`type.${typeNameOf(field)}`)}</td>
            <td>
              {field.description}
              {'values' in field && field.values !== null ? (
                <div className="quiet-small">{field.values.join(' · ')}</div>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
