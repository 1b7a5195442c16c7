import type { RuleDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, joinClasses, SidePanel } from '@redoubt/ui';
import styles from './history.module.css';

export type HistoryPanelProps = {
  /** A rule, or whatever else is published in versions. */
  readonly rule: Pick<RuleDetail, 'history'> & { readonly published: { readonly version: number } | null };
  /** The version on screen; null while the draft is. */
  readonly shown: number | null;
  readonly onShow: (version: number) => void;
  readonly onClose: () => void;
};

/** Every published version, newest first. */
export const HistoryPanel = ({ rule, shown, onShow, onClose }: HistoryPanelProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const versions = rule.history.toSorted((a, b) => b.version - a.version);
  return (
    <SidePanel title={text('history.title')} onClose={onClose}>
      {versions.length === 0 ? <p className={styles.empty}>{text('history.empty')}</p> : null}
      <ol className={styles.versions}>
        {versions.map(({ version, published, note }, index) => (
          <li key={version}>
            <button
              type="button"
              className={joinClasses(styles.version, shown === version && styles.shown)}
              aria-label={text('history.open', { version })}
              aria-current={shown === version}
              data-autofocus={index === 0 ? '' : undefined}
              onClick={() => onShow(version)}
            >
              <span className={styles.head}>
                <b>{text('publish.version', { version })}</b>
                {rule.published?.version === version ? <Chip solid>{text('history.current')}</Chip> : null}
                <span className={styles.when}>{formats.dateTime(published.at)}</span>
              </span>
              <span className={joinClasses(note === '' && styles.empty)}>{note || text('history.noNote')}</span>
              <span className={styles.by}>{published.by}</span>
            </button>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
};
