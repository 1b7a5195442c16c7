import { ArrowUndoRegular, HistoryRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import styles from '../../../shared/authoring/editor/editor.module.css';

export type EditorNoticeProps = {
  /** A rule, or whatever else is published in versions. */
  readonly rule: {
    readonly draft: unknown;
    readonly published: { readonly version: number } | null;
    readonly history: readonly {
      readonly version: number;
      readonly published: { readonly at: string; readonly by: string };
    }[];
  };
  readonly shown: {
    readonly kind: 'draft' | 'published' | 'version';
    /** Number of the older version on screen; null otherwise. */
    readonly version: number | null;
    readonly error: unknown;
  };
  /** What a text that is not the draft is called, where it does not decide itself. */
  readonly publishedWords?: string;
  readonly canWrite: boolean;
  /** Asks for the version on screen to decide again. */
  readonly onRollBack: () => void;
  /** Compares the version on screen with the one that decides. */
  readonly onCompare: () => void;
  /** The text on screen becomes the draft. */
  readonly onUse: () => void;
  /** Back from an older version. */
  readonly onClose: () => void;
};

/** Says that what is on screen is not the draft, and how to get on from there. */
export const EditorNotice = (props: EditorNoticeProps) => {
  const { rule, shown, canWrite, onRollBack, onCompare, onUse, onClose } = props;
  const text = useText('rules');
  const formats = useFormats();
  if (shown.error) return <ErrorState compact error={shown.error} />;
  if (shown.kind === 'draft') return null;
  if (shown.kind === 'published' && !canWrite) return null;
  const version = rule.history.find((each) => each.version === shown.version);
  const words =
    shown.kind === 'published'
      ? (props.publishedWords ?? text(rule.draft ? 'editor.publishedWithDraft' : 'editor.publishedReadOnly'))
      : text('history.showing', {
          version: shown.version ?? 0,
          at: version ? formats.dateTime(version.published.at) : '',
          by: version?.published.by ?? '',
        });
  return (
    <div className={styles.notice} role="status">
      <HistoryRegular fontSize={16} aria-hidden />
      <span className={styles.noticeText}>{words}</span>
      {shown.kind === 'version' ? (
        <>
          {rule.published === null || shown.version === rule.published.version ? null : (
            <CommandButton command={{ id: 'compare', text: text('history.compareCurrent'), onSelect: onCompare }} />
          )}
          {canWrite && rule.published !== null && shown.version !== rule.published.version ? (
            <CommandButton
              appearance="outline"
              command={{
                id: 'rollBack',
                text: text('history.rollBack', { version: shown.version ?? 0 }),
                icon: ArrowUndoRegular,
                onSelect: onRollBack,
              }}
            />
          ) : null}
          {canWrite ? (
            <CommandButton appearance="outline" command={{ id: 'use', text: text('history.use'), onSelect: onUse }} />
          ) : null}
          <CommandButton command={{ id: 'close', text: text('history.close'), onSelect: onClose }} />
        </>
      ) : null}
    </div>
  );
};
