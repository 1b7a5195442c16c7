import type { Permission } from '@redoubt/domain';
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
  /** Shown only while a root environment is open. */
  readonly rootOnly?: boolean;
};

/** Name of a route in the texts: `routes.<key>.title`. */
export type RouteKey = TextKey<'routes'> extends infer Key ? (Key extends `${infer Name}.title` ? Name : never) : never;

/** Keys of routes that say what they will be. */
export type UnbuiltKey =
  TextKey<'routes'> extends infer Key ? (Key extends `${infer Name}.about` ? Name : never) : never;

/** Who may open it: any one of these permissions, or every signed-in person, or every visitor. */
export type RoutePermission = readonly Permission[] | 'signedIn' | 'anonymous';

type Common = {
  /** Place in the list of the original's routes; null for addresses added since. */
  readonly number: number | null;
  /** Canonical path, parameters as `:name`. */
  readonly path: string;
  readonly chunk: Chunk;
  readonly permission: RoutePermission;
  readonly menu?: MenuSlot;
};

export type BuiltRoute = Common & {
  readonly built: true;
  readonly key: RouteKey;
  /** Catalogues the page needs beyond those of the frame. */
  readonly texts: readonly Namespace[];
};

export type UnbuiltRoute = Common & { readonly built: false; readonly key: UnbuiltKey };

/** Leads elsewhere; it works exactly when the page it leads to works. */
export type RedirectRoute = Common & { readonly built: boolean; readonly key: RouteKey; readonly redirectTo: string };

export type RouteEntry = BuiltRoute | UnbuiltRoute | RedirectRoute;

export const isRedirect = (route: RouteEntry): route is RedirectRoute => 'redirectTo' in route;
export const isPage = (route: RouteEntry): route is BuiltRoute => 'texts' in route;

/** Keeps the literal types of a row, so that paths are typed. */
export const row = <const Row extends RouteEntry>(entry: Row): Row => entry;
