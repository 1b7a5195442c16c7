import { Switch } from '@fluentui/react-components';
import { ArrowUploadRegular, DeleteRegular, DocumentArrowDownRegular } from '@fluentui/react-icons';
import type { RuleDetail } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel } from '@redoubt/ui';
import { type ReactNode, useState } from 'react';
import type { RuleDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import styles from '../../../shared/authoring/publish/publish.module.css';
import type { Publishing } from './use-publishing.ts';

export type PublishBarProps = {
  readonly rule: RuleDetail;
  readonly clauses: number;
  /** Against the published version; null for a rule that was never published. */
  readonly diff: RuleDiff | null;
  /** What it would have changed in the past. */
  readonly tested: ReactNode;
  readonly sampleChanged: boolean;
  readonly publishing: Publishing;
  readonly busy: boolean;
  readonly onDiscard: () => void;
};

/** Version to come, what it changes, why, and the step that makes it decide. */
export const PublishBar = (props: PublishBarProps) => {
  const { rule, diff, sampleChanged, publishing, busy } = props;
  const { reviewing } = publishing;
  const text = useText('rules');
  const provided = useProvidedNames();
  const [asking, setAsking] = useState(false);
  const published = rule.published?.version ?? 0;
  const summary = (): string => {
    if (diff === null) return text('publish.first', { clauses: text('publish.clauses', { count: props.clauses }) });
    if (diff.same) return text(sampleChanged ? 'publish.sampleOnly' : 'publish.same', { version: published });
    return text('publish.summary', {
      lines: text('publish.lines', { count: diff.changedLines }),
      parts: text('publish.inParts', { count: diff.changedParts }),
    });
  };
  const label = (): string => {
    if (busy && reviewing) return text('publish.doing');
    if (rule.needsApproval) return text('request.ask');
    return reviewing ? text('publish.doVersion', { version: published + 1 }) : text('publish.do');
  };
  return (
    <div className="flex-none bg-subtle border-top-2">
      {asking ? (
        <div className="px-page pt-2">
          <ConfirmPanel
            title={
              published > 0
                ? text('publish.discardQuestion', { version: published })
                : text('publish.discardRuleQuestion', { name: provided.shown(rule.name) })
            }
            confirmText={text(published > 0 ? 'publish.discard' : 'publish.discardRule')}
            onConfirm={props.onDiscard}
            onCancel={() => setAsking(false)}
          />
        </div>
      ) : null}
      <div className={styles.row}>
        <b className="flex-none">{text('publish.version', { version: published + 1 })}</b>
        <span className={styles.summary} title={summary()}>
          {summary()}
        </span>
        <span className={styles.tested}>{props.tested}</span>
        <input
          className={styles.note}
          maxLength={500}
          aria-label={text('publish.note')}
          placeholder={text('publish.notePlaceholder')}
          value={publishing.note}
          onChange={(event) => publishing.setNote(event.target.value)}
        />
        <Switch
          className={styles.active ?? ''}
          label={text('publish.active')}
          title={text('publish.activeHint')}
          checked={publishing.active}
          onChange={(_event, { checked }) => publishing.setActive(checked)}
        />
        <CommandButton
          appearance="outline"
          command={{
            id: 'discard',
            text: text(published > 0 ? 'publish.discard' : 'publish.discardRule'),
            icon: DeleteRegular,
            onSelect: () => setAsking(true),
            disabledReason: rule.draft === null && published > 0 ? text('publish.nothing') : undefined,
          }}
        />
        {diff === null ? null : (
          <CommandButton
            appearance="outline"
            command={{
              id: 'difference',
              text: text(reviewing ? 'publish.hide' : 'publish.see'),
              icon: DocumentArrowDownRegular,
              pressed: reviewing,
              onSelect: () => publishing.setReviewing(!reviewing),
            }}
          />
        )}
        <CommandButton
          primary
          command={{
            id: 'publish',
            text: label(),
            icon: ArrowUploadRegular,
            keys: 'Ctrl Enter',
            onSelect: busy && reviewing ? undefined : publishing.publish,
            disabledReason: publishing.disabledReason,
          }}
        />
      </div>
    </div>
  );
};
