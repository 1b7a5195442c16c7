import { useEnvironment } from '../app/console-context.tsx';
import { useTours } from './tours/use-tour.tsx';
import { usePreferences } from '../preferences/use-preferences.tsx';
import { mayOpen } from '../routes/access.ts';
import { LazyPart } from '../routes/LazyPart.tsx';
import { routeOf, tourOf } from '../routes/route-table.ts';
import { useRoutePath } from './use-route-path.ts';

const loadTours = async () => (await import('./tours/TourLayer.tsx')).TourLayer;

/** Where tours run and are offered; loads them only for a user who has one to see. */
export const TourHost = () => {
  const { capabilities } = useEnvironment();
  const [{ tours }] = usePreferences();
  const { running } = useTours();
  const path = useRoutePath();
  const tour = tourOf(path);
  const route = routeOf(path);
  const isOffered =
    tour !== undefined &&
    tours[tour.id] === undefined &&
    route !== undefined &&
    mayOpen(route.permission, capabilities);
  if (!running && !isOffered) return null;
  const place = running ? null : <div className="flex-none min-h-36" />;
  return <LazyPart load={loadTours} texts={['firstRun']} props={{}} fallback={place} />;
};
