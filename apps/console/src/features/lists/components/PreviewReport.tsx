import { ErrorCircleRegular } from '@fluentui/react-icons';
import type { ListPreview } from '@redoubt/contracts';
import { ENGLISH, useFormats, useText, type TextKey } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DifferenceReport } from './DifferenceReport.tsx';
import styles from './lists.module.css';
import { PreviewTable } from './PreviewTable.tsx';

const MOST_PROBLEMS = 20;

/** What the server found in a file: the lines that are wrong, the difference to the present content, the first rows. */
export const PreviewReport = ({ preview }: { readonly preview: ListPreview }): ReactNode => {
  const text = useText('lists');
  const formats = useFormats();
  const { problems, difference } = preview;
  const say = (code: string, message: string): string =>
    Object.hasOwn(ENGLISH.lists.problem, code) ? text(`problem.${code}` as TextKey<'lists'>) : message;
  return (
    <>
      {problems.length > 0 ? (
        <div className={styles.problems} role="alert">
          <p className={styles.problemTitle}>
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
      {difference && problems.length === 0 ? <DifferenceReport difference={difference} /> : null}
      {preview.columns.length > 0 ? (
        <Section
          title={text('preview.title')}
          meta={text('preview.meta', {
            rows: formats.number(preview.rowCount),
            columns: formats.number(preview.columns.length),
            size: text('size', { size: formats.number(preview.sizeBytes / 1000, preview.sizeBytes < 10_000 ? 2 : 0) }),
          })}
        >
          <PreviewTable label={text('preview.title')} columns={preview.columns} rows={preview.rows} />
        </Section>
      ) : null}
    </>
  );
};
