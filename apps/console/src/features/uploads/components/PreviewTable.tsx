import type { UploadDetail } from '@redoubt/contracts';
import { problemText, useText } from '@redoubt/i18n';
import { Chip, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { readValue, type MappingRow, type ReadValue } from '../mapping-rows.ts';
import styles from './uploads.module.css';

type Shown = { readonly heads: readonly string[]; readonly cellsOf: (row: readonly string[]) => readonly ReadValue[] };

const asFile = (columns: readonly string[]): Shown => ({
  heads: columns,
  cellsOf: (row) => row.map((text) => ({ text, problem: null })),
});

const asRead = (fields: readonly MappingRow[], columns: readonly string[]): Shown => ({
  heads: fields.map(({ field }) => field),
  cellsOf: (row) => fields.map((field) => readValue(field, columns, row)),
});

/** The first lines of a file, as its bytes have them or as the mapping reads them. */
export const PreviewTable = (props: {
  readonly upload: UploadDetail;
  readonly rows: readonly MappingRow[];
}): ReactNode => {
  const { upload, rows } = props;
  const { firstRows, isMasked, format, hasHeader } = upload;
  const text = useText('uploads');
  const say = useText('problems');
  const [isRead, setIsRead] = useState(true);
  const columns = format?.columns ?? [];
  const filled = rows.filter(({ source }) => source !== null);
  const shown = isRead && !isMasked ? asRead(filled, columns) : asFile(columns);
  const firstLine = hasHeader ? 2 : 1;
  return (
    <Section
      title={text('preview.title')}
      meta={text('preview.meta', { count: firstRows.length })}
      end={
        isMasked || firstRows.length === 0 ? null : (
          <>
            <Chip pressed={isRead} onSelect={() => setIsRead(true)}>
              {text('preview.asRead')}
            </Chip>
            <Chip pressed={!isRead} onSelect={() => setIsRead(false)}>
              {text('preview.asFile')}
            </Chip>
          </>
        )
      }
    >
      {isMasked && firstRows.length > 0 ? <p className="quiet">{text('preview.masked')}</p> : null}
      {firstRows.length === 0 ? (
        <p className="quiet">{text('preview.gone')}</p>
      ) : shown.heads.length === 0 ? (
        <p className="quiet">{text('preview.nothing')}</p>
      ) : (
        <div className={styles.frame} role="group" aria-label={text('preview.title')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text('preview.line')}</th>
                {shown.heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {firstRows.map((row, at) => (
                <tr key={at}>
                  <td className="tabular muted">{firstLine + at}</td>
                  {shown.cellsOf(row).map(({ text: cell, problem }, place) => (
                    <td
                      key={place}
                      className={styles.value}
                      data-wrong={problem === null ? undefined : true}
                      title={problem === null ? cell : text('preview.wrong', { reason: problemText(say, problem) })}
                    >
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};
