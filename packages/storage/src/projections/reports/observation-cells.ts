import { cellSums, type Cell, type CellSums, type SumTables } from './cell-sums.ts';
import { dayOf } from './report-cells.ts';
import { fieldDimensionCode } from './report-codes.ts';

/** Where an observation stands in reports, as it is merged now; a row of `report_observation`. */
export type ObservationRow = {
  readonly tenant_id: string;
  readonly environment_id: string;
  /** The assessment it is about. */
  readonly kind: number;
  readonly event_id: string;
  readonly observation: number;
  readonly observation_id: string;
  readonly arrived: string;
  /** -1 where the assessment is not known, as score and delay. */
  readonly decision: number;
  /** Hundreds; -1 where nothing was scored. */
  readonly score: number;
  readonly delay: number;
  readonly currency: number;
  readonly amount_units: number;
  readonly fields: readonly number[];
  readonly field_values: readonly number[];
  /** Paths of own fields. */
  readonly own_fields: readonly string[];
};

/** In the place of what is known of no assessment, or of none of all fields. */
export const NOTHING_KNOWN = -1;
/** The dimensions of sums over all observations: with decision, score and delay; with neither; with the decision alone. */
export const OBSERVATION_DIMENSION_CODES = { all: 0, total: 1, decision: 2 } as const;

export const OBSERVATION_TABLES = ['report_observation', 'report_observation_day'] as const;
const SUMS = 'report_observation_day';
const KEY: SumTables[string] = {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  observation: 'int2',
  dimension: 'int4',
  day: 'timestamptz',
  value: 'int4',
  linked: 'boolean',
  decision: 'int2',
  score: 'int2',
  delay: 'int2',
  currency: 'int4',
};
const makeSums = cellSums({ [SUMS]: KEY });

const cellsOf = (row: ObservationRow): readonly Cell[] => {
  const { tenant_id, environment_id, kind, observation, decision, score, delay, currency, fields, field_values } = row;
  const linked = decision !== NOTHING_KNOWN;
  const place = {
    tenant_id,
    environment_id,
    kind,
    observation,
    day: dayOf(Date.parse(row.arrived)),
    linked,
    score,
    currency,
  };
  const coarse = { ...place, value: 0, score: NOTHING_KNOWN, delay: NOTHING_KNOWN };
  return [
    { ...place, dimension: OBSERVATION_DIMENSION_CODES.all, value: 0, decision, delay },
    { ...coarse, dimension: OBSERVATION_DIMENSION_CODES.total, decision: NOTHING_KNOWN },
    { ...coarse, dimension: OBSERVATION_DIMENSION_CODES.decision, decision },
    // Without decision and delay, so that few cells hold many observations.
    ...fields.map((field, at) => ({
      ...place,
      dimension: fieldDimensionCode(field),
      value: field_values[at] ?? 0,
      decision: NOTHING_KNOWN,
      delay: NOTHING_KNOWN,
    })),
  ];
};

/** Changes of sums that observations make together. */
export const observationSums = (): Pick<CellSums, 'save'> & {
  readonly add: (row: ObservationRow, sign: 1 | -1) => void;
} => {
  const sums = makeSums();
  return {
    add: (row, sign) => {
      const units = BigInt(sign * row.amount_units);
      for (const cell of cellsOf(row)) sums.add(SUMS, Object.values(cell).join('/'), () => cell, sign, units);
    },
    save: sums.save,
  };
};
