import {
  AlertRegular,
  ChatRegular,
  NavigationRegular,
  OptionsRegular,
  QuestionCircleRegular,
  SearchRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { KeyHint, Link, OnDemandMenu } from '@redoubt/ui';
import { useUnread } from '../notifications/CalloutProvider.tsx';
import { useNotices } from '../notifications/notices.queries.ts';
import { BrandMark } from './BrandMark.tsx';
import { EnvironmentSwitcher } from './environments/EnvironmentSwitcher.tsx';
import { useCollapsed } from './navigation/use-collapsed.tsx';
import { PRODUCT_NAME } from './product.ts';
import { loadHelpMenu } from './menus.ts';
import type { ShellPanel } from './shell-panel.ts';
import { useMissingMenu } from './use-missing-menu.ts';
import { UserMenu } from './UserMenu.tsx';
import styles from './shell.module.css';

type HeaderButtonProps = {
  readonly icon: FluentIcon;
  readonly text: string;
  readonly badge?: number;
  readonly tour?: string;
  readonly onSelect: () => void;
};

const HeaderButton = ({ icon: Icon, text, badge = 0, tour, onSelect }: HeaderButtonProps) => (
  <button
    type="button"
    className={styles.headerButton}
    data-tour={tour}
    aria-label={text}
    title={text}
    onClick={onSelect}
  >
    <Icon fontSize={18} aria-hidden />
    {badge > 0 ? (
      <span className={styles.badge} aria-hidden>
        {badge}
      </span>
    ) : null}
  </button>
);

const HelpMenu = ({ onPanel }: { readonly onPanel: (panel: ShellPanel) => void }) => {
  const text = useText('shell');
  return (
    <OnDemandMenu
      load={loadHelpMenu}
      props={{ onPanel }}
      onFailure={useMissingMenu()}
      button={
        <button
          type="button"
          className={styles.headerButton}
          data-tour="help"
          aria-label={text('header.help')}
          title={text('header.help')}
        >
          <QuestionCircleRegular fontSize={18} aria-hidden />
        </button>
      }
    />
  );
};

export type HeaderProps = {
  readonly onPanel: (panel: ShellPanel) => void;
  readonly onPalette: () => void;
};

/** The dark bar over everything. */
export const Header = ({ onPanel, onPalette }: HeaderProps) => {
  const text = useText('shell');
  const { notices } = useNotices();
  const unread = useUnread() + notices.filter(({ state }) => state === 'Unread').length;
  const [collapsed, toggleNavigation] = useCollapsed();
  const menuText = text(collapsed ? 'header.showNavigation' : 'header.hideNavigation');
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={styles.menuButton}
        aria-label={menuText}
        aria-expanded={!collapsed}
        aria-controls="navigation"
        title={menuText}
        onClick={toggleNavigation}
      >
        <NavigationRegular fontSize={18} aria-hidden />
      </button>
      <Link href="/" className={styles.brand} aria-label={text('header.home', { product: PRODUCT_NAME })}>
        <BrandMark />
        <span>{PRODUCT_NAME}</span>
      </Link>
      <EnvironmentSwitcher />
      <button type="button" className={styles.palette} data-tour="palette" aria-haspopup="dialog" onClick={onPalette}>
        <SearchRegular fontSize={14} aria-hidden />
        <span>{text('palette.placeholder')}</span>
        <KeyHint keys="Ctrl K" />
      </button>
      <div className={styles.headerEnd}>
        <HeaderButton icon={ChatRegular} text={text('header.feedback')} onSelect={() => onPanel('feedback')} />
        <HeaderButton
          icon={AlertRegular}
          text={text('header.notifications', { count: unread })}
          badge={unread}
          tour="notices"
          onSelect={() => onPanel('notifications')}
        />
        <HeaderButton icon={OptionsRegular} text={text('header.preferences')} onSelect={() => onPanel('preferences')} />
        <HelpMenu onPanel={onPanel} />
        <UserMenu />
      </div>
    </header>
  );
};
