import { Select } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { BOOSTER_REPORT_PARTS, type BoosterReport } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { QueryState, Section, TimeChart } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { csvText } from '../../shared/files/csv-text.ts';
import { saveCsv } from '../../shared/files/read-file.ts';
import { Tile } from '../../shared/reports/Tile.tsx';
import { useBarTimes } from '../../shared/reports/use-bar-times.ts';
import tiles from '../../shared/reports/today.module.css';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { boosterReportQuery } from './booster.queries.ts';
import { BoosterTabs } from './BoosterTabs.tsx';
import { ReportTable } from './components/ReportTable.tsx';
import { useBoosterFigures } from './use-booster-figures.ts';

const CHART_PX = 160;
const RANGES = ['30', '90', '365'] as const;
const address = z.object({
  days: z.enum(RANGES).optional().catch(undefined),
  by: z.enum(BOOSTER_REPORT_PARTS).optional().catch(undefined),
});

const Tiles = ({ report }: { readonly report: BoosterReport }): ReactNode => {
  const text = useText('booster');
  const formats = useFormats();
  const figures = useBoosterFigures();
  const { total, failed } = report;
  const answers = ({ approved, declined }: (typeof total)['shared']): string =>
    text('report.answered', { count: formats.number(approved + declined) });
  return (
    <dl className={tiles.tiles}>
      <Tile title={text('report.sharedRate')} value={figures.rate(total.sharedRate)} note={answers(total.shared)} />
      <Tile title={text('report.heldOutRate')} value={figures.rate(total.heldOutRate)} note={answers(total.heldOut)} />
      <Tile
        title={text('report.difference')}
        value={figures.signed(total.difference)}
        note={figures.interval(total.difference)}
      />
      <Tile
        title={text('report.gained')}
        value={total.gained === null ? '–' : formats.number(Math.round(total.gained.value))}
        note={
          total.gained === null
            ? undefined
            : `${formats.number(Math.round(total.gained.lower))} … ${formats.number(Math.round(total.gained.upper))}`
        }
      />
      <Tile title={text('report.failed')} value={formats.number(failed)} />
    </dl>
  );
};

const Amounts = ({ amounts }: Pick<BoosterReport, 'amounts'>): ReactNode => {
  const text = useText('booster');
  const formats = useFormats();
  return (
    <ul>
      {amounts.map(({ currency, sharedAsked, sharedApproved, heldOutAsked, heldOutApproved }) => (
        <li key={currency}>
          {text('report.amounts', {
            currency,
            shared: formats.number(sharedApproved),
            sharedAsked: formats.number(sharedAsked),
            heldOut: formats.number(heldOutApproved),
            heldOutAsked: formats.number(heldOutAsked),
          })}
        </li>
      ))}
    </ul>
  );
};

const Rates = ({ periods }: Pick<BoosterReport, 'periods'>): ReactNode => {
  const text = useText('booster');
  const figures = useBoosterFigures();
  const [asTable, setAsTable] = useState(false);
  const buckets = periods.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
  const times = useBarTimes(buckets);
  return (
    <TimeChart
      label={text('report.overTime')}
      shape="lines"
      ceiling={1}
      height={CHART_PX}
      buckets={buckets}
      series={[
        {
          id: 'shared',
          name: text('report.sharedRate'),
          fill: 'var(--chart-1)',
          values: periods.map(({ sharedRate }) => sharedRate?.value ?? null),
        },
        {
          id: 'heldOut',
          name: text('report.heldOutRate'),
          fill: 'var(--chart-2)',
          values: periods.map(({ heldOutRate }) => heldOutRate?.value ?? null),
        },
      ]}
      format={figures.percent}
      formatTick={({ fromMs }) => times.formatTick(fromMs)}
      formatBucket={({ fromMs, toMs }) => times.formatBucket(fromMs, toMs)}
      asTable={asTable}
      onTable={setAsTable}
    />
  );
};

/** Whether banks approve more of the purchases that are shared with them than of those that were held out. */
export const BoosterReportPage = (): ReactNode => {
  const text = useText('booster');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ days = '90', by = 'connector' }, update] = useAddress(address);
  const query = useQuery(boosterReportQuery(call, environmentId, { days: Number(days), by }));
  const nameOf = (value: string | null): string => value ?? text('report.unknown');
  const save = (): void => {
    const rows = query.data?.rows ?? [];
    const heading = ['value', 'sharedPurchases', 'sharedApproved', 'sharedDeclined', 'heldOutPurchases'];
    const more = ['heldOutApproved', 'heldOutDeclined', 'difference', 'lower', 'upper'];
    const lines = rows.map(({ value, shared, heldOut, difference }) => [
      value ?? '',
      shared.purchases,
      shared.approved,
      shared.declined,
      heldOut.purchases,
      heldOut.approved,
      heldOut.declined,
      difference?.value ?? '',
      difference?.lower ?? '',
      difference?.upper ?? '',
    ]);
    saveCsv(`booster-report-${by}.csv`, csvText([[...heading, ...more], ...lines]));
  };
  return (
    <ConsolePage
      title={routes('booster.title')}
      tabs={<BoosterTabs current="boosterReport" />}
      commands={[{ id: 'csv', text: text('report.csv'), icon: ArrowDownloadRegular, onSelect: save }]}
      filters={
        <span className="row-wrap">
          <Select
            size="small"
            aria-label={text('report.range')}
            value={days}
            onChange={(_event, { value }) => update({ days: RANGES.find((each) => each === value) })}
          >
            {RANGES.map((each) => (
              <option key={each} value={each}>
                {text(`report.last.${each}`)}
              </option>
            ))}
          </Select>
          <Select
            size="small"
            aria-label={text('report.by')}
            value={by}
            onChange={(_event, { value }) => update({ by: BOOSTER_REPORT_PARTS.find((each) => each === value) })}
          >
            {BOOSTER_REPORT_PARTS.map((each) => (
              <option key={each} value={each}>
                {text(`report.part.${each}`)}
              </option>
            ))}
          </Select>
        </span>
      }
    >
      <QueryState query={query}>
        {(report) =>
          report.rows.length === 0 ? (
            <p className="soft">{text('report.none')}</p>
          ) : (
            <div className="stack-4">
              <Tiles report={report} />
              {report.total.isEnough ? null : <p role="status">{text('report.notEnough', { count: report.least })}</p>}
              <Section title={text('report.overTime')}>
                <Rates periods={report.periods} />
              </Section>
              <Section title={text(`report.part.${by}`)} meta={text('report.meta')}>
                <ReportTable
                  label={text(`report.part.${by}`)}
                  first={text(`report.part.${by}`)}
                  rows={report.rows.map((row) => ({ ...row, id: nameOf(row.value), name: nameOf(row.value) }))}
                />
              </Section>
              <Section title={text('report.amountsTitle')}>
                <Amounts amounts={report.amounts} />
              </Section>
            </div>
          )
        }
      </QueryState>
    </ConsolePage>
  );
};
