import { useText } from '@redoubt/i18n';
import { OfflineBar, OtherVersionBar, StaleBar, useShortcut } from '@redoubt/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { useOtherBuild } from '../api/server-build.ts';
import { CommandPalette, preloadPalette } from '../palette/CommandPalette.tsx';
import { CriticalBar } from '../notifications/CriticalBar.tsx';
import { useNoticeCallouts } from '../notifications/use-notice-callouts.ts';
import { usePreload } from '../routes/lazy-component.tsx';
import { preloadProvider } from '../session/identity-client.ts';
import { GoShortcuts } from './GoShortcuts.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './navigation/Navigation.tsx';
import { TourHost } from './TourHost.tsx';
import { useCollapsed } from './navigation/use-collapsed.tsx';
import { preloadShellMenus } from './menus.ts';
import { preloadPanels, ShellPanels } from './ShellPanels.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useOnline } from './use-online.ts';
import styles from './shell.module.css';
import type { ShellPanel } from './shell-panel.ts';

const CONTENT_ID = 'content';

export type ShellProps = {
  /** Since when the server has not answered; null while it does. */
  readonly staleSince: number | null;
  readonly children: ReactNode;
};

/** The frame: header, navigation, content, and what can be called up over them. */
export const Shell = ({ staleSince, children }: ShellProps) => {
  const text = useText('shell');
  const online = useOnline();
  const otherBuild = useOtherBuild();
  const [, toggleNavigation] = useCollapsed();
  const [panel, setPanel] = useState<ShellPanel | null>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const closePanel = useCallback(() => setPanel(null), []);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  useFocusOnNavigation(CONTENT_ID);
  useNoticeCallouts();
  usePreload(preloadPalette);
  usePreload(preloadShellMenus);
  usePreload(preloadPanels);
  usePreload(preloadProvider);
  useShortcut('Ctrl K', text('shortcut.palette'), openPalette, { always: true, inFields: true });
  useShortcut('?', text('shortcut.overview'), () => setPanel('shortcuts'));
  useShortcut('Ctrl B', text('shortcut.navigation'), toggleNavigation);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${CONTENT_ID}`}>
        {text('skip')}
      </a>
      <GoShortcuts />
      <Header onPanel={setPanel} onPalette={openPalette} />
      <CriticalBar />
      {online ? null : <OfflineBar />}
      {otherBuild ? <OtherVersionBar onReload={() => location.reload()} /> : null}
      {online && staleSince !== null ? <StaleBar since={staleSince} /> : null}
      <TourHost />
      <div className={styles.body}>
        <Navigation />
        <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {panel === null ? null : <ShellPanels panel={panel} onClose={closePanel} />}
      {paletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} onPanel={setPanel} /> : null}
    </div>
  );
};
