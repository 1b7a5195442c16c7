import { BranchCompareRegular } from '@fluentui/react-icons';
import type { RuleDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, IconButton, joinClasses, SidePanel } from '@redoubt/ui';
import styles from './history.module.css';

type Entry = Omit<RuleDetail['history'][number], 'restores'> & { readonly restores?: number | null };

export type HistoryPanelProps = {
  /** A rule, or whatever else is published in versions. */
  readonly rule: { readonly history: readonly Entry[]; readonly published: { readonly version: number } | null };
  /** The version on screen; null while the draft is. */
  readonly shown: number | null;
  readonly onShow: (version: number) => void;
  /** Compares a version with the one before it; absent where versions cannot be compared. */
  readonly onCompare?: (version: number, before: number) => void;
  readonly onClose: () => void;
};

/** Every published version, newest first. */
export const HistoryPanel = ({ rule, shown, onShow, onCompare, onClose }: HistoryPanelProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const provided = useProvidedNames();
  const versions = rule.history.toSorted((a, b) => b.version - a.version);
  return (
    <SidePanel title={text('history.title')} onClose={onClose}>
      {versions.length === 0 ? <p className="muted">{text('history.empty')}</p> : null}
      <ol className={styles.versions}>
        {versions.map(({ version, published, note, restores }, index) => {
          const before = versions[index + 1]?.version;
          return (
            <li
              key={version}
              className={joinClasses('flex middle border-bottom-1 hover', shown === version && styles.shown)}
            >
              <button
                type="button"
                className="stack grow min-w-0 py-2 px-4 bg-none border-0 text-left pointer"
                aria-current={shown === version}
                data-autofocus={index === 0 ? '' : undefined}
                onClick={() => onShow(version)}
              >
                <span className="row-middle">
                  <b>{text('publish.version', { version })}</b>
                  {rule.published?.version === version ? <Chip solid>{text('history.current')}</Chip> : null}
                  {restores ? <Chip>{text('history.restores', { version: restores })}</Chip> : null}
                  <span className="soft push-end nowrap">{formats.dateTime(published.at)}</span>
                </span>
                <span className={joinClasses(note === '' && 'muted')}>
                  {provided.shown(note) || text('history.noNote')}
                </span>
                <span className="soft">{provided.shown(published.by)}</span>
              </button>
              {onCompare && before !== undefined ? (
                <IconButton
                  icon={BranchCompareRegular}
                  label={text('history.compareWith', { version, before })}
                  className={styles.compare}
                  title={text('history.compareWith', { version, before })}
                  onClick={() => onCompare(version, before)}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
    </SidePanel>
  );
};
