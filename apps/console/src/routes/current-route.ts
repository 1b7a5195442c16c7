import { createContext, useContext } from 'react';
import type { RouteEntry } from './route-entry.ts';

/** The row of the route table on screen. */
export const CurrentRoute = createContext<RouteEntry | null>(null);

export const useRoute = (): RouteEntry | null => useContext(CurrentRoute);
