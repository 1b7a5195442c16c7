import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import type { Tour } from '../../routes/route-table.ts';

type Running = { readonly tour: Tour; readonly step: number };

type Tours = {
  readonly running: Running | null;
  /** Begins a tour, or goes on where it was left. */
  readonly start: (tour: Tour) => void;
  readonly goTo: (step: number) => void;
  /** Ends it: at its last step for good, before that so that it can be taken up again. */
  readonly end: () => void;
  readonly decline: (tour: Tour) => void;
};

const NONE: Tours = {
  running: null,
  start: () => undefined,
  goTo: () => undefined,
  end: () => undefined,
  decline: () => undefined,
};

const Context = createContext<Tours>(NONE);

/** Runs at most one tour; how far the user got is kept with their preferences. */
export const TourProvider = ({ children }: { readonly children: ReactNode }) => {
  const [{ tours }, change] = usePreferences();
  const [running, setRunning] = useState<Running | null>(null);
  const keep = useCallback(
    (id: string, state: number | 'done' | 'declined') => change({ tours: { ...tours, [id]: state } }),
    [change, tours],
  );
  const start = useCallback(
    (tour: Tour) => {
      const left = tours[tour.id];
      const step = typeof left === 'number' && left < tour.steps.length ? left : 0;
      setRunning({ tour, step });
      keep(tour.id, step);
    },
    [keep, tours],
  );
  const goTo = useCallback(
    (step: number) => {
      if (!running) return;
      setRunning({ ...running, step });
      keep(running.tour.id, step);
    },
    [keep, running],
  );
  const end = useCallback(() => {
    if (!running) return;
    const isLast = running.step === running.tour.steps.length - 1;
    keep(running.tour.id, isLast ? 'done' : running.step);
    setRunning(null);
  }, [keep, running]);
  const decline = useCallback((tour: Tour) => keep(tour.id, 'declined'), [keep]);
  const value = useMemo(() => ({ running, start, goTo, end, decline }), [running, start, goTo, end, decline]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
};

export const useTours = (): Tours => useContext(Context);
