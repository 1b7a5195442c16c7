import type { CaseFigures, CaseReport } from '@redoubt/contracts';
import type { BarBucket, Share } from '@redoubt/ui';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Ends of the line on which times are drawn. */
const LEAST_S = 10;
const MOST_S = 7 * DAY_S;

/** Where a time stands between ten seconds and a week, from 0 to 1, every decade as wide. */
export const placeOf = (seconds: number): number =>
  Math.min(1, Math.max(0, Math.log(Math.max(LEAST_S, seconds) / LEAST_S) / Math.log(MOST_S / LEAST_S)));

/** Decisions of each bar by what they do; time-outs apart. */
export const decisionBuckets = ({ bars, stepMinutes, asOf }: CaseReport): readonly BarBucket[] => {
  const asOfMs = Date.parse(asOf);
  return bars.map(({ from, approved, rejected, other, timedOut, before }) => {
    const fromMs = Date.parse(from);
    const toMs = fromMs + stepMinutes * 60_000;
    return { fromMs, toMs, counts: { approved, rejected, other, timedOut }, before, unfinished: toMs > asOfMs };
  });
};

/** Cases that came in each bar, without those that were cancelled while they settled. */
export const intakeBuckets = ({ bars, stepMinutes, asOf }: CaseReport): readonly BarBucket[] => {
  const asOfMs = Date.parse(asOf);
  return bars.map(({ from, received, cancelled }) => {
    const fromMs = Date.parse(from);
    const toMs = fromMs + stepMinutes * 60_000;
    return { fromMs, toMs, counts: { received: received - cancelled, cancelled }, unfinished: toMs > asOfMs };
  });
};

type Forecast = NonNullable<CaseReport['backlog']['forecast']>;

/** Cases that will wait at the end of each hour, drawn as the hour before it. */
export const forecastBuckets = ({ points }: Forecast): readonly BarBucket[] =>
  points.map(({ at, cases }) => {
    const toMs = Date.parse(at);
    return { fromMs: toMs - HOUR_S * 1000, toMs, counts: { waiting: Math.round(cases) } };
  });

/** The hour in which most cases will wait. */
export const peakOf = ({ points }: Forecast): Forecast['points'][number] | undefined =>
  points.reduce<Forecast['points'][number] | undefined>(
    (peak, each) => (peak === undefined || each.cases > peak.cases ? each : peak),
    undefined,
  );

/** What a queue or an agent decided, of which the mix is drawn. */
export type Mixed = Pick<CaseFigures, 'approved' | 'rejected' | 'decided' | 'timedOut'>;

/** Approvals, rejections and what is neither, of a queue or an agent. */
export const mixOf = (
  { approved, rejected, decided, timedOut }: Mixed,
  names: { readonly approved: string; readonly rejected: string; readonly other: string },
): readonly Share[] => [
  { id: 'rejected', name: names.rejected, value: rejected, fill: 'var(--reject-fill)' },
  { id: 'approved', name: names.approved, value: approved, fill: 'var(--approve-fill)' },
  {
    id: 'other',
    name: names.other,
    value: Math.max(0, decided + timedOut - approved - rejected),
    fill: 'var(--chart-bar)',
  },
];
