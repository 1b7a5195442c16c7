import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { BuildingRegular } from '@fluentui/react-icons';
import { getMyTenants } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/read.ts';
import { useConsole } from '../app/console-context.tsx';
import { TENANT_PARAMETER } from '../session/site-configuration.ts';

const FRESH_MS = 300_000;

/** Other tenants of this installation that the person belongs to; absent where there is none. */
export const TenantMenu = () => {
  const text = useText('shell');
  const { call } = useConsole();
  const { data } = useQuery(read(call, getMyTenants, {}, { staleTime: FRESH_MS }));
  const others = data?.tenants.filter(({ isCurrent }) => !isCurrent) ?? [];
  if (others.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={<BuildingRegular />}>{text('user.switchTenant')}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {others.map(({ id, name }) => (
            <MenuItem
              key={id}
              onClick={() => location.assign(`/?${new URLSearchParams({ [TENANT_PARAMETER]: id }).toString()}`)}
            >
              {name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
