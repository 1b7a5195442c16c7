import { ArrowDownloadRegular, ArrowUploadRegular } from '@fluentui/react-icons';
import type { CurrencyDetail } from '@redoubt/contracts';
import { problemText, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, Section } from '@redoubt/ui';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { readCsvFile, saveCsv, type FileProblem } from '../../../shared/files/read-file.ts';
import { useCurrencyMutations } from '../case-settings.queries.ts';
import styles from './currency.module.css';
import { CurrencyForm } from './CurrencyForm.tsx';
import { RateFiles } from './RateFiles.tsx';
import { RateTable } from './RateTable.tsx';

/** What amounts are converted to, and the exchange rates of the tree of environments. */
export const CurrencySection = ({ detail }: { readonly detail: CurrencyDetail }): ReactNode => {
  const { canWrite, changed, pairs, gaps, files, root } = detail;
  const text = useText('caseSettings');
  const common = useText('common');
  const say = useText('problems');
  const { upload, download } = useCurrencyMutations();
  const input = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const newest = pairs.reduce((last, { to }) => (to > last ? to : last), '');

  const take = async (file: File): Promise<void> => {
    const found = await readCsvFile(file);
    upload.reset();
    setFileProblem(found.kind === 'problem' ? found.problem : null);
    if (found.kind === 'text') upload.mutate({ name: found.name, csv: found.csv });
  };

  const problems = upload.error instanceof ApiError ? upload.error.problems : [];
  return (
    <Section
      title={text('currency.title')}
      meta={
        <>
          {newest === '' ? text('currency.noRates') : text('currency.newest', { day: newest })}
          {changed ? (
            <>
              {' · '}
              {text('changedBy', { by: changed.by })} <DateTimeText at={changed.at} />
            </>
          ) : null}
        </>
      }
      end={
        <>
          {canWrite ? (
            <CommandButton
              command={{
                id: 'uploadRates',
                text: text('currency.upload'),
                icon: ArrowUploadRegular,
                disabledReason: upload.isPending ? common('saving') : undefined,
                onSelect: () => input.current?.click(),
              }}
            />
          ) : null}
          <CommandButton
            command={{
              id: 'downloadRates',
              text: text('currency.download'),
              icon: ArrowDownloadRegular,
              disabledReason: newest === '' ? text('currency.noRates') : undefined,
              onSelect: () =>
                download.mutate(undefined, { onSuccess: (csv) => saveCsv(`exchange-rates-${newest}.csv`, csv) }),
            }}
          />
        </>
      }
    >
      <div className="stack-4">
        {root.isHere ? null : <p className="soft">{text('currency.atRoot', { name: root.name })}</p>}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={text('currency.upload')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void take(file);
          }}
        />
        {fileProblem ? <p role="alert">{text(`currency.fileProblem.${fileProblem}`)}</p> : null}
        {upload.error ? <ErrorState error={upload.error} compact /> : null}
        {problems.length > 0 ? (
          <ul className={styles.problems}>
            {problems.map(({ path, message, coded }) => (
              <li key={`${path} ${message}`}>
                {path === 'line 0' ? null : `${text('currency.line', { line: path.replace('line ', '') })} `}
                {coded ? problemText(say, coded) : message}
              </li>
            ))}
          </ul>
        ) : null}
        {upload.data ? (
          <p role="status">
            {text('currency.uploaded', {
              name: upload.data.name,
              added: upload.data.added,
              changed: upload.data.changed,
            })}
          </p>
        ) : null}
        {download.error ? <ErrorState error={download.error} compact /> : null}
        <CurrencyForm key={detail.version} detail={detail} />
        <RateTable detail={detail} />
        {gaps.length === 0 ? null : (
          <p className="soft">
            {text('currency.gaps', { count: gaps.length, days: gaps.slice(-8).toReversed().join(', ') })}
          </p>
        )}
        <RateFiles files={files} canWrite={canWrite} />
      </div>
    </Section>
  );
};
