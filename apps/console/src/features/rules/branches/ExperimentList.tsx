import { Field, Input, Select } from '@fluentui/react-components';
import { BeakerRegular, StopRegular } from '@fluentui/react-icons';
import type { BranchSummary } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, ErrorState, Link } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import styles from './branches.module.css';
import { useBranchMutations } from '../../../shared/rules/branches.queries.ts';

const DAY_MS = 86_400_000;
/** Days an experiment can be given; none runs without an end. */
const LENGTHS = [0, 1, 3, 7, 14, 30] as const;

/** What a field for date and time gives, which knows no zone, as an instant; undefined where it is empty. */
const instantOf = (local: string): number | undefined => (local === '' ? undefined : new Date(local).getTime());

export type ExperimentListProps = { readonly branch: BranchSummary; readonly canWrite: boolean };

/** The experiments of a branch: the one that runs with its end in reach, else the form that starts one. */
export const ExperimentList = ({ branch, canWrite }: ExperimentListProps) => {
  const text = useText('branches');
  const formats = useFormats();
  const place = useRulePlace();
  const open = branch.experiments.find(({ state }) => state === 'Running' || state === 'Draft');
  return (
    <section>
      <h3 className="mb-1 fs-13">{text('experiment.title')}</h3>
      <p className="soft">{text('experiment.note')}</p>
      {branch.experiments.map(({ id, state, sharePercent, startsAt, endsAt, started, stopped }) => (
        <div key={id} className={styles.experiment}>
          <Chip>{text(`experiment.state.${state}`)}</Chip>
          <span>
            {text('experiment.facts', {
              share: formats.percent(sharePercent, 0),
              since: formats.dateTime(startsAt),
              by: started.by,
            })}
            {(stopped ?? endsAt)
              ? ` · ${text('experiment.until', { at: formats.dateTime(stopped?.at ?? endsAt ?? '') })}`
              : ''}
          </span>
          <Link href={rulesHref(place.assessment, { branch: branch.apiName, experiment: id })}>
            {text('compare.open')}
          </Link>
          {canWrite && id === open?.id ? <StopExperiment branch={branch.apiName} experimentId={id} /> : null}
        </div>
      ))}
      {canWrite && open === undefined ? <ExperimentForm branch={branch.apiName} /> : null}
    </section>
  );
};

export const StopExperiment = ({
  branch,
  experimentId,
}: {
  readonly branch: string;
  readonly experimentId: string;
}) => {
  const text = useText('branches');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const { stop } = useBranchMutations(useRulePlace());
  const end = () =>
    stop.mutate(
      { branch, experimentId },
      {
        onSuccess: () => notify({ severity: 'Success', title: text('experiment.stopped') }),
        onError: (error) => notifyFailure(error),
      },
    );
  return (
    <CommandButton
      appearance="outline"
      command={{
        id: 'stop',
        text: text('experiment.stop'),
        icon: StopRegular,
        onSelect: stop.isPending ? undefined : end,
      }}
    />
  );
};

const ExperimentForm = ({ branch }: { readonly branch: string }) => {
  const text = useText('branches');
  const decisions = useText('common');
  const notify = useNotify();
  const { start } = useBranchMutations(useRulePlace());
  const [share, setShare] = useState('100');
  const [watched, setWatched] = useState<(typeof DECISIONS)[number]>('Reject');
  const [startsAt, setStartsAt] = useState('');
  const [days, setDays] = useState(7);
  const sharePercent = Math.min(100, Math.max(1, Math.round(Number(share) || 1)));
  const begin = (): void => {
    if (start.isPending) return;
    const startMs = instantOf(startsAt);
    const starts = startMs === undefined ? {} : { startsAt: new Date(startMs).toISOString() };
    const endMs = (startMs ?? Date.now()) + days * DAY_MS;
    const ends = days === 0 ? {} : { endsAt: new Date(endMs).toISOString() };
    start.mutate(
      { branch, sharePercent, watched, ...starts, ...ends },
      {
        onSuccess: () =>
          notify({
            severity: 'Success',
            title: text((startMs ?? 0) > Date.now() ? 'experiment.planned' : 'experiment.started'),
          }),
      },
    );
  };
  return (
    <form
      className="stack-3"
      aria-label={text('experiment.start')}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <Field label={text('experiment.share')} size="small">
        <Input
          size="small"
          type="number"
          min={1}
          max={100}
          value={share}
          onChange={(_event, next) => setShare(next.value)}
          onBlur={() => setShare(String(sharePercent))}
        />
      </Field>
      <Field label={text('experiment.watched')} size="small">
        <Select
          size="small"
          value={watched}
          onChange={(_event, { value }) => setWatched(DECISIONS.find((each) => each === value) ?? 'Reject')}
        >
          {DECISIONS.map((each) => (
            <option key={each} value={each}>
              {decisions(`decision.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text('experiment.starts')} hint={text('experiment.startsNote')} size="small">
        <Input
          size="small"
          type="datetime-local"
          value={startsAt}
          onChange={(_event, next) => setStartsAt(next.value)}
        />
      </Field>
      <Field label={text('experiment.ends')} size="small">
        <Select size="small" value={String(days)} onChange={(_event, { value }) => setDays(Number(value))}>
          {LENGTHS.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? text('experiment.open') : text('experiment.days', { count: each })}
            </option>
          ))}
        </Select>
      </Field>
      {start.error ? <ErrorState compact error={start.error} /> : null}
      <div>
        <CommandButton
          appearance="outline"
          type="submit"
          command={{ id: 'start', text: text('experiment.start'), icon: BeakerRegular }}
        />
      </div>
    </form>
  );
};
