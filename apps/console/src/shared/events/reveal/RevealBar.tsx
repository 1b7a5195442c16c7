import { MAX_REVEAL_FIELDS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, useShortcut } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';
import styles from './reveal.module.css';
import type { Reveal } from './use-revealed-event.ts';

const RevealForm = lazyPanel(async () => (await import('./RevealForm.tsx')).RevealForm);

/** Says that personal fields are masked, and asks why they should be shown. */
export const RevealBar = (props: {
  readonly reveal: Reveal;
  /** Fields that are asked for; null while nothing is. */
  readonly asked: readonly string[] | null;
  readonly onAsk: (fields: readonly string[] | null) => void;
}): ReactNode => {
  const { reveal, asked, onAsk } = props;
  const text = useText('events');
  usePreload(RevealForm);
  const open = reveal.canReveal && reveal.masked.size > 0;
  const all = [...reveal.masked].slice(0, MAX_REVEAL_FIELDS);
  useShortcut('v', text('reveal.title'), () => onAsk(all), { active: open && asked === null });
  if (reveal.masked.size === 0) return null;
  return (
    <div className={styles.bar}>
      <div className="row-wrap-middle">
        <span>{text(reveal.canReveal ? 'reveal.masked' : 'reveal.maskedOnly')}</span>
        {open && asked === null ? (
          <CommandButton
            command={{ id: 'askReveal', text: text('reveal.all'), keys: 'v', onSelect: () => onAsk(all) }}
          />
        ) : null}
      </div>
      {asked === null ? null : (
        <RevealForm key={asked.join()} reveal={reveal} fields={asked} onClose={() => onAsk(null)} />
      )}
    </div>
  );
};
