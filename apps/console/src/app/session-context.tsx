import { getMe, putSettings, type Me } from '@redoubt/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiCall } from '../api/api-call.ts';
import { read } from '../api/read.ts';
import { useStale } from '../api/use-stale.ts';
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { usePreferenceStore } from '../preferences/use-preferences.tsx';
import type { Session } from '../session/session.ts';
import { reportProblem } from './report-problem.ts';

const Current = createContext<Session | null>(null);

const POLL_MS = 60_000;
const POLL_PENDING_MS = 5000;

/** The session, with preferences connected to the server. */
export const SessionProvider = ({ session, children }: { readonly session: Session; readonly children: ReactNode }) => {
  const preferences = usePreferenceStore();
  useEffect(() => {
    preferences.connect(
      session.me.settings,
      (settings) => session.call(putSettings, { body: settings }),
      (error) => reportProblem('preferences were not saved', error),
    );
  }, [preferences, session]);
  return <Current.Provider value={session}>{children}</Current.Provider>;
};

export const useSession = (): Session => {
  const session = useContext(Current);
  if (!session) throw new Error('useSession stands outside of SessionProvider');
  return session;
};

export type LiveMe = {
  readonly me: Me;
  /** Still asks for the environment that is to be opened; what is here is of the one before. */
  readonly isAsking: boolean;
  /** Since when the server has not answered, in epoch milliseconds; null while it does. */
  readonly staleSince: number | null;
};

/** The person with the environment that is open, or is to be. */
export const meQuery = (call: ApiCall, open: string | null) =>
  read(call, getMe, { query: open === null ? {} : { open }, polled: true });

/** The person, kept up to date: roles change, environments come and go; often while one is being created. */
export const useLiveMe = (open: string | null): LiveMe => {
  const session = useSession();
  const query = useQuery({
    ...meQuery(session.call, open),
    initialData: () => (open === session.open ? session.me : undefined),
    // The page was loaded with it: what comes back to this environment later is asked for again.
    initialDataUpdatedAt: performance.timeOrigin,
    placeholderData: keepPreviousData,
    staleTime: POLL_MS / 2,
    refetchInterval: ({ state }) => (state.data?.environmentsBusy ? POLL_PENDING_MS : POLL_MS),
  });
  // A read that fails takes no rights back to those of the start.
  const last = useRef(session.me);
  if (query.data !== undefined) last.current = query.data;
  const { data = last.current, isPlaceholderData, isFetching } = query;
  const isAsking = isFetching && (isPlaceholderData || query.data === undefined);
  return { me: data, isAsking, staleSince: useStale(query) };
};
