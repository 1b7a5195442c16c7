import type { LossData } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Link, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';
import { lossConnectionQuery, lossDataQuery, useLossMutations } from '../loss-prevention.queries.ts';
import { useMonthNames } from '../month-bars.ts';
import { ConnectionPart } from './ConnectionPart.tsx';

const Content = ({ data }: { readonly data: LossData }): ReactNode => {
  const { sets, months, run, canProcess } = data;
  const text = useText('lossPrevention');
  const formats = useFormats();
  const may = useMay();
  const names = useMonthNames();
  const { process } = useLossMutations();
  const isRunning = run?.state === 'queued' || run?.state === 'running';
  const reason = isRunning
    ? text('data.running', { part: `${run.done} / ${Math.max(run.done, run.total)}` })
    : sets.some(({ set, isThere }) => set === 'retailTransactions' && isThere)
      ? undefined
      : text('data.missing');
  return (
    <div className="stack-4 min-w-0">
      <Section
        title={text('data.upload')}
        end={
          canProcess ? (
            <CommandButton
              command={{
                id: 'process',
                text: text('data.process'),
                onSelect: () => process.mutate(undefined),
                disabledReason: reason,
              }}
            />
          ) : null
        }
      >
        <p className="m-0">{text('data.note')}</p>
        <ul className="m-0">
          {sets.map(({ set, isThere }) => (
            <li key={set}>
              {text(`set.${set}`)}: {text(isThere ? 'data.there' : 'data.absent')}
            </li>
          ))}
        </ul>
        {may('dataUpload:read') ? (
          <p className="m-0">
            <Link href={hrefOf('/data/upload/lossprevention')}>{text('data.link')}</Link>
          </p>
        ) : null}
        {run?.state === 'failed' ? (
          <p className="problem-text m-0">{text('data.failed', { code: run.problem ?? '' })}</p>
        ) : null}
        {process.error ? <ErrorState error={process.error} compact /> : null}
      </Section>
      <ReportTable
        title={text('data.months')}
        meta={isRunning ? (reason ?? '') : ''}
        none={text('data.missing')}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        layout="fitted"
        columns={[
          { head: text('column.month'), cell: ({ month }) => names.long(month) },
          { head: text('column.transactions'), kind: 'end', cell: (row) => formats.number(row.transactions) },
          {
            head: text('column.scored'),
            cell: ({ scoredAt, isStale }) =>
              isStale || scoredAt === null ? text('data.stale') : formats.dateTime(scoredAt),
          },
        ]}
      />
    </div>
  );
};

/** Which files are there, and which months are scored. */
export const DataTab = (): ReactNode => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(lossDataQuery(call, environmentId));
  const connectionQuery = useQuery(lossConnectionQuery(call, environmentId));
  return (
    <div className="stack-4 min-w-0">
      <QueryState query={connectionQuery}>{(connection) => <ConnectionPart connection={connection} />}</QueryState>
      <QueryState query={query}>{(data) => <Content data={data} />}</QueryState>
    </div>
  );
};
