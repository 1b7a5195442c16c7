import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { LocalLanguageRegular, PersonRegular, SignOutRegular } from '@fluentui/react-icons';
import { LANGUAGE_CODES, LANGUAGES, useLanguage, useText } from '@redoubt/i18n';
import type { ReactElement } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { hrefOf, useGo } from '../routes/address.ts';
import { useChangeLanguage } from '../preferences/use-change-language.ts';
import { TenantMenu } from './TenantMenu.tsx';

const LanguageMenu = () => {
  const text = useText('shell');
  const language = useLanguage();
  const changeLanguage = useChangeLanguage();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={<LocalLanguageRegular />}>{text('user.language', { language: LANGUAGES[language] })}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList checkedValues={{ language: [language] }}>
          {LANGUAGE_CODES.map((code) => (
            <MenuItemRadio key={code} name="language" value={code} lang={code} onClick={() => changeLanguage(code)}>
              {LANGUAGES[code]}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

/** Who is signed in, their tenant, language, and the way out. */
export const OpenedUserMenu = ({ button }: { readonly button: ReactElement }) => {
  const text = useText('shell');
  const { me, signOut } = useConsole();
  const go = useGo();
  return (
    <Menu positioning="below-end" defaultOpen>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover>
        <div className="stack py-2 px-3">
          <b>{me.user.name}</b>
          <span className="soft">{me.user.username}</span>
          <span className="soft">{text('user.tenant', { tenant: me.tenant.name })}</span>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuItem icon={<PersonRegular />} onClick={() => go(hrefOf('/profile'))}>
            {text('user.profile')}
          </MenuItem>
          <TenantMenu />
          <LanguageMenu />
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={signOut}>
            {text('user.signOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
