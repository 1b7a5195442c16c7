import type { CaseBlockEntity } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { KeyHint } from '@redoubt/ui';
import { useId, type ReactNode } from 'react';
import { BLOCK_DAYS, withAll, withEntity, type BlockDraft } from './block-draft.ts';
import styles from './block.module.css';
import { useLetterKey } from './use-letter-key.ts';

/** Which values of the event the decision also sets to Block, and until when; one key chooses all of them. */
export const BlockChoice = (props: {
  readonly draft: BlockDraft;
  readonly offered: readonly CaseBlockEntity[];
  readonly onChange: (draft: BlockDraft) => void;
}): ReactNode => {
  const { draft, offered, onChange } = props;
  const text = useText('cases');
  const lists = useText('supportLists');
  const titleId = useId();
  const daysId = useId();
  useLetterKey('U', text('block.title'), () => onChange(withAll(draft, offered)));
  return (
    <div role="group" aria-labelledby={titleId} aria-keyshortcuts="u" className="row-wrap mt-3">
      <div className="flex wrap middle gap-2 w-full quiet-small">
        <span id={titleId}>{text('block.title')}</span>
        <KeyHint keys="U" />
        <label htmlFor={daysId} className="visually-hidden">
          {text('block.until')}
        </label>
        <select
          id={daysId}
          className={styles.days}
          value={draft.days ?? ''}
          onChange={({ target }) =>
            onChange({ ...draft, days: BLOCK_DAYS.find((each) => String(each ?? '') === target.value) ?? null })
          }
        >
          {BLOCK_DAYS.map((days) => (
            <option key={days} value={days ?? ''}>
              {days === null ? text('block.forGood') : text('block.days', { count: days })}
            </option>
          ))}
        </select>
      </div>
      {offered.map((entity) => (
        <label key={entity} className={styles.choice}>
          <input
            type="checkbox"
            checked={draft.entities.includes(entity)}
            onChange={() => onChange(withEntity(draft, entity))}
          />
          {lists(`event.entity.${entity}`)}
        </label>
      ))}
    </div>
  );
};
