import { useText } from '@redoubt/i18n';
import { OnDemandMenu } from '@redoubt/ui';
import { useConsole } from '../app/console-context.tsx';
import { loadUserMenu } from './menus.ts';
import { useMissingMenu } from './use-missing-menu.ts';
import styles from './shell.module.css';

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const [first = '?'] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toLocaleUpperCase();
};

/** The button of the menu of who is signed in. */
export const UserMenu = () => {
  const text = useText('shell');
  const { me } = useConsole();
  return (
    <OnDemandMenu
      load={loadUserMenu}
      props={{}}
      onFailure={useMissingMenu()}
      button={
        <button type="button" className={styles.avatar} title={me.user.name}>
          {initialsOf(me.user.name)}
          <span className="visually-hidden">{text('user.menu', { name: me.user.name })}</span>
        </button>
      }
    />
  );
};
