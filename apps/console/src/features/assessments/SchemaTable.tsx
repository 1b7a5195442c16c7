import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import type { AssessmentDetail } from '@redoubt/contracts';
import { useMemo } from 'react';
import styles from './assessments.module.css';
import { useTypeText } from './fields/use-type-text.ts';

/** How often fields stood in the newest events. */
export type SeenFields = {
  readonly events: number;
  readonly fields: readonly { readonly path: string; readonly count: number }[];
};

export type SchemaTableProps = {
  readonly label: string;
  readonly attributes: readonly Pick<AssessmentDetail['schema'][number], 'path' | 'type' | 'required'>[];
  /** Fields of the customer's own among them. */
  readonly own: AssessmentDetail['fields'];
  /** Leaves the column of shares out where absent, and empty where it is not known yet. */
  readonly seen?: SeenFields | null | undefined;
};

/** The fields of a body: type, whether they have to be there, whose they are, and how often they were sent. */
export const SchemaTable = ({ label, attributes, own, seen }: SchemaTableProps) => {
  const text = useText('assessments');
  const typeText = useTypeText();
  const provided = useProvidedNames();
  const common = useText('common');
  const formats = useFormats();
  const counts = useMemo(() => new Map(seen?.fields.map(({ path, count }) => [path.toLowerCase(), count])), [seen]);
  const owned = useMemo(() => new Map(own.map((field) => [field.path.toLowerCase(), field])), [own]);
  const share = (path: string, events: number): string =>
    events === 0 ? '–' : formats.percent(((counts.get(path.toLowerCase()) ?? 0) / events) * 100);
  const leaves = attributes.filter(({ type }) => type !== 'object' && type !== 'list');
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{text('field.name')}</th>
          <th scope="col">{text('field.friendlyName')}</th>
          <th scope="col">{text('field.type')}</th>
          <th scope="col">{text('field.required')}</th>
          {seen === undefined ? null : <th scope="col">{text('seen')}</th>}
        </tr>
      </thead>
      <tbody>
        {leaves.map(({ path, type, required }) => {
          const field = owned.get(path.toLowerCase());
          return (
            <tr key={path}>
              <td>{path}</td>
              <td>
                {field ? provided.shown(field.friendlyName) : <span className="soft">{text('field.standard')}</span>}
              </td>
              <td>
                {typeText(field?.type ?? type)}
                {field?.linkable === true ? <span className="soft"> · {text('field.linkable')}</span> : null}
              </td>
              <td>{common(required ? 'value.yes' : 'value.no')}</td>
              {seen === undefined ? null : <td>{seen && share(path, seen.events)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
