import type { Permission, SavedViewPage } from '@redoubt/domain';
import type { Namespace, TextKey } from '@redoubt/i18n';

/** Feature areas loaded on demand (`docs/reference/console.md#screens`). */
export type Chunk =
  | 'Dashboard'
  | 'Fraud'
  | 'Case Management'
  | 'Transaction Review Page'
  | 'Loss Prevention'
  | 'Assessment Reports'
  | 'Monitoring Report'
  | 'Search'
  | 'Graph Explorer'
  | 'Ontology Explorer'
  | 'Integration'
  | 'Environments'
  | 'Settings'
  | 'Admin Settings'
  | 'Data'
  | 'Shell';

/** Groups of the left navigation, in its order. */
export const MENU_GROUPS = [
  'dashboard',
  'fraud',
  'cases',
  'search',
  'reports',
  'data',
  'integration',
  'settings',
  'environments',
  'admin',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export type MenuSlot = {
  readonly group: MenuGroup;
  /** Entries of a group stand in ascending order; in steps of ten, so that one fits between. */
  readonly place: number;
  /** Shown only while a root environment is open. */
  readonly rootOnly?: boolean;
};

/** Name of a route in the texts: `routes.<key>.title`. */
export type RouteKey = TextKey<'routes'> extends infer Key ? (Key extends `${infer Name}.title` ? Name : never) : never;

/** Who may open it: any one of these permissions, or every signed-in person, or every visitor. */
export type RoutePermission = readonly Permission[] | 'signedIn' | 'anonymous';

export type TourStep = {
  readonly title: TextKey<'firstRun'>;
  readonly text: TextKey<'firstRun'>;
  /** The control it points at; a step without one on the screen stands in the middle. */
  readonly target: string;
  /** Group of the navigation that is opened for the step, where its control is an entry of it. */
  readonly opens?: MenuGroup;
};

/** A tour of a page, offered there (`docs/reference/console.md#set-up-attestation-tours`). */
export type RouteTour = {
  readonly id:
    | 'console'
    | 'accountProtection'
    | 'purchaseProtection'
    | 'riskSupport'
    | 'lossPrevention'
    | 'caseReview'
    | 'environments';
  readonly name: TextKey<'shell'>;
  readonly offer: TextKey<'firstRun'>;
  readonly steps: readonly [TourStep, ...TourStep[]];
};

type Common = {
  /** Place in the list of the original's routes; null for addresses added since. */
  readonly number: number | null;
  /** Canonical path, parameters as `:name`. */
  readonly path: string;
  readonly chunk: Chunk;
  readonly permission: RoutePermission;
  readonly menu?: MenuSlot;
  /** The letter that opens it after `g`. */
  readonly goKey?: string;
  readonly tour?: RouteTour;
};

/** An address with a page. */
export type PageRow = Common & {
  readonly key: RouteKey;
  /** File of the page, `<page>.tsx` in the folder of its feature; its one component is the page. */
  readonly page: string;
  /** Catalogues the page needs beyond those of the frame. */
  readonly texts: readonly Namespace[];
  /** Parameter of the path that names the environment in which all of the page works, whatever the rest of the address says. */
  readonly environmentParameter?: string;
  /** Views of it can be saved: filters and order that its address says (`docs/operate/saved-views.md`). */
  readonly savedViews?: SavedViewPage;
};

/** Leads elsewhere. */
export type RedirectRow = Common & { readonly key: RouteKey; readonly redirectTo: string };

export type PageRoute = PageRow & {
  /** Folder of its feature. */
  readonly folder: string;
};

export type RouteEntry = PageRoute | RedirectRow;

export const isRedirect = <Row extends object>(route: Row): route is Extract<Row, { readonly redirectTo: string }> =>
  'redirectTo' in route;
export const isPage = (route: RouteEntry): route is PageRoute => 'page' in route;
