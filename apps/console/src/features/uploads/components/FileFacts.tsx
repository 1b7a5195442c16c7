import type { UploadDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './uploads.module.css';

/** Figures of an upload, and how its file is read. */
export const FileFacts = ({ upload }: { readonly upload: UploadDetail }): ReactNode => {
  const text = useText('uploads');
  const formats = useFormats();
  const { rows, refused, stored, repeated, undone, sizeBytes, format, created } = upload;
  const figures = [
    ...(rows > 0
      ? ([
          ['rows', rows],
          ['accepted', rows - refused],
          ['refused', refused],
        ] as const)
      : []),
    ...(stored > 0 || upload.state === 'succeeded' ? ([['stored', stored]] as const) : []),
    ...(repeated > 0 ? ([['repeated', repeated]] as const) : []),
    ...(undone > 0 ? ([['undone', undone]] as const) : []),
  ];
  const delimiter = format?.delimiter === '\t' ? text('facts.tab') : format?.delimiter;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{text(`facts.${name}`)}</dt>
          <dd>
            <b>{formats.number(count)}</b>
          </dd>
        </div>
      ))}
      <div>
        <dt>{text('facts.size')}</dt>
        <dd>{formats.bytes(sizeBytes)}</dd>
      </div>
      {format ? (
        <>
          <div>
            <dt>{text('facts.format')}</dt>
            <dd>{[...(format.isPacked ? [text('facts.packed')] : []), format.encoding.toUpperCase()].join(', ')}</dd>
          </div>
          <div>
            <dt>{text('facts.delimiter')}</dt>
            <dd>
              <code>{delimiter}</code>
            </dd>
          </div>
          <div>
            <dt>{text('facts.columns')}</dt>
            <dd>{formats.number(format.columns.length)}</dd>
          </div>
        </>
      ) : null}
      <div>
        <dt>{text('facts.uploaded')}</dt>
        <dd>
          {created.by}, {formats.dateTime(created.at)}
        </dd>
      </div>
    </dl>
  );
};
