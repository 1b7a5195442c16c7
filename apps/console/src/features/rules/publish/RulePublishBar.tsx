import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import type { RuleDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import type { Editing } from '../../../shared/authoring/editing/use-editing.ts';
import { PublishBar } from '../../../shared/authoring/publish/PublishBar.tsx';
import styles from '../../../shared/authoring/publish/publish.module.css';
import type { Publishing } from './use-publishing.ts';

export type RulePublishBarProps = {
  readonly editing: Editing<RuleDetail, RuleText>;
  /** Against the published version; null for a rule that was never published. */
  readonly diff: RuleDiff | null;
  /** What it would have changed in the past. */
  readonly tested: ReactNode;
  readonly sampleChanged: boolean;
  readonly publishing: Publishing;
  readonly busy: boolean;
  readonly onDiscard: () => void;
};

/** The publish bar of a rule, with what a backtest said and, where it needs one, the request for a second person. */
export const RulePublishBar = (props: RulePublishBarProps) => {
  const { editing, diff, sampleChanged, publishing } = props;
  const { saved: rule } = editing.state;
  const text = useText('rules');
  const provided = useProvidedNames();
  return (
    <PublishBar
      editing={editing}
      diff={diff}
      words={{
        first: text('publish.first', {
          clauses: text('publish.clauses', { count: editing.shown.text.clauses.length }),
        }),
        inParts: (count) => text('publish.inParts', { count }),
        discardNew: text('publish.discardRule'),
        discardNewQuestion: text('publish.discardRuleQuestion', { name: provided.shown(rule.name) }),
        activeHint: text('publish.activeHint'),
        ...(sampleChanged ? { same: text('publish.sampleOnly', { version: rule.published?.version ?? 0 }) } : {}),
        ...(rule.needsApproval ? { publish: text('request.ask') } : {}),
      }}
      note={publishing.note}
      onNote={publishing.setNote}
      active={publishing.active}
      onActive={publishing.setActive}
      reviewing={publishing.reviewing}
      onReview={publishing.setReviewing}
      onPublish={publishing.publish}
      publishing={props.busy && publishing.reviewing}
      disabledReason={publishing.disabledReason}
      onDiscard={props.onDiscard}
    >
      <span className={styles.tested}>{props.tested}</span>
    </PublishBar>
  );
};
