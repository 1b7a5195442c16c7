import type { FluentIcon } from '@fluentui/react-icons';
import { joinClasses } from '../join-classes.ts';
import styles from './decision.module.css';
import { TONE_ICONS, toneClass, type Tone } from './tone.tsx';

export type ToneChipProps = {
  readonly tone: Tone;
  readonly text: string;
  readonly icon?: FluentIcon;
  /** `chip` on a tinted ground, `plain` as icon and word (grids), `large` as the answer of a details page. */
  readonly appearance?: 'chip' | 'plain' | 'large';
};

/** Icon and word in the colour of a tone; never colour alone. */
export const ToneChip = ({ tone, text, icon, appearance = 'chip' }: ToneChipProps) => {
  const Icon = icon ?? TONE_ICONS[tone];
  return (
    <span
      className={joinClasses(
        appearance === 'plain' ? styles.plain : styles.chip,
        appearance === 'large' && styles.large,
        toneClass(tone),
      )}
    >
      <Icon className={joinClasses(styles.icon)} fontSize={appearance === 'large' ? 18 : 14} aria-hidden />
      {text}
    </span>
  );
};
