import type { SupportListSummary } from '@redoubt/contracts';
import { SUPPORT_STATUSES, type SupportEntity } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import styles from './support-lists.module.css';

export type EntityCardsProps = {
  readonly lists: readonly SupportListSummary[];
  readonly chosen: SupportEntity;
  readonly onChoose: (entity: SupportEntity) => void;
};

/** The five lists side by side: how many values are safe, watched and blocked, and what expires soon. */
export const EntityCards = ({ lists, chosen, onChoose }: EntityCardsProps) => {
  const text = useText('supportLists');
  const formats = useFormats();
  return (
    <div role="group" aria-label={text('lists')} className={styles.cards}>
      {lists.map(({ entity, counts, expiringSoon, changed }) => (
        <button
          key={entity}
          type="button"
          className={styles.card}
          aria-pressed={entity === chosen}
          onClick={() => onChoose(entity)}
        >
          <b>{text(`entity.${entity}`)}</b>
          <span className={styles.counts}>
            {SUPPORT_STATUSES.map((status) => (
              <span key={status} data-status={counts[status] > 0 ? status : undefined}>
                {formats.number(counts[status])} {text(`status.${status}`)}
              </span>
            ))}
          </span>
          <span className={styles.soft}>
            {expiringSoon > 0
              ? text('expiringSoon', { count: expiringSoon })
              : changed
                ? text('changedBy', { at: formats.date(changed.at), by: changed.by })
                : text('neverChanged')}
          </span>
        </button>
      ))}
    </div>
  );
};
