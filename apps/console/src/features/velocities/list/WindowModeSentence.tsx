import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { VELOCITY_WINDOW_MODES, type VelocityWindowMode } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import styles from './list.module.css';

export type WindowModeSentenceProps = {
  readonly mode: VelocityWindowMode;
  /** Absent for people who may not change it. */
  readonly onChange: ((mode: VelocityWindowMode) => void) | undefined;
};

/** Says in one sentence where time windows begin, and is where that is changed. */
export const WindowModeSentence = ({ mode, onChange }: WindowModeSentenceProps) => {
  const text = useText('velocities');
  return (
    <>
      <span>{text('list.windowsBefore')}</span>
      {onChange ? (
        <Menu
          positioning="below-start"
          checkedValues={{ mode: [mode] }}
          onCheckedValueChange={(_event, { checkedItems }) => {
            const chosen = VELOCITY_WINDOW_MODES.find((each) => each === checkedItems[0]);
            if (chosen && chosen !== mode) onChange(chosen);
          }}
        >
          <MenuTrigger disableButtonEnhancement>
            <button
              type="button"
              className={styles.token}
              aria-label={`${text('list.windowsLabel')}: ${text(`list.windowMode.${mode}`)}`}
            >
              <b>{text(`list.windowMode.${mode}`)}</b>
              <ChevronDownRegular fontSize={12} aria-hidden />
            </button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {VELOCITY_WINDOW_MODES.map((each) => (
                <MenuItemRadio key={each} name="mode" value={each} subText={text(`list.windowNote.${each}`)}>
                  {text(`list.windowMode.${each}`)}
                </MenuItemRadio>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      ) : (
        <b>{text(`list.windowMode.${mode}`)}</b>
      )}
      <span className={styles.muted}>{text(`list.windowNote.${mode}`)}</span>
    </>
  );
};
