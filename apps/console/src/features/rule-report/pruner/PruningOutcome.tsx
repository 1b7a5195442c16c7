import { BranchRegular } from '@fluentui/react-icons';
import type { RulePruningDetail, RulePruningResult } from '@redoubt/contracts';
import { MONEY_BASES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, Empty, ErrorState, type Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment, useMay } from '../../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { listHref } from '../../../shared/rules/links.ts';
import { OverlapMatrix } from '../components/OverlapMatrix.tsx';
import { overlapHref } from '../rule-figures.ts';
import { useMoneyFormats } from '../use-money-formats.ts';
import { PrunedRules } from './PrunedRules.tsx';
import { isLeftOut, keptCount, netOf, overlapMap } from './pruner-figures.ts';
import { useBranchWithout, useRemoveBranch } from './pruner.queries.ts';
import { PruningCurve } from './PruningCurve.tsx';

/** What a pruning found, and the branch that is made of it. */
export const PruningOutcome = (props: {
  readonly query: Asked<unknown>;
  readonly pruning: RulePruningDetail;
  readonly result: RulePruningResult;
  readonly question: ReportQuestion;
  readonly opens: boolean;
  readonly keep: number | undefined;
  readonly onKeep: (keep: number | undefined) => void;
}): ReactNode => {
  const { pruning, result, opens } = props;
  const text = useText('ruleReport');
  const common = useText('common');
  const formats = useFormats();
  const money = useMoneyFormats();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const go = useGo();
  const mayWrite = useMay()('decisionRules:write');
  const { id: environmentId } = useEnvironment();
  const create = useBranchWithout(props.question.assessment);
  const remove = useRemoveBranch(props.question.assessment);
  if (result.rules.length === 0 || result.events === 0)
    return <Empty title={text('pruner.nothing.title')} body={text('pruner.nothing.body')} />;

  // Events behind the figures are those of the days that were looked at.
  const question = {
    ...props.question,
    period: null,
    from: pruning.from,
    to: pruning.to,
    currency: null,
    includeChildren: pruning.includeChildren,
  };
  const kept = keptCount(result, props.keep);
  const leftOut = result.rules.filter((rule) => isLeftOut(result, rule, kept));
  const here = leftOut.filter((rule) => rule.environmentId === environmentId);
  const unit = result.currency ?? '';
  /** Runs from the page of the branch, when this one is left. */
  const undo = async (name: string, apiName: string): Promise<void> => {
    try {
      await remove.mutateAsync(apiName);
      notify({ severity: 'Information', title: text('pruner.branch.undone', { name }) });
      go(hrefOf('/reports/rules', undefined, { tab: 'pruner' }));
    } catch (error) {
      notifyFailure(error);
    }
  };
  const makeBranch = (): void => {
    const at = new Date();
    const apiName = `pruned-${at.getTime().toString(36)}`;
    const name = text('pruner.branch.name', { time: formats.dateTime(at.toISOString()) });
    create.mutate(
      { name, apiName, without: new Set(here.map(({ id }) => id)) },
      {
        onSuccess: () => {
          notify({
            severity: 'Success',
            title: text('pruner.branch.made', { name }),
            body: text('pruner.branch.notPublished'),
            action: {
              text: common('action.undo'),
              onSelect: () => void undo(name, apiName),
            },
          });
          go(listHref(props.question.assessment, apiName));
        },
      },
    );
  };

  return (
    <div className="stack-4 min-w-0">
      <p className="m-0">
        {text('pruner.summary', {
          kept: formats.number(kept),
          all: formats.number(result.rules.length),
          net: `${money.amount(netOf(result, kept))} ${unit}`,
          whole: `${money.amount(result.whole.net)} ${unit}`,
          interval: money.interval(result.whole),
        })}{' '}
        {kept === result.proposed ? (
          <span className="quiet">{text('pruner.isProposed')}</span>
        ) : (
          <CommandButton
            command={{
              id: 'proposed',
              text: text('pruner.useProposed', { rules: formats.number(result.proposed) }),
              onSelect: () => props.onKeep(undefined),
            }}
          />
        )}
      </p>
      <PruningCurve query={props.query} result={result} kept={kept} onKeep={props.onKeep} />
      {mayWrite ? (
        <div className="row-wrap">
          <CommandButton
            primary
            command={{
              id: 'branch',
              text: text('pruner.branch.make', { rules: formats.number(here.length) }),
              icon: BranchRegular,
              onSelect: create.isPending ? undefined : makeBranch,
              disabledReason: here.length === 0 ? text('pruner.branch.none') : undefined,
            }}
          />
          <span className="quiet">{text('pruner.branch.what')}</span>
        </div>
      ) : null}
      {create.error ? <ErrorState compact error={create.error} /> : null}
      <PrunedRules result={result} question={question} kept={kept} opens={opens} />
      <OverlapMatrix
        rules={result.rules.map(({ id, name, matched, stays }) => ({
          id,
          name,
          hits: matched,
          decides: stays !== 'observes',
        }))}
        overlaps={overlapMap(result)}
        hrefOf={(ruleId, otherId) => (opens ? overlapHref(question, ruleId, otherId) : null)}
        hasAlone={false}
      />
      <p className="quiet-small m-0">
        {text('pruner.rests')}{' '}
        {MONEY_BASES.filter((basis) => (result.stoppedBy[basis] ?? 0) > 0)
          .map((basis) => text(`stoppedBy.${basis}`, { stopped: formats.number(result.stoppedBy[basis] ?? 0) }))
          .join(', ')}
        {'. '}
        {text('pruner.assumes')}
        {result.errors.events > 0 ? ` ${text('pruner.errors', { events: formats.number(result.errors.events) })}` : ''}
        {result.unknown.length > 0
          ? ` ${text('pruner.unknown', { names: result.unknown.map(({ name }) => name).join(', ') })}`
          : ''}
        {result.missing.length > 0
          ? ` ${text('money.unconverted', {
              events: formats.number(result.missing.reduce((sum, { events }) => sum + events, 0)),
              currencies: result.missing.map(({ currency }) => currency).join(', '),
            })}`
          : ''}
      </p>
    </div>
  );
};
