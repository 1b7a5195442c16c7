import { useText } from '@redoubt/i18n';
import { OfflineBar, useShortcut } from '@redoubt/ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { NotificationPanel } from '../notifications/NotificationPanel.tsx';
import { PreferencesPanel } from '../preferences/PreferencesPanel.tsx';
import { FeedbackPanel } from './FeedbackPanel.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './navigation/Navigation.tsx';
import { useCollapsed } from './navigation/use-collapsed.tsx';
import { ShortcutOverview } from './ShortcutOverview.tsx';
import { useGoShortcuts } from './use-go-shortcuts.ts';
import { useOnline } from './use-online.ts';
import styles from './shell.module.css';

/** What lies over the content at the right; one at a time. */
export type ShellPanel = 'preferences' | 'notifications' | 'feedback' | 'shortcuts' | 'about';

/** After a change of page the heading gets the focus, unless the page has given it to something itself. */
const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return undefined;
    }
    const timer = setTimeout(() => {
      const main = document.getElementById('content');
      if (main?.contains(document.activeElement) && document.activeElement !== main) return;
      (main?.querySelector<HTMLElement>('[data-page-title]') ?? main)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [pathname]);
};

/** The frame: header, navigation, content, and what can be called up over them. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const text = useText('shell');
  const online = useOnline();
  const [, toggleNavigation] = useCollapsed();
  const [panel, setPanel] = useState<ShellPanel | null>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const closePanel = useCallback(() => setPanel(null), []);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  useFocusOnNavigation();
  useGoShortcuts();
  useShortcut('Ctrl K', text('shortcut.palette'), openPalette, { always: true, inFields: true });
  useShortcut('?', text('shortcut.overview'), () => setPanel('shortcuts'));
  useShortcut('[', text('shortcut.navigation'), toggleNavigation);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text('skip')}
      </a>
      <Header onPanel={setPanel} onPalette={openPalette} />
      {online ? null : <OfflineBar />}
      <div className={styles.body}>
        <Navigation />
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {panel === 'preferences' ? <PreferencesPanel onClose={closePanel} /> : null}
      {panel === 'notifications' ? <NotificationPanel onClose={closePanel} /> : null}
      {panel === 'feedback' ? <FeedbackPanel onClose={closePanel} /> : null}
      {panel === 'shortcuts' || panel === 'about' ? <ShortcutOverview onClose={closePanel} /> : null}
      {paletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} onPanel={setPanel} /> : null}
    </div>
  );
};
