import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowDownRegular,
  ArrowUpRegular,
  DeleteRegular,
  EditRegular,
  MoreHorizontalRegular,
  PauseRegular,
  PlayRegular,
} from '@fluentui/react-icons';
import type { RuleSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { IconButton, KeyHint } from '@redoubt/ui';

/** What can be done with a rule of the list. */
export type RuleCommands = {
  readonly rename: () => void;
  readonly remove: () => void;
  /** Absent for rules that were never published. */
  readonly setActive?: ((active: boolean) => void) | undefined;
  /** Absent where the order cannot be changed. */
  readonly move?: ((by: number) => void) | undefined;
};

export type RuleMenuProps = { readonly rule: RuleSummary; readonly commands: RuleCommands };

const isActive = ({ status }: RuleSummary): boolean => status === 'Active' || status === 'ActiveWithDraft';

export const RuleMenu = ({ rule, commands }: RuleMenuProps) => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const common = useText('common');
  const { move, setActive } = commands;
  const active = isActive(rule);
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={MoreHorizontalRegular} label={text('list.actionsFor', { name: provided.shown(rule.name) })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<EditRegular />} secondaryContent={<KeyHint keys="F2" />} onClick={commands.rename}>
            {common('action.rename')}
          </MenuItem>
          {setActive ? (
            <MenuItem icon={active ? <PauseRegular /> : <PlayRegular />} onClick={() => setActive(!active)}>
              {text(active ? 'list.deactivate' : 'list.activate')}
            </MenuItem>
          ) : null}
          {move ? (
            <>
              <MenuItem icon={<ArrowUpRegular />} secondaryContent={<KeyHint keys="Alt ↑" />} onClick={() => move(-1)}>
                {text('list.moveUp')}
              </MenuItem>
              <MenuItem icon={<ArrowDownRegular />} secondaryContent={<KeyHint keys="Alt ↓" />} onClick={() => move(1)}>
                {text('list.moveDown')}
              </MenuItem>
            </>
          ) : null}
          <MenuDivider />
          <MenuItem icon={<DeleteRegular />} secondaryContent={<KeyHint keys="Delete" />} onClick={commands.remove}>
            {common('action.delete')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
