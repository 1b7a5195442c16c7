import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { UnconditionalDecision } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState } from 'react';
import { BacktestNote } from '../backtests/BacktestNote.tsx';
import type { FollowedBacktest } from '../backtests/use-backtest.ts';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import type { RuleDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import { renameClause } from '../../../shared/authoring/text/rule-text.ts';
import { AlwaysWarning } from './AlwaysWarning.tsx';
import { NameToGive } from './NameToGive.tsx';
import { unnamedClauses } from './names-to-give.ts';
import type { Publishing } from './use-publishing.ts';

export type PublishReviewProps = {
  readonly rule: RuleDetail;
  readonly text: RuleText;
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** Against the published version, or against nothing. */
  readonly diff: RuleDiff;
  readonly sampleChanged: boolean;
  readonly unconditional: readonly UnconditionalDecision[];
  /** What it would have changed in the past. */
  readonly backtest: FollowedBacktest;
  /** Opens the test against history; absent where there is none of this kind of text. */
  readonly onTest: (() => void) | undefined;
  readonly publishing: Publishing;
  readonly onChange: (text: RuleText) => void;
  readonly onClose: () => void;
};

/** What one should have seen before a version decides: names, warnings, the test against history, the difference. */
export const PublishReview = (props: PublishReviewProps) => {
  const { rule, text: ruleText, unconditional, publishing, backtest, onTest } = props;
  const text = useText('rules');
  const common = useText('common');
  const backtests = useText('backtests');
  // A name stays to be seen once it is given.
  const [asked] = useState(() => unnamedClauses(ruleText).map(({ id }) => id));
  const clauses = ruleText.clauses.filter(
    (clause) => asked.includes(clause.id) || unnamedClauses(ruleText).includes(clause),
  );
  const { backtest: last, isCurrent } = backtest;
  const testedEvents = isCurrent && last?.result ? last.result.events : null;
  const version = (rule.published?.version ?? 0) + 1;
  return (
    <section
      className="flex-none border-top-2"
      aria-label={text('review.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
    >
      <div className="grid gap-2 px-page pt-2">
        {publishing.asksName || clauses.length > 0 ? (
          <div className="grid gap-1">
            <p>{text('review.names')}</p>
            {publishing.asksName ? (
              <NameToGive
                kind="rule"
                label={text('review.ruleName')}
                now={rule.name}
                id={rule.id}
                others={props.others}
                value={publishing.name ?? ''}
                onName={publishing.setName}
                takesFocus
              />
            ) : null}
            {clauses.map((clause) => (
              <NameToGive
                key={clause.id}
                kind="clause"
                label={text('editor.clauseName', { index: ruleText.clauses.indexOf(clause) + 1 })}
                now={clause.name}
                id={clause.id}
                others={ruleText.clauses}
                value={clause.name}
                onName={(name) => props.onChange(renameClause(ruleText, clause.id, name))}
                takesFocus={!publishing.asksName && clause === clauses[0]}
              />
            ))}
          </div>
        ) : null}
        <AlwaysWarning unconditional={unconditional} clauses={ruleText.clauses} />
        {publishing.active ? null : <p>{text('review.inactive')}</p>}
        {onTest === undefined ? null : (
          <p className="flex wrap middle gap-3">
            <span>
              <BacktestNote backtest={backtest} />
              {testedEvents === null ? null : ` ${text('review.tested', { count: testedEvents })}`}
            </span>
            <CommandButton
              appearance="outline"
              command={{ id: 'reviewTest', text: backtests('open'), onSelect: onTest }}
            />
          </p>
        )}
      </div>
      <DifferenceView
        title={rule.published ? text('review.title', { version }) : text('review.firstTitle')}
        diff={props.diff}
        sampleChanged={props.sampleChanged}
        tools={<CommandButton command={{ id: 'closeReview', text: common('action.close'), onSelect: props.onClose }} />}
      />
    </section>
  );
};
