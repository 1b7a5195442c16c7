import { Button } from '@fluentui/react-components';
import { ArrowSyncRegular, ClockRegular, DismissRegular, SubtractCircleRegular } from '@fluentui/react-icons';
import type { Job } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, ToneChip, UNKNOWN_FAILURE, useFailureText, type GridColumn, type Tone } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { timeLeft } from '../../shared/velocities/time-left.ts';
import { durationOf, jobHref } from './job-parts.ts';
import styles from './jobs.module.css';

const TONES: Readonly<Record<Job['state'], Tone>> = {
  queued: 'neutral',
  running: 'review',
  done: 'approve',
  failed: 'reject',
  cancelled: 'neutral',
};
const ICONS = { queued: ClockRegular, running: ArrowSyncRegular, cancelled: SubtractCircleRegular } as const;

const JobState = ({ job: { state } }: { readonly job: Job }): ReactNode => {
  const text = useText('jobs');
  const icon = state in ICONS ? { icon: ICONS[state as keyof typeof ICONS] } : {};
  return <ToneChip tone={TONES[state]} appearance="plain" text={text(`state.${state}`)} {...icon} />;
};

/** How far a job is; of one that failed, and of one that is tried again, why. */
const JobProgress = ({ job }: { readonly job: Job }): ReactNode => {
  const text = useText('jobs');
  const counts = useText('backfills');
  const formats = useFormats();
  const failureText = useFailureText();
  const { kind, state, done, total, secondsLeft, problem } = job;
  if (state === 'failed' || (state === 'queued' && problem !== null)) {
    const why = failureText({ code: problem ?? UNKNOWN_FAILURE });
    return <span title={why}>{why}</span>;
  }
  if (done === 0 && state !== 'running') return null;
  if (total === null) return done === 0 ? null : text('removed', { done: formats.number(done) });
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  const leftText = left === null ? [] : [counts(left.unit, { count: left.count })];
  const of = counts('of', { done: formats.number(done), total: formats.number(total) });
  return (
    <span className={styles.progress} title={[...(kind === 'subjectRequest' ? [] : [of]), ...leftText].join(' · ')}>
      <progress value={done} max={total} aria-label={text('column.progress')} />
      <span>{[formats.percent((100 * done) / total, 0), ...leftText].join(' · ')}</span>
    </span>
  );
};

/** How long ago a job began; the clock of a server may be ahead of the browser's. */
const StartedTime = ({ at, nowMs }: { readonly at: string; readonly nowMs: number }): ReactNode => {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {formats.relative(at, Math.max(nowMs, Date.parse(at)))}
    </time>
  );
};

/** The columns of the list of jobs. @param nowMs the time up to which running jobs have taken. */
export const useJobColumns = (nowMs: number, onCancel: (job: Job) => void): readonly GridColumn<Job>[] => {
  const text = useText('jobs');
  const formats = useFormats();
  const { id: environmentId } = useEnvironment();
  return useMemo(() => {
    const nameOf = ({ kind, name, environment }: Job): string => {
      if (kind === 'subjectRequest') return text(name === 'Delete' ? 'name.Delete' : 'name.Export');
      return name === '' ? environment.name : name;
    };
    return [
      {
        id: 'name',
        header: text('column.name'),
        width: 140,
        grow: true,
        hideable: false,
        cell: (job) => {
          const href = jobHref(job, environmentId);
          return href === null ? nameOf(job) : <Link href={href}>{nameOf(job)}</Link>;
        },
      },
      { id: 'kind', header: text('column.kind'), width: 150, cell: ({ kind }) => text(`kind.${kind}`) },
      { id: 'state', header: text('column.state'), width: 141, cell: (job) => <JobState job={job} /> },
      {
        id: 'progress',
        header: text('column.progress'),
        width: 226,
        cell: (job) => <JobProgress job={job} />,
      },
      {
        id: 'cancel',
        header: text('column.cancel'),
        width: 72,
        cell: (job) =>
          job.canCancel ? (
            <Button
              size="small"
              appearance="subtle"
              icon={<DismissRegular fontSize={16} />}
              title={text('cancel', { name: nameOf(job) })}
              aria-label={text('cancel', { name: nameOf(job) })}
              onClick={() => onCancel(job)}
            />
          ) : null,
      },
      {
        id: 'environment',
        header: text('column.environment'),
        width: 91,
        cell: ({ environment }) => environment.name,
      },
      { id: 'by', header: text('column.by'), width: 104, cell: ({ asked }) => asked.by },
      {
        id: 'duration',
        header: text('column.duration'),
        width: 68,
        align: 'end',
        cell: (job) => durationOf(job, nowMs),
      },
      {
        id: 'started',
        header: text('column.started'),
        width: 120,
        cell: ({ startedAt }) => startedAt && <StartedTime at={startedAt} nowMs={nowMs} />,
        text: ({ startedAt }) => (startedAt === null ? '' : formats.dateTime(startedAt)),
      },
      { id: 'node', header: text('column.node'), width: 96, mono: true, cell: ({ node }) => node },
    ];
  }, [text, formats, environmentId, nowMs, onCancel]);
};
