import { AddRegular } from '@fluentui/react-icons';
import type { CallPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Empty, ErrorState, Loading, NoResult, SearchField, ToneChip, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import styles from '../external-calls/components/external-calls.module.css';
import { ExternalTile } from '../external-calls/components/ExternalTile.tsx';
import { PeriodChips } from '../external-calls/components/PeriodChips.tsx';
import { assessmentsQuery } from './external-assessments.queries.ts';

export type AssessmentListScreenProps = {
  readonly find: string;
  readonly period: CallPeriod;
  readonly onFind: (find: string) => void;
  readonly onPeriod: (period: CallPeriod) => void;
  readonly onNew: () => void;
  readonly onOpen: (id: string) => void;
};

/** The external assessments of the environment, what they point to, and how their calls do. */
export const AssessmentListScreen = (props: AssessmentListScreenProps) => {
  const { find, period, onFind, onPeriod, onNew, onOpen } = props;
  const text = useText('externalAssessments');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(assessmentsQuery(call, environmentId, period));
  const canWrite = query.data?.canWrite ?? false;
  const all = query.data?.assessments;
  const wanted = find.trim().toLowerCase();
  const shown = (all ?? []).filter(({ name, description, target }) =>
    `${name} ${description} ${target.friendlyName} ${target.environmentName}`.toLowerCase().includes(wanted),
  );
  useShortcut('n', text('new'), onNew, { active: canWrite });
  return (
    <ConsolePage
      title={text('title')}
      strongFirst={canWrite}
      commands={canWrite ? [{ id: 'new', text: text('new'), icon: AddRegular, keys: 'n', onSelect: onNew }] : []}
      commandsEnd={<SearchField label={text('find')} value={find} takesSlash onChange={onFind} />}
      chips={query.data && !canWrite ? <ReadOnlyChip /> : null}
    >
      {all && all.length > 0 ? (
        <div className={styles.filters}>
          <PeriodChips period={period} onPeriod={onPeriod} />
        </div>
      ) : null}
      {query.isError && !all ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !all ? (
        <Loading rows={4} rowHeight={140} />
      ) : all.length === 0 ? (
        <Empty
          title={text('empty.title')}
          body={text('empty.body')}
          action={canWrite ? { text: text('new'), onSelect: onNew } : undefined}
        />
      ) : shown.length === 0 ? (
        <NoResult title={text('noAssessment')} body={text('noAssessmentBody')} />
      ) : (
        <ul className={styles.tiles}>
          {shown.map((summary) => {
            const { friendlyName, environmentName, problem } = summary.target;
            return (
              <ExternalTile
                key={summary.id}
                summary={summary}
                target={`${friendlyName} · ${environmentName}`}
                chip={problem === null ? undefined : <ToneChip tone="reject" text={text(`problem.${problem}`)} />}
                onOpen={() => onOpen(summary.id)}
              />
            );
          })}
        </ul>
      )}
    </ConsolePage>
  );
};
