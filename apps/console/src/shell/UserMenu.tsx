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
import { useConsole } from '../app/console-context.tsx';
import { hrefOf, useGo } from '../routes/address.ts';
import { useChangeLanguage } from '../preferences/use-change-language.ts';
import { TenantMenu } from './TenantMenu.tsx';
import styles from './shell.module.css';

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const [first = '?'] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toLocaleUpperCase();
};

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
export const UserMenu = () => {
  const text = useText('shell');
  const { me, signOut } = useConsole();
  const go = useGo();
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.avatar} title={me.user.name}>
          {initialsOf(me.user.name)}
          <span className="visually-hidden">{text('user.menu', { name: me.user.name })}</span>
        </button>
      </MenuTrigger>
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
