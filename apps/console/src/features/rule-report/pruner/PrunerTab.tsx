import { PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, Empty, ErrorState, LoadingBlock, UNKNOWN_FAILURE, useFailureText } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { isRunning, pruningQuery, prunings, useCancelPruning, useStartPruning } from './pruner.queries.ts';
import { PruningOutcome } from './PruningOutcome.tsx';
import styles from './pruner.module.css';

/** Which rules of the set can go, by what each is worth given the others; worked out on demand. */
export const PrunerTab = (props: {
  readonly question: ReportQuestion;
  readonly opens: boolean;
  readonly keep: number | undefined;
  readonly onKeep: (keep: number | undefined) => void;
}): ReactNode => {
  const { question } = props;
  const { assessment, from, to, includeChildren } = question;
  const text = useText('ruleReport');
  const common = useText('common');
  const formats = useFormats();
  const failureText = useFailureText();
  const mayWrite = useMay()('decisionRules:write');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const list = useRead(prunings, assessment);
  const newest = list.data?.prunings[0]?.id;
  const query = useQuery({
    ...pruningQuery(call, environmentId, assessment, newest ?? ''),
    enabled: newest !== undefined,
  });
  const start = useStartPruning(assessment);
  const cancel = useCancelPruning(assessment);
  const pruning = query.data;
  const runs = pruning !== undefined && isRunning(pruning);
  const days = (of: { readonly from: string; readonly to: string }): string =>
    text('pruner.days', { from: formats.date(of.from), to: formats.date(of.to) });
  const error = start.error ?? cancel.error ?? list.error ?? query.error;
  return (
    <section className="stack-3 min-w-0" aria-label={text('tab.pruner')}>
      <div className="row-wrap">
        {mayWrite ? (
          runs ? (
            <CommandButton
              appearance="outline"
              command={{
                id: 'cancel',
                text: common('action.cancel'),
                icon: StopRegular,
                onSelect: () => cancel.mutate(pruning.id),
              }}
            />
          ) : (
            <CommandButton
              appearance="outline"
              command={{
                id: 'start',
                text: text('pruner.start', { days: days(question) }),
                icon: PlayRegular,
                onSelect: start.isPending
                  ? undefined
                  : () => {
                      props.onKeep(undefined);
                      start.mutate({ from, to, includeChildren });
                    },
              }}
            />
          )
        ) : null}
        {pruning === undefined ? null : (
          <span className="quiet">
            {text('pruner.of', {
              days: days(pruning),
              by: pruning.started.by,
              at: formats.dateTime(pruning.started.at),
              events: formats.number(pruning.result?.events ?? pruning.eventsTotal),
            })}
          </span>
        )}
      </div>
      {error ? <ErrorState compact error={error} /> : null}
      {list.data === undefined && !list.isError ? <LoadingBlock height={320} /> : null}
      {list.data !== undefined && newest === undefined ? (
        <Empty title={text('pruner.empty.title')} body={text('pruner.empty.body')} />
      ) : null}
      {runs ? (
        <div className={styles.progress} role="status">
          <progress value={pruning.eventsDone} max={Math.max(1, pruning.eventsTotal)} aria-label={text('tab.pruner')} />
          <span>
            {pruning.status === 'waiting'
              ? text('pruner.waiting')
              : text('pruner.progress', {
                  done: formats.number(pruning.eventsDone),
                  all: formats.number(pruning.eventsTotal),
                })}
          </span>
        </div>
      ) : null}
      {pruning?.status === 'cancelled' ? <p className="quiet">{text('pruner.cancelled')}</p> : null}
      {pruning?.status === 'failed' ? (
        <p className="reject-text" role="alert">
          {failureText({ code: pruning.problem ?? UNKNOWN_FAILURE })}
        </p>
      ) : null}
      {pruning?.result ? <PruningOutcome {...props} query={query} pruning={pruning} result={pruning.result} /> : null}
    </section>
  );
};
