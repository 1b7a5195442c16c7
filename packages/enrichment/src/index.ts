export {
  DATA_FILES,
  findData,
  NO_DATA_SOURCES,
  type DataKind,
  type DataLocations,
  type DataSources,
} from './data-files.ts';
export { DataError } from './data-error.ts';
export { liveData, type LiveData } from './live-data.ts';
export { FACT_KINDS, openData, type AddressFacts, type EnrichmentData, type FactKind } from './open-data.ts';
export { shareFiles } from './shared-files.ts';
