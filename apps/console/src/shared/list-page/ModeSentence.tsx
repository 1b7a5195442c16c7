import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import styles from './rule-lists.module.css';

type ModeSentenceProps<Mode extends string> = {
  /** The words before the mode. */
  readonly before: string;
  readonly label: string;
  readonly modes: readonly Mode[];
  readonly mode: Mode;
  readonly nameOf: (mode: Mode) => string;
  readonly noteOf: (mode: Mode) => string;
  /** Absent for people who may not change it. */
  readonly onChange: ((mode: Mode) => void) | undefined;
  /** Look of the note after the mode. */
  readonly noteClass?: string | undefined;
};

/** Says in one sentence how a list works, and is where that is changed. */
export const ModeSentence = <Mode extends string>(props: ModeSentenceProps<Mode>): ReactNode => {
  const { before, label, modes, mode, nameOf, noteOf, onChange, noteClass = 'muted' } = props;
  return (
    <>
      <span>{before}</span>
      {onChange ? (
        <Menu
          positioning="below-start"
          checkedValues={{ mode: [mode] }}
          onCheckedValueChange={(_event, { checkedItems }) => {
            const chosen = modes.find((each) => each === checkedItems[0]);
            if (chosen && chosen !== mode) onChange(chosen);
          }}
        >
          <MenuTrigger disableButtonEnhancement>
            <button type="button" className={styles.token} aria-label={`${label}: ${nameOf(mode)}`}>
              <b>{nameOf(mode)}</b>
              <ChevronDownRegular fontSize={12} aria-hidden />
            </button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {modes.map((each) => (
                <MenuItemRadio key={each} name="mode" value={each} subText={noteOf(each)}>
                  {nameOf(each)}
                </MenuItemRadio>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      ) : (
        <b className="fg-1">{nameOf(mode)}</b>
      )}
      <span className={noteClass}>{noteOf(mode)}</span>
    </>
  );
};
