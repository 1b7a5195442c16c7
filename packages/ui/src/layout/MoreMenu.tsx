import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import { KeyHint } from '../values/KeyHint.tsx';
import type { Command } from './command.ts';

const MenuCommand = ({ command }: { readonly command: Command }) => {
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

export type MoreMenuProps = { readonly button: ReactElement; readonly commands: readonly Command[] };

/** Commands that have no room in the bar. */
export const MoreMenu = ({ button, commands }: MoreMenuProps) => (
  <Menu positioning="below-end" defaultOpen>
    <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
    <MenuPopover>
      <MenuList>
        {commands.map((command) => (
          <MenuCommand key={command.id} command={command} />
        ))}
      </MenuList>
    </MenuPopover>
  </Menu>
);
