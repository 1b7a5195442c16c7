import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  AlertRegular,
  ArrowDownloadRegular,
  DataTrendingRegular,
  ImageRegular,
  MoreHorizontalRegular,
  TableRegular,
} from '@fluentui/react-icons';
import type { ReportStep } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import {
  IconButton,
  KeyHint,
  LoadingBlock,
  QueryState,
  Section,
  TimeChart,
  type Asked,
  type ChartBucket,
  type ChartCut,
  type ChartMark,
  type ChartSeries,
  type ChartShape,
} from '@redoubt/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useGo } from '../../routes/address.ts';
import { saveCsv, saveFile } from '../files/read-file.ts';
import { chartCsv } from './chart-csv.ts';
import { pngOf, svgText } from './chart-file.ts';
import styles from './report-charts.module.css';
import { useReportTimes } from './use-report-times.ts';

/** How a chart writes the times of its buckets. */
export type ChartTimes = {
  readonly formatTick: (bucket: ChartBucket) => string;
  readonly formatBucket: (bucket: ChartBucket) => string;
};

/** What a chart draws of an answer. */
export type ReportDrawing = {
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  /** A line of text below each bar, such as the share of labels that arrived. */
  readonly footer?: readonly string[] | undefined;
};

/** A row of buckets that are no times: values of a score. `fromMs` and `toMs` of a bucket are its ends. */
export type ChartAxis = {
  readonly name: string;
  readonly formatTick: (bucket: ChartBucket) => string;
  readonly formatBucket: (bucket: ChartBucket) => string;
};

export type ReportChartProps<Data> = {
  /** The question that the chart answers. */
  readonly title: string;
  readonly meta?: ReactNode;
  /** The read that the chart is drawn of; `drawingOf` picks from its answer. */
  readonly query: Asked<Data>;
  readonly drawingOf: (data: Data) => ReportDrawing;
  /** How wide bars are, which says how times are written. */
  readonly step: ReportStep | ChartTimes;
  readonly shape: ChartShape;
  readonly height: number;
  readonly format: (value: number) => string;
  /** What `before` of the series is called. */
  readonly beforeName?: string | undefined;
  /** Where the axis ends, for parts of a whole. */
  readonly ceiling?: number | undefined;
  /** Changes to mark: `useReportChanges`. */
  readonly marks?: readonly ChartMark[];
  /** Where the events of a value are: `drillHref`; null where Search cannot ask for them. */
  readonly onOpen?: ((bucket: ChartBucket, seriesId: string) => string | null) | undefined;
  /** Begins the names of files made of it: `summary-decisions`. */
  readonly file: string;
  /** Said where there is nothing to draw. */
  readonly none: string;
  /** Tables in place of all charts of the page. */
  readonly asTable: boolean;
  /** What buckets stand for, where they are no times. */
  readonly axis?: ChartAxis | undefined;
  readonly cut?: ChartCut | undefined;
  /** Address of a new alert on what the chart shows: `alertHref`; absent for people who make none. */
  readonly alertHref?: string | undefined;
  /** What of the answer is drawn, to choose: chips at the end of the heading. */
  readonly choice?: ReactNode;
};

/**
 * One chart of a report: heading, states, drawing or table, and files of both.
 *
 * ```tsx
 * const query = useRead(reportQuery, bodyOf(question, { measures: ['events'] }));
 * <ChartGroup>
 *   <ReportChart
 *     title={text('volume.title')} query={query} step={question.step} shape="lines" height={200} asTable={false}
 *     drawingOf={(report) => ({
 *       buckets: bucketsOf(report, question),
 *       series: [{ id: 'events', name: text('events'), fill: 'var(--chart-1)',
 *                  values: report.total.bars.map((bar) => valueOf(bar, 'events', question)),
 *                  before: report.total.before?.bars.map((bar) => valueOf(bar, 'events', question)) }],
 *     })}
 *     format={formats.number} beforeName={beforeName} marks={marks} none={text('none')} file="summary-volume"
 *     onOpen={({ fromMs }) => drillHref(question, 'events', { barMs: fromMs })}
 *   />
 * </ChartGroup>
 * ```
 *
 * Values are counts, amounts or percent; `format` says them. Null leaves a gap. Charts inside one `ChartGroup` share their
 * cursor. `T` shows a chart as a table, Enter opens what a value counts.
 */
