import type { CurrencyDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, DateTimeText, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useCurrencyMutations } from '../case-settings.queries.ts';
import styles from './currency.module.css';

type RateFile = CurrencyDetail['files'][number];

/** Files of exchange rates that were taken in, newest first. */
export const RateFiles = ({
  files,
  canWrite,
}: {
  readonly files: readonly RateFile[];
  readonly canWrite: boolean;
}): ReactNode => {
  const text = useText('caseSettings');
  const formats = useFormats();
  const { remove } = useCurrencyMutations();
  const [asked, setAsked] = useState<RateFile | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <table className={styles.rates} aria-label={text('currency.files')}>
        <thead>
          <tr>
            <th scope="col">{text('currency.file')}</th>
            <th scope="col">{text('currency.days')}</th>
            <th scope="col" className={styles.number}>
              {text('currency.added')}
            </th>
            <th scope="col" className={styles.number}>
              {text('currency.changedRates')}
            </th>
            <th scope="col">{text('currency.by')}</th>
            <th scope="col">
              <span className="visually-hidden">{text('currency.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <td title={file.name}>{file.name}</td>
              <td>{file.from === file.to ? file.from : `${file.from} – ${file.to}`}</td>
              <td className={styles.number}>{formats.number(file.added)}</td>
              <td className={styles.number}>{formats.number(file.changed)}</td>
              <td title={file.uploaded.by}>
                {file.uploaded.by} <DateTimeText at={file.uploaded.at} />
              </td>
              <td>
                {canWrite ? (
                  <CommandButton
                    command={{
                      id: `remove-${file.id}`,
                      text: text('currency.remove'),
                      onSelect: () => setAsked(file),
                    }}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {remove.error ? <ErrorState error={remove.error} compact /> : null}
      {asked ? (
        <ConfirmPanel
          title={text('currency.removeTitle', { name: asked.name })}
          confirmText={text('currency.remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked, { onSuccess: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        >
          {text('currency.removeWhat', { count: asked.standing })}
        </ConfirmPanel>
      ) : null}
    </>
  );
};
