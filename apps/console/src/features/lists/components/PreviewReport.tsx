import { ErrorCircleRegular } from '@fluentui/react-icons';
import type { ListPreview } from '@redoubt/contracts';
import type { CsvDelimiter, TextEncoding } from '@redoubt/domain';
import { useFormats, useHasText, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DifferenceReport } from './DifferenceReport.tsx';
import styles from './lists.module.css';
import { PreviewTable } from './PreviewTable.tsx';

const MOST_PROBLEMS = 20;

const DELIMITER_TEXTS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const satisfies Record<
  CsvDelimiter,
  string
>;

/** What the server found in a file: the lines that are wrong, the difference to the present content, the first rows. */
export const PreviewReport = (props: {
  readonly preview: ListPreview;
  /** Of the file as it was chosen; it is sent as UTF-8. */
  readonly encoding: TextEncoding;
}): ReactNode => {
  const { preview, encoding } = props;
  const text = useText('lists');
  const hasText = useHasText('lists');
  const formats = useFormats();
  const { problems, difference } = preview;
  const say = (code: string, message: string): string => {
    const key = `problem.${code}`;
    return hasText(key) ? text(key) : message;
  };
  return (
    <>
      {problems.length > 0 ? (
        <div className={styles.problems} role="alert">
          <p className="row-middle strong reject-text">
            <ErrorCircleRegular fontSize={16} aria-hidden />
            {text('preview.problems', { count: problems.length })}
          </p>
          <ul>
            {problems.slice(0, MOST_PROBLEMS).map((problem, at) => (
              <li key={at} title={problem.message}>
                {problem.line > 0 ? <b>{text('preview.line', { line: formats.number(problem.line) })}</b> : null}{' '}
                {say(problem.code, problem.message)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {preview.likelyDivider === null ? null : (
        <p className={styles.warning} role="status">
          {text('preview.looksSeparated', { sign: preview.likelyDivider })}
        </p>
      )}
      {encoding === 'windows-1252' ? (
        <p className={styles.warning} role="status">
          {text('preview.windows1252')}
        </p>
      ) : null}
      {difference && problems.length === 0 ? <DifferenceReport difference={difference} /> : null}
      {preview.columns.length > 0 ? (
        <Section
          title={text('preview.title')}
          meta={text('preview.meta', {
            rows: text('preview.rows', { count: preview.rowCount, rows: formats.number(preview.rowCount) }),
            columns: text('preview.columns', { count: preview.columns.length }),
            delimiter: text(`preview.delimiter.${DELIMITER_TEXTS[preview.delimiter]}`),
            size: text('size', { size: formats.number(preview.sizeBytes / 1000, preview.sizeBytes < 10_000 ? 2 : 0) }),
          })}
        >
          <PreviewTable label={text('preview.title')} columns={preview.columns} rows={preview.rows} />
        </Section>
      ) : null}
    </>
  );
};
