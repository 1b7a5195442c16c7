import { useFailureText, asFailure } from '@redoubt/ui';
import { useText } from '@redoubt/i18n';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { isRequested } from '../api/api-error.ts';
import { requestedChanges } from '../api/requested-changes.ts';
import { Callouts } from './Callouts.tsx';
import { useConfigurationName } from '../shared/resources/use-configuration-name.ts';
import { createCalloutStore, type Callout, type CalloutStore, type ShownCallout } from './notifications.ts';

const Store = createContext<CalloutStore | null>(null);

/** Shows results of the person's own actions at the top right. */
export const CalloutProvider = ({ children }: { readonly children: ReactNode }) => {
  const store = useMemo(() => createCalloutStore(() => Date.now()), []);
  const text = useText('ui');
  const nameOf = useConfigurationName();
  useEffect(
    () =>
      requestedChanges.subscribe(({ id, target }) =>
        store.notify({
          severity: 'Information',
          title: text('requested.title'),
          body: text('requested.body', { name: nameOf(target.type, target.name) }),
          action: { text: text('requested.show'), href: `/changes?change=${id}` },
        }),
      ),
    [store, text, nameOf],
  );
  return (
    <Store.Provider value={store}>
      {children}
      <Callouts store={store} />
    </Store.Provider>
  );
};

const useStore = (): CalloutStore => {
  const store = useContext(Store);
  if (!store) throw new Error('useNotify stands outside of CalloutProvider');
  return store;
};

/** Says what came of an action: `notify({ severity: 'Success', title })`. */
export const useNotify = (): ((callout: Callout) => void) => useStore().notify;

/** Says that an action failed, in the words of its code; one that waits for a second person is announced elsewhere. */
export const useNotifyFailure = (): ((thrown: unknown, title?: string) => void) => {
  const store = useStore();
  const say = useFailureText();
  const text = useText('ui');
  return (thrown, title) => {
    if (isRequested(thrown)) return;
    store.notify({ severity: 'Error', title: title ?? text('error.title'), body: say(asFailure(thrown)) });
  };
};

/** How many callouts have come since the panel was last open. */
export const useUnread = (): number => {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.unread);
};

export const useHistory = (): { readonly entries: readonly ShownCallout[]; readonly markRead: () => void } => {
  const store = useStore();
  return { entries: useSyncExternalStore(store.subscribe, store.history), markRead: store.markRead };
};
