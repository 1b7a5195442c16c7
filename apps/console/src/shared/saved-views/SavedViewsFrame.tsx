import { BookmarkRegular } from '@fluentui/react-icons';
import type { SavedViewPage } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { LazyPart } from '../../routes/LazyPart.tsx';
import { PageToolsContext } from '../../shell/page-tools.ts';
import { savedViewsQuery } from './saved-views.queries.ts';
import { useViewAddress } from './use-view-address.ts';

/** Entries of the history on which a page was open within this visit: coming back finds them as they were left. */
const visited = new Set<string>();

const useHistoryEntry = (): string =>
  useRouterState({ select: ({ location: { href, state } }) => `${state.__TSR_key ?? ''} ${href}` });

/** Opens the default view where a page is opened without filters; false until it is known whether there is one. */
const useDefaultView = (page: SavedViewPage): boolean => {
  const call = useCall();
  const { id } = useEnvironment();
  const entry = useHistoryEntry();
  const { isPlain, open } = useViewAddress(page);
  const [isOpen, setOpen] = useState(() => !isPlain || visited.has(entry));
  const { data, failureCount } = useQuery(savedViewsQuery(call, id, page));
  const chosen = data?.views.find(({ isDefault, parameters }) => isDefault && parameters !== '');
  const isKnown = data !== undefined || failureCount > 0;
  const isReady = isOpen || !isPlain || (isKnown && chosen === undefined);
  // Once open it stays so: filters that are taken back leave the address as plain as it was.
  if (isReady && !isOpen) setOpen(true);
  useEffect(() => {
    if (isReady) visited.add(entry);
    else if (chosen !== undefined) open(chosen.parameters, { replace: true });
  }, [isReady, entry, chosen, open]);
  return isReady;
};

const loadPanel = async () => (await import('./SavedViewsPanel.tsx')).SavedViewsPanel;

/** Gives a page its saved views: the command `v` with their panel, and the view that it opens with. */
export const SavedViewsFrame = (props: {
  readonly page: SavedViewPage;
  /** Stands there until it is known what the page opens with. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}): ReactNode => {
  const { page, waiting, children } = props;
  const text = useText('shell');
  const call = useCall();
  const { id } = useEnvironment();
  const isOpen = useDefaultView(page);
  const { current } = useViewAddress(page);
  const { data } = useQuery({ ...savedViewsQuery(call, id, page), enabled: isOpen });
  const [isListed, setListed] = useState(false);
  const shown = current === '' ? undefined : data?.views.find(({ parameters }) => parameters === current);
  const words = shown === undefined ? text('views.command') : text('views.current', { name: shown.name });
  useShortcut('v', text('views.command'), () => setListed(true), { active: isOpen });
  const tools = useMemo(
    () => ({
      commands: [
        {
          id: 'views',
          text: words,
          icon: BookmarkRegular,
          keys: 'v',
          pressed: isListed,
          onSelect: () => setListed(!isListed),
        },
      ],
      panel: isListed ? (
        <LazyPart
          load={loadPanel}
          texts={['savedViews']}
          props={{ page, onClose: () => setListed(false) }}
          fallback={null}
        />
      ) : null,
    }),
    [words, isListed, page],
  );
  return isOpen ? <PageToolsContext.Provider value={tools}>{children}</PageToolsContext.Provider> : waiting;
};
