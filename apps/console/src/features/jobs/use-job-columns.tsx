import { Button } from '@fluentui/react-components';
import { ArrowSyncRegular, ClockRegular, SubtractCircleRegular } from '@fluentui/react-icons';
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
  const of = counts('of', { done: formats.number(done), total: formats.number(total) });
  return (
    <span className={styles.progress} title={kind === 'subjectRequest' ? undefined : of}>
      <progress value={done} max={total} aria-label={text('column.progress')} />
      <span>
        {formats.percent((100 * done) / total, 0)}
        {left ? ` · ${counts(left.unit, { count: left.count })}` : null}
      </span>
    </span>
  );
};

/** The columns of the list of jobs. @param nowMs the time up to which running jobs have taken. */
export const useJobColumns = (nowMs: number, onCancel: (job: Job) => void): readonly GridColumn<Job>[] => {
  const text = useText('jobs');
  const common = useText('common');
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
        width: 170,
        grow: true,
        hideable: false,
        cell: (job) => {
          const href = jobHref(job, environmentId);
          return href === null ? nameOf(job) : <Link href={href}>{nameOf(job)}</Link>;
        },
      },
      { id: 'kind', header: text('column.kind'), width: 160, cell: ({ kind }) => text(`kind.${kind}`) },
      { id: 'state', header: text('column.state'), width: 116, cell: (job) => <JobState job={job} /> },
      {
        id: 'progress',
        header: text('column.progress'),
        width: 220,
        cell: (job) => <JobProgress job={job} />,
      },
      {
        id: 'cancel',
        header: text('column.cancel'),
        width: 96,
        cell: (job) =>
          job.canCancel ? (
            <Button
              size="small"
              appearance="subtle"
              aria-label={text('cancel', { name: nameOf(job) })}
              onClick={() => onCancel(job)}
            >
              {common('action.cancel')}
            </Button>
          ) : null,
      },
      {
        id: 'environment',
        header: text('column.environment'),
        width: 130,
        cell: ({ environment }) => environment.name,
      },
      { id: 'by', header: text('column.by'), width: 120, cell: ({ asked }) => asked.by },
      {
        id: 'duration',
        header: text('column.duration'),
        width: 90,
        align: 'end',
        cell: (job) => durationOf(job, nowMs),
      },
      {
        id: 'started',
        header: text('column.started'),
        width: 180,
        cell: ({ startedAt }) => (startedAt === null ? null : formats.dateTime(startedAt)),
      },
      { id: 'node', header: text('column.node'), width: 150, cell: ({ node }) => node && <code>{node}</code> },
    ];
  }, [text, common, formats, environmentId, nowMs, onCancel]);
};
