import type { UnbuiltRow, RedirectRow } from './route-entry.ts';

/** Addresses of the original console whose pages are not built yet; a feature takes its row over. */
export const UNBUILT_ROUTES = [
  {
    number: 59,
    path: '/data/explorer',
    chunk: 'Graph Explorer',
    permission: ['graphExplorer:read'],
    key: 'explorer',
    menu: { group: 'data', place: 70 },
  },
] as const satisfies readonly (UnbuiltRow | RedirectRow)[];
