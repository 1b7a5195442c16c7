import { getMe, putSettings, type Me } from '@redoubt/contracts';
import { isInGroup } from '@redoubt/domain';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/read.ts';
import { useStale } from '../api/use-stale.ts';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
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
  /** Since when the server has not answered, in epoch milliseconds; null while it does. */
  readonly staleSince: number | null;
};

/** The person, kept up to date: roles change, environments come and go; often while one is being created. */
export const useLiveMe = (): LiveMe => {
  const { me, call } = useSession();
  const query = useQuery({
    ...read(call, getMe, { polled: true }),
    initialData: me,
    staleTime: POLL_MS / 2,
    refetchInterval: ({ state }) =>
      state.data?.environments.some(({ status }) => isInGroup(status, 'busy')) ? POLL_PENDING_MS : POLL_MS,
  });
  return { me: query.data, staleSince: useStale(query) };
};
