import type { RedirectRow, UnbuiltRow } from './route-entry.ts';

/** Addresses of the original console whose pages are not built yet; a feature takes its row over. */
export const UNBUILT_ROUTES = [] as const satisfies readonly (UnbuiltRow | RedirectRow)[];
