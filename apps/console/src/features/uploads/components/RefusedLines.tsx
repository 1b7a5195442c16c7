import type { UploadDetail } from '@redoubt/contracts';
import { problemText, useFormats, useText } from '@redoubt/i18n';
import { Section, type Command, CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './uploads.module.css';

/** Lines that are not stored: how many for each reason, and the first of them. */
export const RefusedLines = (props: { readonly upload: UploadDetail; readonly download: Command }): ReactNode => {
  const { upload, download } = props;
  const { refused, refusals, firstRefusals } = upload;
  const text = useText('uploads');
  const say = useText('problems');
  const formats = useFormats();
  if (firstRefusals.length === 0) return null;
  return (
    <Section
      title={text('refusals.title')}
      meta={text('refusals.first', { count: firstRefusals.length, lines: formats.number(refused) })}
      end={<CommandButton appearance="outline" command={download} />}
    >
      <ul className={styles.reasons}>
        {refusals.map(({ reason, lines }) => (
          <li key={reason}>
            {text('refusals.counts', { reason: text(`reason.${reason}`), lines: formats.number(lines) })}
          </li>
        ))}
      </ul>
      <div className={styles.frame} role="group" aria-label={text('refusals.title')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('refusals.line')}</th>
              <th scope="col">{text('refusals.column')}</th>
              <th scope="col">{text('refusals.why')}</th>
              <th scope="col">{text('refusals.detail')}</th>
              <th scope="col">{text('refusals.cells')}</th>
            </tr>
          </thead>
          <tbody>
            {firstRefusals.map(({ line, column, reason, message, problem, cells }) => {
              const why = problem ? problemText(say, problem) : message;
              return (
                <tr key={line}>
                  <td className="tabular">{formats.number(line)}</td>
                  <td>{column}</td>
                  <td>{text(`reason.${reason}`)}</td>
                  <td className={styles.detail} lang={problem ? undefined : 'en'} title={why}>
                    {why}
                  </td>
                  <td className={styles.detail} title={cells.join(' | ')}>
                    {cells.join(' | ')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="soft mt-2">{text('refusals.note')}</p>
    </Section>
  );
};
