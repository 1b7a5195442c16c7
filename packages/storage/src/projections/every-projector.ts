import { boosterProjector } from './booster.projector.ts';
import { casesProjector } from './cases/cases.projector.ts';
import type { Projector } from './projector.ts';
import { reportsProjector } from './reports/reports.projector.ts';
import { rollupProjector } from './reports/rollup.projector.ts';
import { searchProjector } from './search/search.projector.ts';

/** Every projector of the product; one that follows another comes after it. */
export const PROJECTORS: readonly Projector[] = [
  searchProjector,
  rollupProjector,
  casesProjector,
  reportsProjector,
  boosterProjector,
];
