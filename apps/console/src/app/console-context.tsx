import type { EnvironmentSummary, Me } from '@redoubt/contracts';
import { allows, type Permission } from '@redoubt/domain';
import { createContext, useContext, type ReactNode } from 'react';
import type { ApiCall } from '../api/api-call.ts';

export type ConsoleContextValue = {
  readonly me: Me;
  /** The environment the console works in: accessible and Active. */
  readonly environment: EnvironmentSummary;
  readonly call: ApiCall;
  /** Where global administrators ask for support; null where the operator named no place. */
  readonly supportUrl: string | null;
  /** Origin that serves the script of device fingerprinting, where that is not the console's. */
  readonly fingerprintOrigin: string | null;
  /** Changes the environment; keeps the page where the person may see it there. */
  readonly openEnvironment: (id: string) => void;
  readonly signOut: () => void;
};

const Console = createContext<ConsoleContextValue | null>(null);

/** Gives the pages who is signed in, where they are, and how to call the server. */
export const ConsoleProvider = ({
  value,
  children,
}: {
  readonly value: ConsoleContextValue;
  readonly children: ReactNode;
}) => <Console.Provider value={value}>{children}</Console.Provider>;

export const useConsole = (): ConsoleContextValue => {
  const value = useContext(Console);
  if (!value) throw new Error('useConsole stands outside of ConsoleProvider');
  return value;
};

/** The signed-in person with tenant, environments and preferences. */
export const useMe = (): Me => useConsole().me;

/** The environment in force. */
export const useEnvironment = (): EnvironmentSummary => useConsole().environment;

/** The client of the endpoint table. */
export const useCall = (): ApiCall => useConsole().call;

/** Whether the person may do something in the environment in force. The server is the authority; this hides buttons. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const { capabilities } = useEnvironment();
  return (permission) => allows(capabilities, permission);
};
