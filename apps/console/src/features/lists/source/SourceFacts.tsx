import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from '../components/lists.module.css';

/** Where the rows of a list, or of a version of one, are asked for. */
export const SourceFacts = ({ connection, columns }: Pick<ListSummary, 'connection' | 'columns'>): ReactNode => {
  const text = useText('lists');
  const formats = useFormats();
  if (connection === null) return null;
  const place =
    connection.kind === 'http'
      ? connection.url
      : `${connection.user}@${connection.host}:${connection.port}/${connection.database} · ${connection.schema}.${connection.table}`;
  return (
    <dl className={styles.factLines}>
      <dt>{text('column.source')}</dt>
      <dd>{text(`source.kinds.${connection.kind}`)}</dd>
      <dt>{text('source.place')}</dt>
      <dd className="mono-12 anywhere">{place}</dd>
      <dt>{text('column.columns')}</dt>
      <dd>{columns.join(', ')}</dd>
      <dt>{text('source.asked')}</dt>
      <dd>
        {text('source.manner', {
          timeout: formats.number(connection.timeoutMs),
          cache: formats.number(connection.cacheSeconds),
        })}
      </dd>
    </dl>
  );
};
