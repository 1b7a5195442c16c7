import {
  DECISIONS,
  DELAY_HOURS,
  SCORE_HUNDREDS,
  type AskedOfObservations,
  type LoggedRelatedKind,
  type ObservationFilter,
} from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { kindOfCode } from '../log/log-event.ts';
import { NOTHING_KNOWN } from '../projections/reports/observation-cells.ts';
import { mergedKindCode } from '../projections/subject-codes.ts';
import {
  decodeDimension,
  encodeDimensions,
  ENVIRONMENT,
  YES_OR_NO,
  type Coded,
  type Coding,
} from './dimension-coding.ts';

/** Places in a list, with the empty text for what is not known. */
const placesIn = (values: readonly (string | number)[]): Coding => ({
  type: 'int[]',
  encode: (value) => {
    if (value === '') return String(NOTHING_KNOWN);
    const at = values.findIndex((each) => String(each) === value);
    return at === -1 ? undefined : String(at);
  },
  decode: (value) => String(values[Number(value)] ?? ''),
});

/** The number of a kind of observation; undefined for what is none. */
export type ObservationKinds = readonly LoggedRelatedKind[];

const fixed = (dimension: AskedOfObservations, kinds: ObservationKinds): Coding | undefined => {
  switch (dimension) {
    case 'environment':
      return ENVIRONMENT;
    case 'observation':
      return {
        type: 'int[]',
        encode: (value) => {
          const kind = kinds.find((each) => each === value);
          return kind === undefined ? undefined : String(mergedKindCode(kind));
        },
        decode: (value) => kinds.find((kind) => mergedKindCode(kind) === Number(value)) ?? kindOfCode(Number(value)),
      };
    case 'linked':
      return YES_OR_NO;
    case 'decision':
      return placesIn(DECISIONS);
    case 'score':
      return placesIn(SCORE_HUNDREDS);
    case 'delay':
      return placesIn(DELAY_HOURS);
    default:
      return undefined;
  }
};

export type CodedObservationFilter = Coded<AskedOfObservations>;

/**
 * Filters in values of their columns.
 *
 * @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have.
 */
export const encodeObservationFilters = (
  trx: TenantTransaction,
  filters: readonly ObservationFilter[],
  kinds: ObservationKinds,
): Promise<readonly CodedObservationFilter[]> => encodeDimensions(trx, filters, (dimension) => fixed(dimension, kinds));

/** What columns hold, as questions say it. */
export const decodeObservationValues = (
  trx: TenantTransaction,
  dimension: AskedOfObservations,
  values: readonly string[],
  kinds: ObservationKinds,
): Promise<ReadonlyMap<string, string>> => decodeDimension(trx, fixed(dimension, kinds), values);
