import type { Experiment } from '@redoubt/contracts';
import { DECISIONS, type Decision } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, Section, StackedBars } from '@redoubt/ui';
import styles from './branches.module.css';
import { ClausePairs } from './ClausePairs.tsx';
import { cellsOf, comparisonBuckets, differingEvents, eventsOn } from './comparison.ts';
import { DecisionMatrix } from './DecisionMatrix.tsx';
import { DifferentEvents } from './DifferentEvents.tsx';
import { LabelledEvents } from './LabelledEvents.tsx';

const DAY_MS = 86_400_000;

/** The numbers of an experiment: in short, over time, by decision, by clause, and the events behind them. */
export const Comparison = ({ experiment }: { readonly experiment: Experiment }) => {
  const text = useText('branches');
  const common = useText('common');
  const formats = useFormats();
  const { events, watched, skipped, failed } = experiment;
  const cells = cellsOf(experiment);
  const share = (count: number): string => formats.percent(events === 0 ? 0 : (count / events) * 100, 2);
  const shareOn = (side: 'production' | 'branch', decision: Decision) => share(eventsOn(cells, side, decision));
  const differing = differingEvents(cells);
  const series = [
    { id: 'same', name: text('compare.same'), fill: 'var(--chart-bar)' },
    ...DECISIONS.map((decision) => ({
      id: decision,
      name: `${text('compare.inBranch')}: ${common(`decision.${decision}`)}`,
      fill: decision === 'Approve' ? 'var(--approve-fill)' : decisionFill(decision),
    })).filter(({ id }) => cells.some(({ production, branch }) => production !== branch && branch === id)),
  ];
  return (
    <>
      <dl className={styles.tiles}>
        <div className={styles.tile}>
          <dt>{text('compare.moved', { decision: common(`decision.${watched}`) })}</dt>
          <dd>
            <b>
              {shareOn('production', watched)} → {shareOn('branch', watched)}
            </b>
          </dd>
        </div>
        <div className={styles.tile}>
          <dt>{text('compare.differ')}</dt>
          <dd>
            <b>{formats.number(differing)}</b> <span className="soft">{share(differing)}</span>
          </dd>
        </div>
        <div className={styles.tile}>
          <dt>{text('compare.events')}</dt>
          <dd>
            <b>{formats.number(events)}</b>
          </dd>
        </div>
        <div className={styles.tile}>
          <dt>{text('compare.missed')}</dt>
          <dd>
            <b>{formats.number(skipped + failed)}</b>{' '}
            {skipped + failed > 0 ? (
              <span className="soft">
                {text('compare.missedNote', { skipped: formats.number(skipped), failed: formats.number(failed) })}
              </span>
            ) : null}
          </dd>
        </div>
      </dl>
      <Section title={text('compare.time')}>
        <StackedBars
          label={text('compare.time')}
          series={series}
          buckets={comparisonBuckets(experiment)}
          height={150}
          formatCount={(count) => formats.number(count)}
          formatTick={(at) => (experiment.partMs < DAY_MS / 4 ? formats.time(at) : formats.date(at))}
          formatBucket={(from, to) => `${formats.dateTime(from)} – ${formats.time(to)}`}
        />
      </Section>
      <DecisionMatrix cells={cells} events={events} />
      {differing === 0 ? null : <LabelledEvents labels={experiment.labels} />}
      <ClausePairs pairs={experiment.pairs} />
      <DifferentEvents differences={experiment.differences} />
    </>
  );
};
