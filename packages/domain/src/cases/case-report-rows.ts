type Times = { readonly p50: number; readonly p90: number } | null;

type ReportedFigures = {
  readonly decided: number;
  readonly timedOut: number;
  readonly approved: number;
  readonly rejected: number;
  readonly waited: Times;
  readonly handled: Times;
  readonly reopened: number;
  readonly overturned: number;
  readonly approvedFraud: number;
  readonly rejectedGood: number;
};

type ReportedIntake = { readonly received: number; readonly cancelled: number; readonly withdrawn: number };

/** What of a report of cases stands in its table. */
type ReportedCaseWork = {
  readonly from: string;
  readonly to: string;
  readonly totals: ReportedFigures & ReportedIntake;
  readonly previous: ReportedFigures & ReportedIntake;
  readonly queues: readonly (ReportedFigures &
    ReportedIntake & { readonly id: string; readonly name: string; readonly waiting: number })[];
  readonly agents: readonly (ReportedFigures & {
    readonly agent: { readonly key: string; readonly name: string | null };
  })[];
  readonly reasons: readonly { readonly decision: string; readonly reason: string; readonly cases: number }[];
};

const FIGURES = [
  'decided',
  'timed_out',
  'approved',
  'rejected',
  'waited_p50_seconds',
  'waited_p90_seconds',
  'handled_p50_seconds',
  'handled_p90_seconds',
  'reopened',
  'overturned',
  'approved_fraud',
  'rejected_good',
] as const;

const seconds = (value: number | undefined): number | string =>
  value === undefined ? '' : Math.round(value * 10) / 10;

const figuresOf = (figures: ReportedFigures): readonly (number | string)[] => [
  figures.decided,
  figures.timedOut,
  figures.approved,
  figures.rejected,
  seconds(figures.waited?.p50),
  seconds(figures.waited?.p90),
  seconds(figures.handled?.p50),
  seconds(figures.handled?.p90),
  figures.reopened,
  figures.overturned,
  figures.approvedFraud,
  figures.rejectedGood,
];

/** What comes in and what waits is known of no agent and no reason. */
const NO_INTAKE = ['', '', '', ''] as const;

/** A report as one table: the whole, the period before, each queue, agent and reason; names of columns are for programs. */
export const caseReportRows = ({
  from,
  to,
  totals,
  previous,
  queues,
  agents,
  reasons,
}: ReportedCaseWork): readonly (readonly string[])[] => {
  const range = [from, to];
  const rows: readonly (readonly (string | number)[])[] = [
    ['part', 'name', 'from', 'to', 'received', 'cancelled', 'withdrawn', 'waiting', ...FIGURES],
    ['total', '', ...range, totals.received, totals.cancelled, totals.withdrawn, '', ...figuresOf(totals)],
    [
      'period before',
      '',
      '',
      from,
      previous.received,
      previous.cancelled,
      previous.withdrawn,
      '',
      ...figuresOf(previous),
    ],
    ...queues.map((queue) => [
      'queue',
      queue.name === '' ? queue.id : queue.name,
      ...range,
      queue.received,
      queue.cancelled,
      queue.withdrawn,
      queue.waiting,
      ...figuresOf(queue),
    ]),
    ...agents.map(({ agent, ...figures }) => [
      'agent',
      agent.name ?? agent.key,
      ...range,
      ...NO_INTAKE,
      ...figuresOf(figures),
    ]),
    ...reasons.map(({ decision, reason, cases }) => [
      'reason',
      `${decision}: ${reason}`,
      ...range,
      ...NO_INTAKE,
      cases,
    ]),
  ];
  return rows.map((cells) => cells.map(String));
};
