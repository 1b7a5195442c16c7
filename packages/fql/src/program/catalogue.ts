import type { JsonKind } from '../types.ts';

/**
 * One attribute an event can carry. The type never overrules the use site (the language infers it there); it feeds
 * completion, hover and warnings. `enum` compares without regard to letter case.
 */
export type CatalogueAttribute = {
  /** Dotted path, arrays crossed without an index: `productList.type`. */
  readonly path: string;
  readonly type: JsonKind;
  readonly values?: readonly string[];
  readonly description?: string;
  readonly example?: string;
};

/** Sources of facts about an event that an engine may or may not have. */
export type EnrichmentKind = 'geo' | 'bin' | 'device' | 'models';

export type CatalogueList = { readonly name: string; readonly columns: readonly string[] };

/**
 * What a text may name here. An empty attribute table means that nothing is known about the payload, so no attribute is
 * reported as unknown. Lists are always complete: one that is not in the table does not exist.
 */
export type Catalogue = {
  readonly attributes: readonly CatalogueAttribute[];
  readonly lists: readonly CatalogueList[];
  /** Velocities that `Velocity.name(…)` may read; none where absent. */
  readonly velocities?: readonly string[];
  /** What a velocity set may count, and what its velocities must not be called; nothing is refused where absent. */
  readonly velocitySet?: {
    /** Events as FROM names them: `Purchase`, `Purchase:PurchaseStatus`. */
    readonly events: readonly string[];
    /** Names of the velocities of other sets. */
    readonly takenNames: readonly string[];
  };
  /** What the engine can ask besides lists; functions that need another source are refused. None where absent. */
  readonly sources?: readonly EnrichmentKind[];
  /** Names of support lists; the standard ones of the product where absent. */
  readonly supportLists?: readonly string[];
};

export const EMPTY_CATALOGUE: Catalogue = { attributes: [], lists: [] };
