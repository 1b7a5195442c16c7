import { useMatches } from '@tanstack/react-router';

/** The path of the route on screen as the table writes it: `/search/:eventType/:envId/:id`. */
export const useRoutePath = (): string => {
  const fullPath: unknown = useMatches().at(-1)?.fullPath;
  const path = typeof fullPath === 'string' ? fullPath.replace(/\$(\w+)/g, ':$1') : '/';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/';
};
