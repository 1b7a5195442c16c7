import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { KeyHint } from '@redoubt/ui';
import type { ReactElement } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { hrefOf, useGo } from '../routes/address.ts';
import { tourOf } from '../routes/route-table.ts';
import { PRODUCT_NAME } from './product.ts';
import type { ShellPanel } from './shell-panel.ts';
import { useTours } from './tours/use-tour.tsx';
import { useRoutePath } from './use-route-path.ts';

type OpenedHelpMenuProps = { readonly button: ReactElement; readonly onPanel: (panel: ShellPanel) => void };

/** Keys, guide, tours and support. */
export const OpenedHelpMenu = ({ button, onPanel }: OpenedHelpMenuProps) => {
  const text = useText('shell');
  const routes = useText('routes');
  const go = useGo();
  const { me, supportUrl } = useConsole();
  const { start } = useTours();
  const tour = tourOf(useRoutePath());
  const mayAsk = supportUrl !== null && me.directoryRoles.includes('GlobalAdministrator');
  return (
    <Menu positioning="below-end" defaultOpen>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem secondaryContent={<KeyHint keys="?" />} onClick={() => onPanel('shortcuts')}>
            {text('help.shortcuts')}
          </MenuItem>
          <MenuItem onClick={() => go(hrefOf('/help/language'))}>{routes('languageGuide.title')}</MenuItem>
          {tour ? <MenuItem onClick={() => start(tour)}>{text('help.tour')}</MenuItem> : null}
          <MenuItem onClick={() => onPanel('tours')}>{text('tours.title')}</MenuItem>
          {mayAsk ? (
            <MenuItem onClick={() => window.open(supportUrl, '_blank', 'noopener')}>{text('help.support')}</MenuItem>
          ) : null}
          <MenuItem onClick={() => onPanel('about')}>{text('help.about', { product: PRODUCT_NAME })}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
