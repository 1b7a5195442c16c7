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

const JobState = ({ job }: { readonly job: Job }): ReactNode => {
  const text = useText('jobs');
  const failureText = useFailureText();
  const { state, problem } = job;
  const icon = state in ICONS ? { icon: ICONS[state as keyof typeof ICONS] } : {};
  const why = state === 'failed' || problem !== null ? failureText({ code: problem ?? UNKNOWN_FAILURE }) : undefined;
  return (
    <span title={why}>
      <ToneChip tone={TONES[state]} appearance="plain" text={text(`state.${state}`)} {...icon} />
      {why === undefined ? null : <span className={styles.why}> {why}</span>}
    </span>
  );
};

const JobProgress = ({ job }: { readonly job: Job }): ReactNode => {
  const text = useText('jobs');
  const counts = useText('backfills');
  const formats = useFormats();
  const { kind, state, done, total, secondsLeft } = job;
  if (state === 'queued' && done === 0) return null;
  if (total === null) return done === 0 ? null : text('removed', { done: formats.number(done) });
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  const share = formats.percent((100 * done) / total, 0);
  return (
    <span className={styles.progress}>
      <progress value={done} max={total} aria-label={text('column.progress')} />
      <span>
        {kind === 'subjectRequest' ? share : counts('of', { done: formats.number(done), total: formats.number(total) })}
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
        width: 200,
        grow: true,
        hideable: false,
        cell: (job) => {
          const href = jobHref(job, environmentId);
          return href === null ? nameOf(job) : <Link href={href}>{nameOf(job)}</Link>;
        },
      },
      { id: 'kind', header: text('column.kind'), width: 190, cell: ({ kind }) => text(`kind.${kind}`) },
      { id: 'state', header: text('column.state'), width: 150, grow: true, cell: (job) => <JobState job={job} /> },
      { id: 'progress', header: text('column.progress'), width: 230, cell: (job) => <JobProgress job={job} /> },
      {
        id: 'environment',
        header: text('column.environment'),
        width: 130,
        cell: ({ environment }) => environment.name,
      },
      { id: 'by', header: text('column.by'), width: 130, cell: ({ asked }) => asked.by },
      {
        id: 'started',
        header: text('column.started'),
        width: 160,
        cell: ({ startedAt }) => (startedAt === null ? null : formats.dateTime(startedAt)),
      },
      {
        id: 'duration',
        header: text('column.duration'),
        width: 90,
        align: 'end',
        cell: (job) => durationOf(job, nowMs),
      },
      {
        id: 'cancel',
        header: text('column.cancel'),
        width: 110,
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
      { id: 'node', header: text('column.node'), width: 150, cell: ({ node }) => node && <code>{node}</code> },
    ];
  }, [text, common, formats, environmentId, nowMs, onCancel]);
};
