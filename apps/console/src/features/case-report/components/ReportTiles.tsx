import type { CaseFigures, CaseReport } from '@redoubt/contracts';
import { percentOf } from '@redoubt/domain';
import { spanText, useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { changePercent } from '../../../shared/reports/day.ts';
import { Tile } from '../../../shared/reports/Tile.tsx';
import styles from '../case-report.module.css';
import type { Drill } from '../drill.ts';
import { Figure } from './Figure.tsx';

type ReportTilesProps = {
  readonly report: CaseReport;
  /** What comes in is known of all agents together. */
  readonly ofOne: boolean;
  readonly drill: Drill;
};

type ShareFigure = 'timedOut' | 'rejected' | 'overturned' | 'approvedFraud' | 'rejectedGood';

/** The figures of the period, each with what it was in the period before. */
export const ReportTiles = ({ report, ofOne, drill }: ReportTilesProps): ReactNode => {
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
  const tile = (
    figure: ShareFigure | 'waiting' | 'received' | 'decided',
    count: number,
    value: string,
    note: string,
  ): ReactNode => (
    <Tile
      title={text(`tile.${figure}`)}
      value={
        <Figure count={count} href={drill(figure)}>
          {value}
        </Figure>
      }
      note={note}
    />
  );
  const share = (figure: ShareFigure, whole: (of: CaseFigures) => number): ReactNode => {
    const part = (of: CaseFigures): number => of[figure];
    return tile(
      figure,
      part(totals),
      shareText(part(totals), whole(totals)),
      text('countBefore', {
        count: formats.number(part(totals)),
        before: shareText(part(previous), whole(previous)),
      }),
    );
  };
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
          {tile(
            'waiting',
            backlog.waiting,
            formats.number(backlog.waiting),
            oldest === null
              ? text('noneWaits')
              : text('oldest', { time: spanText(Math.max(0, oldest), formats.language) }),
          )}
          {tile(
            'received',
            totals.received,
            formats.number(totals.received),
            counted(totals.received, previous.received),
          )}
        </>
      )}
      {tile('decided', totals.decided, formats.number(totals.decided), counted(totals.decided, previous.decided))}
      {ofOne ? null : share('timedOut', ended)}
      {times(text('tile.waited'), ({ waited }) => waited)}
      {times(text('tile.handled'), ({ handled }) => handled)}
      {share('rejected', ended)}
      {share('overturned', ended)}
      {share('approvedFraud', ({ approved }) => approved)}
      {share('rejectedGood', ({ rejected }) => rejected)}
    </dl>
  );
};