export const ReportChart = <Data,>(props: ReportChartProps<Data>): ReactNode => {
  const { title, meta, query, drawingOf, step, shape, height, format, beforeName, marks, onOpen, file, none } = props;
  const { axis, cut, alertHref, choice } = props;
  const text = useText('reports');
  const ui = useText('ui');
  const go = useGo();
  const ofStep = useReportTimes(typeof step === 'string' ? step : 'day');
  const times = typeof step === 'string' ? ofStep : step;
  const drawing = useRef<SVGSVGElement>(null);
  // A choice for this chart holds until the page turns all of them.
  const [own, setOwn] = useState({ ofPage: props.asTable, asTable: props.asTable });
  const asTable = own.ofPage === props.asTable ? own.asTable : props.asTable;
  const turn = (to: boolean): void => setOwn({ ofPage: props.asTable, asTable: to });
  const drawn = query.data === undefined ? undefined : drawingOf(query.data);
  const isEmpty = drawn?.series.every(({ values }) => values.every((value) => value === null || value === 0));
  const savePicture = async (): Promise<void> => {
    if (drawing.current) saveFile(`${file}.png`, await pngOf(drawing.current, title));
  };
  const menu =
    drawn === undefined || isEmpty ? null : (
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={MoreHorizontalRegular} dense label={text('chart.actions', { title })} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem
              icon={asTable ? <DataTrendingRegular /> : <TableRegular />}
              secondaryContent={<KeyHint keys="T" />}
              onClick={() => turn(!asTable)}
            >
              {ui(asTable ? 'chart.asChart' : 'chart.asTable')}
            </MenuItem>
            <MenuItem
              icon={<ArrowDownloadRegular />}
              onClick={() =>
                saveCsv(`${file}.csv`, chartCsv(drawn.buckets, drawn.series, beforeName, axis === undefined))
              }
            >
              {text('chart.csv')}
            </MenuItem>
            {alertHref === undefined ? null : (
              <MenuItem icon={<AlertRegular />} onClick={() => go(alertHref)}>
                {text('chart.alert')}
              </MenuItem>
            )}
            {asTable ? null : (
              <>
                <MenuItem icon={<ImageRegular />} onClick={() => void savePicture()}>
                  {text('chart.png')}
                </MenuItem>
                <MenuItem
                  icon={<ImageRegular />}
                  onClick={() => {
                    if (!drawing.current) return;
                    const svg = svgText(drawing.current, title);
                    saveFile(`${file}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
                  }}
                >
                  {text('chart.svg')}
                </MenuItem>
              </>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    );
  return (
    <Section
      title={title}
      meta={meta}
      end={
        choice === undefined ? (
          menu
        ) : (
          <>
            {choice}
            {menu}
          </>
        )
      }
      className={styles.chart}
    >
      <QueryState query={query} compact loading={<LoadingBlock height={height} />}>
        {() =>
          drawn === undefined || isEmpty ? (
            <p className={styles.none} style={{ height }}>
              {none}
            </p>
          ) : (
            <TimeChart
              label={title}
              {...drawn}
              {...{ shape, height, format, beforeName, asTable, ceiling: props.ceiling }}
              {...(axis ?? times)}
              axisName={axis?.name}
              cut={cut}
              {...(marks === undefined ? {} : { marks })}
              {...(onOpen === undefined
                ? {}
                : {
                    hrefOf: (at: number, seriesId: string) => {
                      const bucket = drawn.buckets[at];
                      return bucket === undefined ? null : onOpen(bucket, seriesId);
                    },
                    onOpen: go,
                  })}
              onTable={turn}
              drawing={drawing}
            />
          )
        }
      </QueryState>
    </Section>
  );
};
