import type { Command } from '@redoubt/ui';
import { createContext, type ReactNode } from 'react';

/** What a route adds to its page, whatever the page is: commands behind its own, and a panel over its right edge. */
export type PageTools = { readonly commands: readonly Command[]; readonly panel: ReactNode };

const NO_TOOLS: PageTools = { commands: [], panel: null };

export const PageToolsContext = createContext<PageTools>(NO_TOOLS);
