import type { ReactNode } from 'react';
import { lazyComponent, type LazyComponent } from '../routes/lazy-component.tsx';
import { PageBoundary } from '../routes/PageBoundary.tsx';
import type { ShellPanel } from './shell-panel.ts';

type PanelProps = { readonly onClose: () => void };

const panelOf = (load: () => Promise<(props: PanelProps) => ReactNode>) => lazyComponent(load, () => null);

const shortcuts = panelOf(async () => (await import('./ShortcutOverview.tsx')).ShortcutOverview);

const PANELS: Readonly<Record<ShellPanel, LazyComponent<PanelProps>>> = {
  preferences: panelOf(async () => (await import('../preferences/PreferencesPanel.tsx')).PreferencesPanel),
  notifications: panelOf(async () => (await import('../notifications/NotificationPanel.tsx')).NotificationPanel),
  feedback: panelOf(async () => (await import('./FeedbackPanel.tsx')).FeedbackPanel),
  shortcuts,
  about: shortcuts,
  tours: panelOf(async () => (await import('./tours/TourList.tsx')).TourList),
};

/** Loads the panels, which are not part of the start. */
export const preloadPanels = {
  preload: (): void => {
    for (const panel of Object.values(PANELS)) panel.preload();
  },
};

/** The panel that lies over the content. It comes over the page, so nothing moves when it arrives. */
export const ShellPanels = ({ panel, onClose }: { readonly panel: ShellPanel } & PanelProps): ReactNode => {
  const Panel = PANELS[panel];
  return (
    <PageBoundary resetKey={panel} onRetry={Panel.preload}>
      <Panel onClose={onClose} />
    </PageBoundary>
  );
};
