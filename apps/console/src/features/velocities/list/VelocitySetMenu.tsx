import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  CopyRegular,
  DeleteRegular,
  EditRegular,
  MoreHorizontalRegular,
  PauseRegular,
  PlayRegular,
  RenameRegular,
} from '@fluentui/react-icons';
import type { VelocitySetSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';

/** What can be done with a set of the list; what is absent cannot. */
export type VelocitySetCommands = {
  readonly edit?: (() => void) | undefined;
  readonly clone: () => void;
  readonly rename?: (() => void) | undefined;
  readonly setActive?: ((active: boolean) => void) | undefined;
  readonly remove?: (() => void) | undefined;
};

export type VelocitySetMenuProps = { readonly set: VelocitySetSummary; readonly commands: VelocitySetCommands };

/** Whether events count for a set. */
export const isCounting = ({ status }: Pick<VelocitySetSummary, 'status'>): boolean => status.startsWith('Active');

export const VelocitySetMenu = ({ set, commands }: VelocitySetMenuProps) => {
  const text = useText('velocities');
  const common = useText('common');
  const provided = useProvidedNames();
  const { edit, rename, setActive, remove } = commands;
  const active = isCounting(set);
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={MoreHorizontalRegular} label={text('list.actionsFor', { name: provided.shown(set.name) })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {edit ? (
            <MenuItem icon={<EditRegular />} onClick={edit}>
              {common('action.edit')}
            </MenuItem>
          ) : null}
          <MenuItem icon={<CopyRegular />} onClick={commands.clone}>
            {text('list.clone')}
          </MenuItem>
          {rename ? (
            <MenuItem icon={<RenameRegular />} onClick={rename}>
              {common('action.rename')}
            </MenuItem>
          ) : null}
          {setActive ? (
            <MenuItem icon={active ? <PauseRegular /> : <PlayRegular />} onClick={() => setActive(!active)}>
              {text(active ? 'list.deactivate' : 'list.activate')}
            </MenuItem>
          ) : null}
          {remove ? (
            <>
              <MenuDivider />
              <MenuItem icon={<DeleteRegular />} onClick={remove}>
                {common('action.delete')}
              </MenuItem>
            </>
          ) : null}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
