import { casesProjector } from './cases.projector.ts';
import type { Projector } from './projector.ts';
import { rollupProjector } from './rollup.projector.ts';
import { searchProjector } from './search.projector.ts';

/** Every projector of the product. */
export const PROJECTORS: readonly Projector[] = [searchProjector, rollupProjector, casesProjector];
