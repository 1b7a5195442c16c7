import { Input, Select } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { LOSS_ENTITY_KINDS, MAX_LOSS_SCORE } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import {
  ChoiceChips,
  Empty,
  ErrorState,
  Link,
  Loading,
  PageTabs,
  QueryState,
  SearchField,
  Section,
  StaleBar,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { lazyComponent } from '../../routes/lazy-component.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { Tile } from '../../shared/reports/Tile.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { AnomalousChart, EntityReport } from './components/EntityReport.tsx';
import styles from './loss-prevention.module.css';
import { lossReportQuery, useLossMutations } from './loss-prevention.queries.ts';
import { useMonthNames } from './month-bars.ts';

/** With its form a chunk of its own, loaded when the tab is opened. */
const DataTab = lazyComponent(async () => (await import('./components/DataTab.tsx')).DataTab, Loading);

const month = z.string().optional().catch(undefined);
const score = z.coerce.number().int().min(0).max(MAX_LOSS_SCORE).optional().catch(undefined);
const address = z.object({
  tab: z.enum(['reports', 'data']).default('reports').catch('reports'),
  kind: z.enum(LOSS_ENTITY_KINDS).default('staff').catch('staff'),
  from: month,
  to: month,
  scoreFrom: score,
  scoreTo: score,
  find: month,
});

/** Staff and terminals whose returns and discounts stand out. */
export const LossPreventionPage = (): ReactNode => {
  const text = useText('lossPrevention');
  const routes = useText('routes');
  const common = useText('common');
  const reports = useText('reports');
  const formats = useFormats();
  const call = useCall();
  const may = useMay();
  const names = useMonthNames();
  const { id: environmentId } = useEnvironment();
  const [{ tab, kind, ...asked }, update] = useAddress(address);
  const query = useQuery(lossReportQuery(call, environmentId, asked));
  const { file } = useLossMutations();
  const { data } = query;
  /** Why there is no file to download. A report that is not there says nothing about its content. */
  const noDownload = (): string | undefined => {
    if (data !== undefined) return data.from === null ? text('empty.title') : undefined;
    return query.isError ? text('notLoaded') : reports('loading');
  };
  const isReports = tab === 'reports';
  /** A month beyond the other end of the range takes that along. */
  const monthsOf = (of: 'from' | 'to', value: string) => {
    const other = data?.[of === 'from' ? 'to' : 'from'] ?? value;
    const crosses = of === 'from' ? value > other : value < other;
    return crosses ? { from: value, to: value } : { [of]: value };
  };
  const pickMonth = (of: 'from' | 'to'): ReactNode => (
    <Select
      size="small"
      aria-label={text(`filter.${of}`)}
      value={data?.[of] ?? ''}
      onChange={(_event, { value }) => update(monthsOf(of, value), { replace: true })}
    >
      {data?.months.map((each) => (
        <option key={each} value={each}>
          {names.long(each)}
        </option>
      ))}
    </Select>
  );
  const pickScore = (of: 'scoreFrom' | 'scoreTo', usual: number): ReactNode => (
    <Input
      size="small"
      type="number"
      min={0}
      max={MAX_LOSS_SCORE}
      className={styles.score}
      contentBefore={<span className="soft">{text(`filter.${of}`)}</span>}
      aria-label={text(`filter.${of}`)}
      value={String(asked[of] ?? usual)}
      onChange={(_event, { value }) =>
        update(
          { [of]: value === '' ? undefined : Math.min(MAX_LOSS_SCORE, Math.max(0, Number(value))) },
          { replace: true },
        )
      }
    />
  );
  return (
    <ConsolePage
      title={routes('lossPrevention.title')}
      tabs={
        <PageTabs
          label={routes('lossPrevention.title')}
          current={tab}
          tabs={[
            { id: 'reports', text: text('tab.reports'), href: hrefOf('/fraud/lossprevention') },
            { id: 'data', text: text('tab.data'), href: hrefOf('/fraud/lossprevention', undefined, { tab: 'data' }) },
          ]}
        />
      }
      aside={data?.scoredAt ? common('time.asOf', { time: formats.dateTime(data.scoredAt) }) : null}
      commands={
        isReports
          ? [
              {
                id: 'download',
                text: text('download'),
                icon: ArrowDownloadRegular,
                onSelect: () => file.mutate(asked, { onSuccess: (csv) => saveCsv('loss-prevention.csv', csv) }),
                disabledReason: noDownload(),
              },
            ]
          : []
      }
      filters={
        isReports && data?.from ? (
          <>
            {pickMonth('from')}
            {pickMonth('to')}
            {pickScore('scoreFrom', 0)}
            {pickScore('scoreTo', MAX_LOSS_SCORE)}
            <SearchField
              label={text('filter.find')}
              value={asked.find ?? ''}
              onChange={(value) => update({ find: value === '' ? undefined : value }, { replace: true })}
            />
          </>
        ) : null
      }
    >
      {file.error ? <ErrorState error={file.error} compact /> : null}
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      {isReports ? (
        <QueryState query={query}>
          {(report) =>
            report.from === null ? (
              <Empty
                title={text(report.isScoring ? 'empty.scoring' : 'empty.title')}
                body={text('empty.body')}
                action={{
                  text: text('tab.data'),
                  href: hrefOf('/fraud/lossprevention', undefined, { tab: 'data' }),
                }}
              />
            ) : (
              <div className="stack-4 min-w-0" aria-busy={query.isPlaceholderData}>
                <p className="quiet-small m-0">
                  {text('confidential')}{' '}
                  {may('dataUpload:read') ? (
                    <Link href={hrefOf('/data/upload/lossprevention')}>{text('uploadFiles')}</Link>
                  ) : null}
                </p>
                {report.isStale ? <p className="m-0">{text('stale')}</p> : null}
                <Section title={text('opportunity.title')} meta={text('opportunity.meta')}>
                  <dl className={styles.tiles}>
                    {report.opportunity.flatMap(({ currency, returns, discounts }) => [
                      <Tile
                        key={`${currency} total`}
                        title={text('opportunity.total', { currency })}
                        value={formats.currency(returns + discounts, currency)}
                      />,
                      <Tile
                        key={`${currency} returns`}
                        title={text('opportunity.returns', { currency })}
                        value={formats.currency(returns, currency)}
                      />,
                      <Tile
                        key={`${currency} discounts`}
                        title={text('opportunity.discounts', { currency })}
                        value={formats.currency(discounts, currency)}
                      />,
                    ])}
                  </dl>
                </Section>
                <div className={charts.pair}>
                  {LOSS_ENTITY_KINDS.map((each) => (
                    <AnomalousChart key={each} kind={each} query={query} />
                  ))}
                </div>
                <ChoiceChips
                  label={text('kind.label')}
                  choices={LOSS_ENTITY_KINDS}
                  chosen={kind}
                  nameOf={(each) => text(`kind.${each}`)}
                  onChoose={(each) => update({ kind: each }, { replace: true })}
                />
                <EntityReport kind={kind} report={report} />
              </div>
            )
          }
        </QueryState>
      ) : (
        <DataTab />
      )}
    </ConsolePage>
  );
};
