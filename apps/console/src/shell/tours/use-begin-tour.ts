import { useCallback, useMemo } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { mayOpen } from '../../routes/access.ts';
import { useGo } from '../../routes/address.ts';
import { routeOf, TOURS, type Tour } from '../../routes/route-table.ts';
import { useRoutePath } from '../use-route-path.ts';
import { useTours } from './use-tour.tsx';

/** The tours of pages that the person may open here. */
export const useOpenTours = (): readonly Tour[] => {
  const { capabilities } = useEnvironment();
  return useMemo(
    () =>
      TOURS.filter(({ path }) => {
        const route = routeOf(path);
        return route !== undefined && mayOpen(route.permission, capabilities);
      }),
    [capabilities],
  );
};

/** Opens the page of a tour and begins it there, or goes on where it was left. */
export const useBeginTour = (): ((tour: Tour) => void) => {
  const go = useGo();
  const here = useRoutePath();
  const { start } = useTours();
  return useCallback(
    (tour) => {
      if (tour.path !== here) go(tour.path);
      start(tour);
    },
    [go, here, start],
  );
};
