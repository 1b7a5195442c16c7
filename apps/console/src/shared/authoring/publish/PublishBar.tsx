import { Switch } from '@fluentui/react-components';
import { ArrowUploadRegular, DeleteRegular, DocumentArrowDownRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel } from '@redoubt/ui';
import { type ReactNode, useState } from 'react';
import type { RuleDiff } from '../diff/rule-diff.ts';
import type { Editing } from '../editing/use-editing.ts';
import styles from './publish.module.css';

export type PublishBarProps = {
  readonly editing: { readonly versions: Editing<unknown, unknown>['versions'] };
  /** Against the published version; null where none is published. */
  readonly diff: RuleDiff | null;
  readonly words: {
    /** What a first version holds. */
    readonly first: string;
    /** In place of the rules' own words for a text that changes nothing. */
    readonly same?: string;
    readonly inParts: (count: number) => string;
    /** Dropping what was never published, and the question before it. */
    readonly discardNew: string;
    readonly discardNewQuestion: string;
    readonly activeHint: string;
    /** In place of "Publish", where a second person is asked. */
    readonly publish?: string;
  };
  /** Between summary and note: what else is to know or to choose. */
  readonly children?: ReactNode;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly active: boolean;
  readonly onActive: (active: boolean) => void;
  /** Whether the difference is on screen: publishing is one step away. */
  readonly reviewing: boolean;
  readonly onReview: (reviewing: boolean) => void;
  readonly onPublish: () => void;
  readonly publishing: boolean;
  /** Why it cannot be published now, in words; undefined where it can. */
  readonly disabledReason: string | undefined;
  readonly onDiscard: () => void;
};

/** Version to come, what it changes, why, and the step that publishes it. */
export const PublishBar = (props: PublishBarProps) => {
  const { diff, words, reviewing, publishing } = props;
  const { draft, published, history } = props.editing.versions;
  const text = useText('rules');
  const [asking, setAsking] = useState(false);
  const current = published?.version ?? 0;
  const version = Math.max(0, ...history.map((each) => each.version)) + 1;
  const discard = current > 0 ? text('publish.discard') : words.discardNew;
  const summary = (): string => {
    if (diff === null) return words.first;
    if (diff.same) return words.same ?? text('publish.same', { version: current });
    return text('publish.summary', {
      lines: text('publish.lines', { count: diff.changedLines }),
      parts: words.inParts(diff.changedParts),
    });
  };
  const publishText = (): string => {
    if (publishing) return text('publish.doing');
    return words.publish ?? (reviewing ? text('publish.doVersion', { version }) : text('publish.do'));
  };
  return (
    <div className="flex-none bg-subtle border-top-2">
      {asking ? (
        <div className="px-page pt-2">
          <ConfirmPanel
            title={current > 0 ? text('publish.discardQuestion', { version: current }) : words.discardNewQuestion}
            confirmText={discard}
            onConfirm={props.onDiscard}
            onCancel={() => setAsking(false)}
          />
        </div>
      ) : null}
      <div className={styles.row}>
        <b className="flex-none">{text('publish.version', { version })}</b>
        <span className={styles.summary} title={summary()}>
          {summary()}
        </span>
        {props.children}
        <input
          className={styles.note}
          maxLength={500}
          aria-label={text('publish.note')}
          placeholder={text('publish.notePlaceholder')}
          value={props.note}
          onChange={(event) => props.onNote(event.target.value)}
        />
        <div className={styles.controls}>
          <Switch
            className={styles.active ?? ''}
            label={text('publish.active')}
            title={words.activeHint}
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
              disabledReason: draft === null && current > 0 ? text('publish.nothing') : undefined,
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
                onSelect: () => props.onReview(!reviewing),
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
              onSelect: publishing ? undefined : props.onPublish,
              disabledReason: props.disabledReason,
            }}
          />
        </div>
      </div>
    </div>
  );
};
