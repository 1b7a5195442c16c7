import {
  BriefcaseRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  DataHistogramRegular,
  DatabaseRegular,
  HomeRegular,
  KeyRegular,
  LayerRegular,
  OptionsRegular,
  PlugDisconnectedRegular,
  SearchRegular,
  ShieldRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { joinClasses, Link } from '@redoubt/ui';
import { useMemo, useState } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import type { MenuGroup } from '../../routes/route-entry.ts';
import { useRoutePath } from '../use-route-path.ts';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { activeEntry, menuFor, pinnedItems, type MenuItem, type MenuSection } from './menu.ts';
import styles from './navigation.module.css';
import { useTours } from '../tours/use-tour.tsx';
import { useCollapsed } from './use-collapsed.tsx';

const ICONS: Readonly<Record<MenuGroup, FluentIcon>> = {
  dashboard: HomeRegular,
  fraud: ShieldRegular,
  cases: BriefcaseRegular,
  search: SearchRegular,
  reports: DataHistogramRegular,
  data: DatabaseRegular,
  integration: PlugDisconnectedRegular,
  settings: OptionsRegular,
  environments: LayerRegular,
  admin: KeyRegular,
};

type EntryProps = { readonly item: MenuItem; readonly active: boolean; readonly nested: boolean };

const Entry = ({ item, active, nested }: EntryProps) => {
  const routes = useText('routes');
  const { menu, key, path } = item.route;
  const title = routes(`${key}.title`);
  const Icon = nested || !menu ? null : ICONS[menu.group];
  return (
    <Link
      href={path}
      className={joinClasses(styles.entry, nested && styles.nested, active && styles.active)}
      aria-current={active ? 'page' : undefined}
      title={title}
    >
      {Icon ? <Icon className={styles.icon ?? ''} fontSize={18} aria-hidden /> : null}
      <span className={styles.word}>{title}</span>
    </Link>
  );
};

type GroupProps = {
  readonly section: MenuSection;
  readonly active: string | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
};

const Group = ({ section, active, open, onToggle }: GroupProps) => {
  const text = useText('shell');
  const title = text(`menu.${section.group}`);
  const Icon = ICONS[section.group];
  const Chevron = open ? ChevronDownRegular : ChevronRightRegular;
  const inside = section.items.some(({ route }) => route.path === active);
  return (
    <>
      <button
        type="button"
        className={joinClasses(styles.entry, inside && !open && styles.active, inside && styles.inside)}
        aria-expanded={open}
        title={title}
        onClick={onToggle}
      >
        <Icon className={styles.icon ?? ''} fontSize={18} aria-hidden />
        <span className={styles.word}>{title}</span>
        <Chevron className={styles.chevron ?? ''} fontSize={12} aria-hidden />
      </button>
      {open ? (
        <ul className={styles.list}>
          {section.items.map((item) => (
            <li key={item.route.path}>
              <Entry item={item} active={item.route.path === active} nested />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
};

const OPEN_AT_FIRST: readonly MenuGroup[] = ['fraud', 'cases'];

/** The left navigation: what this person may open here. Collapsed it keeps the icons; a group then opens it again. */
export const Navigation = () => {
  const text = useText('shell');
  const environment = useEnvironment();
  const routePath = useRoutePath();
  const [collapsed, toggleNavigation] = useCollapsed();
  const [{ pinnedPages }] = usePreferences();
  const pinned = useMemo(() => pinnedItems(pinnedPages, environment), [pinnedPages, environment]);
  const sections = useMemo(() => menuFor(environment), [environment]);
  const active = activeEntry(sections, routePath);
  const activeGroup = sections.find(({ items }) => items.some(({ route }) => route.path === active))?.group;
  const [toggled, setToggled] = useState<Readonly<Partial<Record<MenuGroup, boolean>>>>({});
  const { running } = useTours();
  const shownByTour = running?.tour.steps[running.step]?.opens;
  const isOpen = (group: MenuGroup): boolean =>
    !collapsed &&
    (group === shownByTour || (toggled[group] ?? (group === activeGroup || OPEN_AT_FIRST.includes(group))));
  const toggle = (group: MenuGroup): void => {
    setToggled((before) => ({ ...before, [group]: collapsed || !isOpen(group) }));
    if (collapsed) toggleNavigation();
  };
  return (
    <nav
      id="navigation"
      className={joinClasses(styles.navigation, collapsed && styles.collapsed)}
      aria-label={text('header.navigation')}
    >
      {pinned.length > 0 ? (
        <ul className={joinClasses(styles.list, styles.pinned)} aria-label={text('menu.pinned')}>
          {pinned.map((item) => (
            <li key={item.route.path}>
              <Entry item={item} active={false} nested={false} />
            </li>
          ))}
        </ul>
      ) : null}
      <ul className={styles.list}>
        {sections.map((section) => {
          const [first] = section.items;
          return (
            <li key={section.group}>
              {section.single && first ? (
                <Entry item={first} active={first.route.path === active} nested={false} />
              ) : (
                <Group
                  section={section}
                  active={active}
                  open={isOpen(section.group)}
                  onToggle={() => toggle(section.group)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
