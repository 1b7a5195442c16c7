import { HOUR_MS } from '@redoubt/kernel';
import type { Permission } from '../access/capabilities.ts';

type ViewPage = {
  /** What the page itself asks for: people who may open it have views of it. */
  readonly permission: Permission;
  /** Parameters of its address that a view keeps, in the order in which they are written. */
  readonly parameters: readonly string[];
};

/** What reports of events are asked. */
const REPORT_PARAMETERS = [
  'assessment',
  'period',
  'from',
  'to',
  'step',
  'compare',
  'view',
  'currency',
  'children',
] as const;

/**
 * Pages whose address can be saved as a view. A page is added here with the parameters that say its filters and order, and
 * names its row in its route of the console.
 */
export const SAVED_VIEW_PAGES = {
  'case-report': { permission: 'caseReport:read', parameters: ['period', 'assessment', 'queue', 'agent'] },
  /** The list of queues. */
  queues: { permission: 'queues:read', parameters: ['find', 'of', 'as', 'sort', 'columns'] },
  /** The cases of a queue; a view holds for every queue of the environment. */
  'queue-cases': { permission: 'queues:read', parameters: ['order', 'way', 'due', 'whose', 'rule', 'columns'] },
  monitor: {
    permission: 'monitoring:read',
    parameters: ['assessment', 'monitor', 'period', 'step', 'as', 'children', 'table'],
  },
  'score-report': {
    permission: 'scoreReport:read',
    parameters: [
      'tab',
      'assessment',
      'period',
      'from',
      'to',
      'step',
      'view',
      'currency',
      'children',
      'low',
      'high',
      'cut',
      'margin',
      'labels',
      'x',
      'y',
    ],
  },
  'summary-report': { permission: 'reports:read', parameters: [...REPORT_PARAMETERS, 'only', 'returned', 'as'] },
  'rule-report': {
    permission: 'reports:read',
    parameters: [...REPORT_PARAMETERS, 'only', 'tab', 'show', 'sort', 'up', 'drawn'],
  },
  'threat-report': {
    permission: 'reports:read',
    parameters: [...REPORT_PARAMETERS, 'by', 'of', 'where'],
  },
  'observation-report': {
    permission: 'reports:read',
    parameters: [...REPORT_PARAMETERS, 'kind', 'by', 'where'],
  },
  'activity-log': { permission: 'activityLogs:read', parameters: ['range', 'join', 'where'] },
  search: { permission: 'search:read', parameters: ['type', 'children', 'range', 'where', 'or', 'fql', 'sort'] },
} as const satisfies Readonly<Record<string, ViewPage>>;

export type SavedViewPage = keyof typeof SAVED_VIEW_PAGES;

/** Names of the pages, for schemas. */
export const SAVED_VIEW_PAGE_NAMES = Object.keys(SAVED_VIEW_PAGES) as [SavedViewPage, ...SavedViewPage[]];

/** Longest name of a view, in UTF-16 units. */
export const MAX_VIEW_NAME = 80;
/** Longest query string of a view, in characters: addresses beyond that are refused by proxies. */
export const MAX_VIEW_PARAMETERS = 6000;
/** Private views of one person, and shared views of an environment, of one page. */
export const MAX_PRIVATE_VIEWS = 50;
export const MAX_SHARED_VIEWS = 50;
/** How long a deleted view can be brought back. */
export const VIEW_RESTORE_MS = HOUR_MS;

/** Whether a text can name a view: one line that is not blank. */
export const isViewName = (name: string): boolean => {
  const trimmed = name.trim();
  return trimmed !== '' && trimmed.length <= MAX_VIEW_NAME && !/\p{Cc}/u.test(trimmed);
};

/** Parameters of an address: one value, or several of the same name. */
type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters of an address that a view of the page keeps, as a query string; empty for the page as it opens by itself. */
export const formatViewParameters = (page: SavedViewPage, address: Parameters): string => {
  const kept = new URLSearchParams();
  for (const name of SAVED_VIEW_PAGES[page].parameters) {
    const value = Object.hasOwn(address, name) ? address[name] : undefined;
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) if (each !== '') kept.append(name, each);
  }
  return kept.toString();
};

/** The parameters that a query string of a view says. */
export const parseViewParameters = (page: SavedViewPage, text: string): Readonly<Record<string, string | string[]>> => {
  const query = new URLSearchParams(text);
  const found: Record<string, string | string[]> = {};
  for (const name of SAVED_VIEW_PAGES[page].parameters) {
    const [value, ...others] = query.getAll(name);
    if (value !== undefined) found[name] = others.length === 0 ? value : [value, ...others];
  }
  return found;
};

/** Whether a text is a query string as `formatViewParameters` writes it: known names in their order, and nothing else. */
export const isViewParameters = (page: SavedViewPage, text: string): boolean =>
  text.length <= MAX_VIEW_PARAMETERS && formatViewParameters(page, parseViewParameters(page, text)) === text;
