import type pg from 'pg';
import { cellPart, saveSums, type Cell, type Change, type NameOf } from './cell-sums.ts';
import { ALL_DECISIONS, BANK_CODES, DECISION_CODES, DIMENSION_CODES, LABEL_CODES, NO_BIN } from './report-codes.ts';

export const HIT_TABLE = 'report_hit_day';

/** Hundreds of a score. */
const HUNDREDS = 10;
/** The column that counts events with a score in a hundred. */
const scoreColumn = (hundred: number): string => `score_${hundred}`;
export const SCORE_COLUMNS: readonly string[] = Array.from({ length: HUNDREDS }, (_, at) => scoreColumn(at));

const KEY = {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  dimension: 'int4',
  day: 'timestamptz',
  value: 'int4',
  decided: 'boolean',
  decision: 'int2',
  controlled: 'boolean',
  status: 'int4',
  currency: 'int4',
} as const;

const save = saveSums(HIT_TABLE, KEY, {
  events: 'int4',
  amount_units: 'int8',
  fraud: 'int4',
  fraud_units: 'int8',
  non_fraud: 'int4',
  non_fraud_units: 'int8',
  chargebacks: 'int4',
  chargebacks_units: 'int8',
  ...Object.fromEntries(SCORE_COLUMNS.map((column) => [column, 'int4' as const])),
  bank_approved: 'int4',
  bank_approved_units: 'int8',
  bank_declined: 'int4',
  bank_declined_units: 'int8',
});

type Hits = { readonly key: Cell; readonly sums: Record<string, number | bigint> };

const PLACE = ['tenant_id', 'environment_id', 'kind', 'dimension', 'day', 'value', 'decided'];

const keyOf = (cell: Cell): Cell => {
  const isDecided = cell.decided === true;
  // A review that ended says whether its event was good, as long as no label does.
  const isReviewed = isDecided && cell.decision === DECISION_CODES.Review && cell.label === LABEL_CODES.None;
  return {
    ...cellPart(cell, PLACE),
    decision: (isDecided ? cell.decision : undefined) ?? ALL_DECISIONS,
    controlled: isDecided && cell.controlled === true,
    status: (isReviewed ? cell.status : undefined) ?? 0,
    ...cellPart(cell, ['currency']),
  };
};

const NOTHING: Hits['sums'] = {
  events: 0,
  amount_units: 0n,
  fraud: 0,
  fraud_units: 0n,
  non_fraud: 0,
  non_fraud_units: 0n,
  chargebacks: 0,
  chargebacks_units: 0n,
  ...Object.fromEntries(SCORE_COLUMNS.map((column) => [column, 0])),
  bank_approved: 0,
  bank_approved_units: 0n,
  bank_declined: 0,
  bank_declined_units: 0n,
};

/** Changes of sums of rules and clauses that follow from changes of `report_dimension_day`. */
export const hitRows = (changes: readonly Change[]): readonly Cell[] => {
  const all = new Map<string, Hits>();
  for (const { cell, events, units } of changes) {
    if (cell.dimension !== DIMENSION_CODES.hit && cell.dimension !== DIMENSION_CODES.hitRule) continue;
    const key = keyOf(cell);
    const name = Object.values(key).join('/');
    const hits = all.get(name) ?? { key, sums: { ...NOTHING } };
    all.set(name, hits);
    const add = (count: string, sum?: string): void => {
      hits.sums[count] = Number(hits.sums[count]) + events;
      if (sum !== undefined) hits.sums[sum] = BigInt(hits.sums[sum] ?? 0) + units;
    };
    add('events', 'amount_units');
    if (cell.label === LABEL_CODES.Fraud) add('fraud', 'fraud_units');
    if (cell.label === LABEL_CODES.NonFraud) add('non_fraud', 'non_fraud_units');
    if (cell.chargeback === true) add('chargebacks', 'chargebacks_units');
    if (cell.bank === BANK_CODES.Approved) add('bank_approved', 'bank_approved_units');
    if (cell.bank === BANK_CODES.Declined) add('bank_declined', 'bank_declined_units');
    if (cell.score !== NO_BIN) add(scoreColumn(Number(cell.score)));
  }
  return [...all.values()].map(({ key, sums }) => ({ ...key, ...sums }));
};

/** @param nameOf the table that holds the sums of one; itself where absent. */
export const saveHits = (client: pg.ClientBase, rows: readonly Cell[], nameOf?: NameOf): Promise<void> =>
  save(client, rows, nameOf);
