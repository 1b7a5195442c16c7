import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Overflow,
  OverflowItem,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { KeyHint } from '../values/KeyHint.tsx';
import { Bone } from '../states/Loading.tsx';
import type { Command } from './command.ts';
import { CommandButton } from './CommandButton.tsx';
import styles from './layout.module.css';

const HiddenItem = ({ command }: { readonly command: Command }) => {
  const visible = useIsOverflowItemVisible(command.id);
  if (visible) return null;
  const Icon = command.icon;
  return (
    <MenuItem
      {...(Icon ? { icon: <Icon /> } : {})}
      disabled={command.disabledReason !== undefined}
      secondaryContent={command.keys ? <KeyHint keys={command.keys} /> : null}
      onClick={() => (command.href === undefined ? command.onSelect?.() : window.location.assign(command.href))}
    >
      {command.text}
    </MenuItem>
  );
};

const MoreMenu = ({ commands }: { readonly commands: readonly Command[] }) => {
  const text = useText('ui');
  const { ref, isOverflowing } = useOverflowMenu<HTMLButtonElement>();
  if (!isOverflowing) return null;
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <button ref={ref} type="button" className={styles.command} aria-label={text('moreCommands')}>
          <MoreHorizontalRegular fontSize={16} aria-hidden />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {commands.map((command) => (
            <HiddenItem key={command.id} command={command} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

export type CommandBarProps = {
  /** Primary action first, the rest by frequency; what does not fit goes into the menu. */
  readonly commands: readonly Command[];
  /** Whether the first command is the strong one. */
  readonly strongFirst?: boolean;
  /** Stands at the right end: a search box, a view switch. */
  readonly end?: ReactNode;
  /** What can be done is not known yet: grey shapes keep the place, so that no command moves when another comes. */
  readonly awaited?: boolean;
};

/** What can be done on this page. */
export const CommandBar = ({ commands, strongFirst = true, end, awaited = false }: CommandBarProps) => {
  const text = useText('ui');
  return (
    <div className={styles.commands} role="toolbar" aria-label={text('commands')}>
      {awaited ? (
        <div className={styles.commandList}>
          <Bone width={112} height={20} />
        </div>
      ) : (
        <Overflow minimumVisible={1} padding={40}>
          <div className={styles.commandList}>
            {commands.map((command, index) => (
              <OverflowItem key={command.id} id={command.id} priority={commands.length - index}>
                <span>
                  <CommandButton command={command} primary={strongFirst && index === 0} />
                </span>
              </OverflowItem>
            ))}
            <MoreMenu commands={commands} />
          </div>
        </Overflow>
      )}
      {end ? <div className={joinClasses(styles.commandsEnd)}>{end}</div> : null}
    </div>
  );
};
