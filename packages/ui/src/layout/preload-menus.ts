import { loadMoreMenu } from './CommandBar.tsx';
import { preloadTooltip } from './WithReason.tsx';

/** Loads what pages open over themselves by a click or a glance: menus of commands, and the tooltips of reasons. */
export const preloadMenus = async (): Promise<void> => {
  await Promise.all([loadMoreMenu(), preloadTooltip()]);
};
