import { ArrowLeftRegular } from '@fluentui/react-icons';
import type { Experiment } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, Empty, ErrorState, Loading, StaleBar, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useMay } from '../../../app/console-context.tsx';
import { useGo } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { useRulePlace, rulesHref } from '../../../shared/assessments/assessment.ts';
import { experimentQuery } from '../../../shared/rules/branches.queries.ts';
import { Comparison } from './Comparison.tsx';
import { StopExperiment } from './ExperimentList.tsx';
import { useGoneBranch } from './use-gone-branch.ts';

export type ExperimentScreenProps = { readonly branch: string; readonly experimentId: string };

/** What a branch decides beside production, as long as its experiment runs and after. */
export const ExperimentScreen = ({ branch, experimentId }: ExperimentScreenProps) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const call = useCall();
  const go = useGo();
  const may = useMay();
  const place = useRulePlace();
  const query = useQuery(experimentQuery(call, place, branch, experimentId));
  useGoneBranch(query.error);
  const { data } = query;
  const back = rulesHref(place.assessment, { branch });
  useShortcut('Escape', text('compare.back'), () => go(back));
  return (
    <ConsolePage
      fill
      bleed
      title={text('compare.title', { name: data ? provided.shown(data.branch.name) : branch })}
      strongFirst={false}
      chips={data ? <Chip>{text(`experiment.state.${data.state}`)}</Chip> : null}
      commands={[{ id: 'back', text: text('compare.back'), icon: ArrowLeftRegular, href: back }]}
      filters={data ? <ExperimentFacts experiment={data} /> : null}
      aside={
        data?.state === 'Running' && may('decisionRules:write') ? (
          <StopExperiment branch={branch} experimentId={experimentId} />
        ) : null
      }
    >
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      {query.isPending ? <Loading rows={10} rowHeight={32} columns={[2, 4, 2]} /> : null}
      {query.isError && !data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data && data.events === 0 ? <Empty title={text('compare.none')} body={text('compare.noneNote')} /> : null}
      {data && data.events > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        <div
          className="stack gap-5 h-full px-page pt-3 pb-page overflow-auto"
          role="region"
          aria-label={text('compare.matrix')}
          tabIndex={0}
        >
          <Comparison experiment={data} />
        </div>
      ) : null}
    </ConsolePage>
  );
};

const ExperimentFacts = ({ experiment }: { readonly experiment: Experiment }) => {
  const text = useText('branches');
  const formats = useFormats();
  const until = experiment.stopped?.at ?? experiment.endsAt;
  return (
    <span className="soft">
      {text('experiment.facts', {
        share: formats.percent(experiment.sharePercent, 0),
        since: formats.dateTime(experiment.startsAt),
        by: experiment.started.by,
      })}
      {until === null ? '' : ` · ${text('experiment.until', { at: formats.dateTime(until) })}`}
    </span>
  );
};
