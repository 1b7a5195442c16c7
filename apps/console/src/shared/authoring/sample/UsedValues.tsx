import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import { useState } from 'react';
import { kindOf, readValue, valueAt, withoutValueAt, withValueAt, writeValue } from './sample-value.ts';
import styles from './sample.module.css';

export type UsedValuesProps = {
  readonly sample: unknown;
  readonly original: unknown;
  readonly used: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (sample: unknown) => void;
};

/** The attributes the rule reads, each with its value in the sample, to be changed in place. */
export const UsedValues = ({ sample, original, used, readOnly, onChange }: UsedValuesProps) => {
  const text = useText('rules');
  if (used.length === 0) return <p className="px-4 pt-1 pb-2 muted">{text('sample.nothingUsed')}</p>;
  return (
    <table className={styles.values} aria-label={text('sample.usedTab')}>
      <colgroup>
        <col className={styles.colPath} />
        <col />
        <col className={styles.colKind} />
      </colgroup>
      <tbody>
        {used.map((path) => {
          const value = valueAt(sample, path);
          const edited = writeValue(value) !== writeValue(valueAt(original, path));
          const kind = kindOf(value);
          return (
            <tr key={path} className={joinClasses(edited && 'bg-hover')}>
              <th scope="row" title={path}>
                {path}
              </th>
              <td className={styles.value}>
                {readOnly ? (
                  <span className={styles.shown}>{writeValue(value)}</span>
                ) : (
                  <ValueField
                    path={path}
                    written={writeValue(value)}
                    onChange={(typed) => {
                      const { value: next, missing } = readValue(typed);
                      onChange(missing ? withoutValueAt(sample, path) : withValueAt(sample, path, next));
                    }}
                  />
                )}
              </td>
              <td
                className={styles.kind}
                title={kind === 'missing' ? text('sample.missingHint') : text(`sample.kind.${kind}`)}
              >
                {edited
                  ? text('sample.edited')
                  : kind === 'missing'
                    ? text('sample.missing')
                    : text(`sample.kind.${kind}`)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

type ValueFieldProps = {
  readonly path: string;
  readonly written: string;
  readonly onChange: (typed: string) => void;
};

/** Keeps what is being typed as it is typed; what the sample makes of it is written again once the field is left. */
const ValueField = ({ path, written, onChange }: ValueFieldProps) => {
  const text = useText('rules');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label={text('sample.valueOf', { path })}
      className={styles.field}
      spellCheck={false}
      value={typed ?? written}
      placeholder={text('sample.missing')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
