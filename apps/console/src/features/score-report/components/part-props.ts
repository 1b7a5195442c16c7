import type { ReportSeries } from '@redoubt/contracts';
import type { Asked } from '@redoubt/ui';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import type { BinChoice } from '../score-bins.ts';
import type { ScoreAddress } from '../score-report-address.ts';

/** What each tab of the report is given. */
export type ScorePartProps = {
  /** Events and fraud by score and bar. */
  readonly query: Asked<ReportSeries>;
  readonly question: ReportQuestion;
  readonly address: ScoreAddress;
  readonly update: (change: Partial<ScoreAddress>) => void;
  readonly choice: BinChoice;
  readonly figures: FigureFormats;
  /** Writes amounts; null where events have none. */
  readonly money: ((value: number) => string) | null;
  /** Whether figures may lead to their events. */
  readonly opens: boolean;
  readonly asTable: boolean;
};
