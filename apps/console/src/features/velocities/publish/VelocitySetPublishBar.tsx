import { Switch } from '@fluentui/react-components';
import { ArrowUploadRegular, DeleteRegular, DocumentArrowDownRegular } from '@fluentui/react-icons';
import type { VelocitySetDetail } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel } from '@redoubt/ui';
import { useState } from 'react';
import type { RuleDiff } from '../../../shared/authoring/diff/rule-diff.ts';
import bar from '../../../shared/authoring/publish/publish.module.css';
import { StartChoice } from '../backfill/StartChoice.tsx';

export type VelocitySetPublishBarProps = {
  readonly set: VelocitySetDetail;
  readonly velocities: number;
  /** Against the published version; null for a set that was never published. */
  readonly diff: RuleDiff | null;
  readonly showsDifference: boolean;
  readonly onShowDifference: (show: boolean) => void;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly active: boolean;
  readonly onActive: (active: boolean) => void;
  /** Whether what is stored already counts too. */
  readonly start: VelocityStart;
  readonly onStart: (start: VelocityStart) => void;
  readonly onPublish: () => void;
  readonly busy: boolean;
  /** Why it cannot be published now, in words; undefined where it can. */
  readonly disabledReason: string | undefined;
  readonly onDiscard: () => void;
};

/** Version to come, what it changes, from when it counts, and the step that publishes it. */
export const VelocitySetPublishBar = (props: VelocitySetPublishBarProps) => {
  const { set, diff, busy } = props;
  const text = useText('velocities');
  const rules = useText('rules');
  const [asking, setAsking] = useState(false);
  const published = set.published?.version ?? 0;
  const next = Math.max(0, ...set.history.map(({ version }) => version)) + 1;
  const discard = published > 0 ? rules('publish.discard') : text('publish.discardSet');
  const summary = (): string => {
    if (diff === null) return text('publish.first', { count: props.velocities });
    if (diff.same) return rules('publish.same', { version: published });
    return rules('publish.summary', {
      lines: rules('publish.lines', { count: diff.changedLines }),
      parts: text('publish.inParts', { count: diff.changedParts }),
    });
  };
  const publishText = (): string => {
    if (busy) return rules('publish.doing');
    return props.showsDifference ? rules('publish.doVersion', { version: next }) : rules('publish.do');
  };
  return (
    <div className="flex-none bg-subtle border-top-2">
      {asking ? (
        <div className="px-page pt-2">
          <ConfirmPanel
            title={
              published > 0
                ? rules('publish.discardQuestion', { version: published })
                : text('publish.discardSetQuestion', { name: set.name })
            }
            confirmText={discard}
            onConfirm={props.onDiscard}
            onCancel={() => setAsking(false)}
          />
        </div>
      ) : null}
      <div className={bar.row}>
        <b className="flex-none">{rules('publish.version', { version: next })}</b>
        <span className={bar.summary} title={summary()}>
          {summary()}
        </span>
        {diff?.same ? null : <StartChoice start={props.start} onStart={props.onStart} />}
        <input
          className={bar.note}
          maxLength={500}
          aria-label={rules('publish.note')}
          placeholder={rules('publish.notePlaceholder')}
          value={props.note}
          onChange={(event) => props.onNote(event.target.value)}
        />
        <Switch
          className={bar.active ?? ''}
          label={rules('publish.active')}
          title={text('publish.activeHint')}
          checked={props.active}
          onChange={(_event, { checked }) => props.onActive(checked)}
        />
        <CommandButton
          appearance="outline"
          command={{
            id: 'discard',
            text: discard,
            icon: DeleteRegular,
            onSelect: () => setAsking(true),
            disabledReason: set.draft === null && published > 0 ? rules('publish.nothing') : undefined,
          }}
        />
        {diff === null ? null : (
          <CommandButton
            appearance="outline"
            command={{
              id: 'difference',
              text: rules(props.showsDifference ? 'publish.hide' : 'publish.see'),
              icon: DocumentArrowDownRegular,
              pressed: props.showsDifference,
              onSelect: () => props.onShowDifference(!props.showsDifference),
            }}
          />
        )}
        <CommandButton
          primary
          command={{
            id: 'publish',
            text: publishText(),
            icon: ArrowUploadRegular,
            keys: 'Ctrl Enter',
            onSelect: busy ? undefined : props.onPublish,
            disabledReason: props.disabledReason,
          }}
        />
      </div>
    </div>
  );
};
