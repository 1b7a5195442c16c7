import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { ErrorState, Loading, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../app/console-context.tsx';
import { useGo } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { BacktestPanel } from '../backtests/BacktestPanel.tsx';
import { useBranchBacktest } from '../backtests/use-backtest.ts';
import { rulesHref, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { branchesQuery, promotionQuery } from '../../../shared/rules/branches.queries.ts';
import { PromoteForm } from './PromoteForm.tsx';
import { PromotedRules } from './PromotedRules.tsx';
import { useGoneBranch } from './use-gone-branch.ts';

type BranchHistoryProps = { readonly branch: string; readonly state: string; readonly canRun: boolean };

/** What the branch would have decided about stored events, with the labels that are known of them today. */
const BranchHistory = ({ branch, state, canRun }: BranchHistoryProps) => {
  const backtest = useBranchBacktest(useRulePlace(), branch, state);
  return <BacktestPanel backtest={backtest} canRun={canRun} blocked={null} ofBranch />;
};

/** What promoting a branch changes, rule by rule, before it is promoted. */
export const PromotionScreen = ({ branch }: { readonly branch: string }) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const rules = useText('rules');
  const call = useCall();
  const go = useGo();
  const place = useRulePlace();
  const branches = useQuery(branchesQuery(call, place));
  const promotion = useQuery(promotionQuery(call, place, branch));
  useGoneBranch(promotion.error);
  const shown = branches.data?.branches.find(({ apiName }) => apiName.toLowerCase() === branch.toLowerCase());
  const back = rulesHref(place.assessment, { branch });
  useShortcut('Escape', text('compare.back'), () => go(back));
  const error = promotion.error ?? branches.error;
  const { data } = promotion;
  return (
    <ConsolePage
      fill
      bleed
      title={text('promote.title', { name: shown ? provided.shown(shown.name) : branch })}
      strongFirst={false}
      commands={[{ id: 'back', text: text('compare.back'), icon: ArrowLeftRegular, href: back }]}
    >
      {promotion.isPending ? <Loading rows={8} rowHeight={36} columns={[2, 6]} /> : null}
      {error ? <ErrorState error={error} onRetry={() => void promotion.refetch()} /> : null}
      {data && shown && branches.data ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        <div
          className="stack gap-5 h-full px-page pt-3 pb-page overflow-auto"
          role="region"
          aria-label={text('promote.open')}
          tabIndex={0}
        >
          <PromotedRules promotion={data} />
          <BranchHistory branch={shown.apiName} state={data.state} canRun={branches.data.canWrite} />
          <div>
            {data.runMode.production === data.runMode.branch ? null : (
              <p>
                {text('promote.runMode')} {rules(`list.runMode.${data.runMode.branch}`)}
              </p>
            )}
            {data.drafts > 0 ? <p>{text('promote.drafts', { count: data.drafts })}</p> : null}
            {data.replacedDrafts.length > 0 ? (
              <p className="py-1 review-text">{text('promote.replaced', { names: data.replacedDrafts.join(', ') })}</p>
            ) : null}
          </div>
          {branches.data.canWrite ? <PromoteForm branch={shown} branches={branches.data} state={data.state} /> : null}
        </div>
      ) : null}
    </ConsolePage>
  );
};
