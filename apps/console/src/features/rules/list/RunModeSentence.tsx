import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { RUN_MODES, type RunMode } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import styles from './list.module.css';

export type RunModeSentenceProps = {
  readonly runMode: RunMode;
  readonly canWrite: boolean;
  readonly onChange: (runMode: RunMode) => void;
};

/** Says in one sentence how the rules run, and is where that is changed. */
export const RunModeSentence = ({ runMode, canWrite, onChange }: RunModeSentenceProps) => {
  const text = useText('rules');
  return (
    <>
      <span>{text('list.runModeBefore')}</span>
      {canWrite ? (
        <Menu
          positioning="below-start"
          checkedValues={{ runMode: [runMode] }}
          onCheckedValueChange={(_event, { checkedItems }) => {
            const chosen = RUN_MODES.find((mode) => mode === checkedItems[0]);
            if (chosen && chosen !== runMode) onChange(chosen);
          }}
        >
          <MenuTrigger disableButtonEnhancement>
            <button
              type="button"
              className={styles.token}
              aria-label={`${text('list.runModeLabel')}: ${text(`list.runMode.${runMode}`)}`}
            >
              <b>{text(`list.runMode.${runMode}`)}</b>
              <ChevronDownRegular fontSize={12} aria-hidden />
            </button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {RUN_MODES.map((mode) => (
                <MenuItemRadio key={mode} name="runMode" value={mode} subText={text(`list.runModeNote.${mode}`)}>
                  {text(`list.runMode.${mode}`)}
                </MenuItemRadio>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      ) : (
        <b className={joinClasses('fg-1')}>{text(`list.runMode.${runMode}`)}</b>
      )}
      <span className="muted">{text(`list.runModeNote.${runMode}`)}</span>
    </>
  );
};
