import { useMatches } from '@tanstack/react-router';

/** The path of the route on screen as the table writes it: `/search/:eventType/:envId/:id`; empty where none fits. */
export const useRoutePath = (): string => {
  const matches = useMatches();
  const fullPath: unknown = matches.at(-1)?.fullPath;
  if (matches.length < 2) return '';
  const path = typeof fullPath === 'string' ? fullPath.replace(/\$(\w+)/g, ':$1') : '/';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/';
};
