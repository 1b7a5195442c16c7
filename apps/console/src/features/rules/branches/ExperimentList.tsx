import { StopRegular } from '@fluentui/react-icons';
import type { BranchSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, Link } from '@redoubt/ui';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import styles from './branches.module.css';
import { ExperimentForm } from './ExperimentForm.tsx';
import { useBranchMutations } from '../../../shared/rules/use-branch-mutations.ts';

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
