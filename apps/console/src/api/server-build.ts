import { consoleBuildOf } from '@redoubt/contracts';
import { createSubscribers } from '@redoubt/ui';
import { useSyncExternalStore } from 'react';

/** Compares what the server brings along with what runs here. Once they differ it stays so: only a reload helps. */
export type ServerBuild = {
  /** Called with every answer; null where the server says nothing, as while developing. */
  readonly seen: (build: string | null) => void;
  readonly differs: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
};

export const createServerBuild = (own: () => string | null): ServerBuild => {
  const { subscribe, notify } = createSubscribers();
  let differs = false;
  return {
    seen: (build) => {
      const running = differs || build === null ? null : own();
      if (running === null || running === build) return;
      differs = true;
      notify();
    },
    differs: () => differs,
    subscribe,
  };
};

const ownBuild = (): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? consoleBuildOf(script.src) : null;
};

/** The server this page talks to. */
export const serverBuild = createServerBuild(ownBuild);

/** Whether the server brings another build of the console than the one that runs. */
export const useOtherBuild = (): boolean => useSyncExternalStore(serverBuild.subscribe, serverBuild.differs);
