import type { CaseFigures, CaseReport } from '@redoubt/contracts';
import { percentOf } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { changePercent } from '../../../shared/reports/day.ts';
import { Tile } from '../../../shared/reports/Tile.tsx';
import styles from '../case-report.module.css';
import { spanText } from '../report-parts.ts';

type ReportTilesProps = {
  readonly report: CaseReport;
  /** What comes in is known of all agents together. */ readonly ofOne: boolean;
};

/** The figures of the period, each with what it was in the period before. */
export const ReportTiles = ({ report, ofOne }: ReportTilesProps): ReactNode => {
  const text = useText('caseReport');
  const formats = useFormats();
  const { totals, previous, backlog, asOf } = report;
  const change = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const counted = (now: number, before: number): string => {
    const percent = changePercent(now, before);
    return percent === undefined ? text('nothingBefore') : change.format(percent / 100);
  };
  const shareText = (part: number, whole: number): string => {
    const share = percentOf(part, whole);
    return share === null ? '–' : formats.percent(share, 1);
  };
  const ended = ({ decided, timedOut }: CaseFigures): number => decided + timedOut;
  const share = (title: string, part: (of: CaseFigures) => number, whole: (of: CaseFigures) => number): ReactNode => (
    <Tile
      title={title}
      value={shareText(part(totals), whole(totals))}
      note={text('countBefore', {
        count: formats.number(part(totals)),
        before: shareText(part(previous), whole(previous)),
      })}
    />
  );
  const times = (title: string, of: (figures: CaseFigures) => CaseFigures['waited']): ReactNode => {
    const [now, before] = [of(totals), of(previous)];
    const said = (value: number | undefined): string => (value === undefined ? '–' : spanText(value, formats.language));
    return (
      <Tile
        title={title}
        value={said(now?.p50)}
        note={text('mostBefore', { most: said(now?.p90), before: said(before?.p50) })}
      />
    );
  };
  const oldest = backlog.oldest === null ? null : (Date.parse(asOf) - Date.parse(backlog.oldest)) / 1000;
  return (
    <dl className={styles.tiles}>
      {ofOne ? null : (
        <>
          <Tile
            title={text('tile.waiting')}
            value={formats.number(backlog.waiting)}
            note={
              oldest === null
                ? text('noneWaits')
                : text('oldest', { time: spanText(Math.max(0, oldest), formats.language) })
            }
          />
          <Tile
            title={text('tile.received')}
            value={formats.number(totals.received)}
            note={counted(totals.received, previous.received)}
          />
        </>
      )}
      <Tile
        title={text('tile.decided')}
        value={formats.number(totals.decided)}
        note={counted(totals.decided, previous.decided)}
      />
      {ofOne ? null : share(text('tile.timedOut'), ({ timedOut }) => timedOut, ended)}
      {times(text('tile.waited'), ({ waited }) => waited)}
      {times(text('tile.handled'), ({ handled }) => handled)}
      {share(text('tile.rejected'), ({ rejected }) => rejected, ended)}
      {share(text('tile.overturned'), ({ overturned }) => overturned, ended)}
      {share(
        text('tile.approvedFraud'),
        ({ approvedFraud }) => approvedFraud,
        ({ approved }) => approved,
      )}
      {share(
        text('tile.rejectedGood'),
        ({ rejectedGood }) => rejectedGood,
        ({ rejected }) => rejected,
      )}
    </dl>
  );
};
