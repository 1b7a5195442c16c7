import type { PageRow, RedirectRow } from './route-entry.ts';

/** A picture of something that opens from a list, for `npm run gallery`; pages have theirs by their routes. */
export type GalleryPicture = {
  readonly name: string;
  readonly path: string;
  /** Text of the link to follow from there. */
  readonly follow?: string;
};

/**
 * What a feature adds to the console, in one file `<feature>.feature.ts`: its addresses with title, permission, page,
 * texts, menu entry, keys and tour, and its pictures beyond those of its pages. Router, menu, breadcrumbs, palette,
 * shortcuts, help and gallery read it. It holds data alone, so that programs without a browser can read it.
 */
export type Feature = {
  /** Folder below `features`. */
  readonly folder: string;
  readonly routes: readonly (PageRow | RedirectRow)[];
  readonly pictures?: readonly GalleryPicture[];
};

/** Keeps the literal types of a feature, so that paths are typed. */
export const feature = <const Definition extends Feature>(definition: Definition): Definition => definition;
