import { CellError, DECISIONS, type Decision, type MappedRow } from '@redoubt/domain';
import type { Clock, JsonObject } from '@redoubt/kernel';
import { z } from 'zod';
import { CliError } from '../../cli-error.ts';
import type { EventClient } from '../../connection/event-client.ts';
import type { CsvFile } from './csv-rows.ts';
import type { ErrorsFile } from './errors-file.ts';
import type { ImportStateStore } from './import-state.ts';
import { createLedger, type ImportTotals, type Refusal, type RowResult } from './ledger.ts';

export type ImportParts = {
  readonly csv: CsvFile;
  readonly mapRow: (cells: readonly string[]) => MappedRow;
  readonly client: EventClient;
  readonly state: ImportStateStore;
  readonly errors: ErrorsFile;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly onProgress: (rows: number, share: number) => void;
};

export type ImportLimits = {
  /** Where earlier runs of this import ended. */
  readonly start: ImportTotals;
  /** Rows of the file to send, counted from the first; null for all. */
  readonly rowLimit: number | null;
  /** Rows under way at one time. */
  readonly concurrency: number;
  /** Refused events after which the import stops. */
  readonly maxRefused: number;
};

export type ImportResult = {
  readonly totals: ImportTotals;
  /** How it ended: all rows sent, stopped by the person, or by something he must look at. */
  readonly end: 'complete' | 'stopped' | CliError;
};

const SAVE_EVERY_MS = 2000;

const answerSchema = z.object({ resultDetails: z.object({ MerchantRuleDecision: z.enum(DECISIONS) }) });

const decisionOf = (answer: unknown): Decision | 'unknown' => {
  const read = answerSchema.safeParse(answer);
  return read.success ? read.data.resultDetails.MerchantRuleDecision : 'unknown';
};

type FileRow = { readonly row: number; readonly cells: readonly string[] };

const refused = (refusal: Refusal): RowResult => ({ decision: null, hasLabel: false, refusals: [refusal] });

/** Sends rows in two calls, their labels after their purchases; gives the result of each row. */
const sendRows = async (
  { client, mapRow }: ImportParts,
  rows: readonly FileRow[],
): Promise<ReadonlyMap<number, RowResult>> => {
  const results = new Map<number, RowResult>();
  const read: { readonly row: number; readonly mapped: MappedRow }[] = [];
  for (const { row, cells } of rows) {
    try {
      read.push({ row, mapped: mapRow(cells) });
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      results.set(row, refused({ row, event: 'purchase', status: null, message: error.message }));
    }
  }
  const purchases = await client.sendMany(
    'purchase',
    read.map(({ mapped }) => mapped.event),
  );
  const labels: { readonly row: number; readonly label: JsonObject; readonly decision: Decision | 'unknown' }[] = [];
  for (const [index, purchase] of purchases.entries()) {
    const { row, mapped } = read[index] as (typeof read)[number];
    if (purchase.kind === 'refused') {
      const { status, message } = purchase;
      results.set(row, refused({ row, event: 'purchase', status, message }));
      continue;
    }
    const decision = decisionOf(purchase.answer);
    if (mapped.label === null) results.set(row, { decision, hasLabel: false, refusals: [] });
    else labels.push({ row, label: mapped.label, decision });
  }
  const sent = await client.sendMany(
    'label',
    labels.map(({ label }) => label),
  );
  for (const [index, label] of sent.entries()) {
    const { row, decision } = labels[index] as (typeof labels)[number];
    const refusals: Refusal[] =
      label.kind === 'refused' ? [{ row, event: 'label', status: label.status, message: label.message }] : [];
    results.set(row, { decision, hasLabel: refusals.length === 0, refusals });
  }
  return results;
};

/** Most calls under way at one time; the rows under way are spread over them. */
export const CALLS = 4;
/** Most rows of a call. */
const MOST_ROWS = 250;

/**
 * Sends the rows of a file in its order, several in a call and several calls at a time; a label follows its purchase. Where it stands is saved
 * every two seconds and at the end, however that comes.
 */
export const runImport = async (parts: ImportParts, limits: ImportLimits): Promise<ImportResult> => {
  const { csv, state, errors, clock, stop, onProgress } = parts;
  const { start, rowLimit, concurrency, maxRefused } = limits;
  const ledger = createLedger(start, errors.add);
  const inFlight = new Set<Promise<void>>();
  let fault: Error | null = null;
  let savedMs = clock.now();

  const save = async (isComplete: boolean): Promise<void> => {
    await errors.flush();
    await state.save({ totals: ledger.totals(), isComplete });
  };
  const note = (results: ReadonlyMap<number, RowResult>): void => {
    for (const [row, result] of results) ledger.finish(row, result);
    const { rows, refused: refusals } = ledger.totals();
    if (refusals - start.refused >= maxRefused) {
      fault ??= new CliError(
        `${refusals} events were refused; ${errors.path} lists them with their rows. Correct the map or the file, or allow more with --max-refused.`,
      );
    }
    onProgress(rows, rowLimit === null ? csv.shareRead() : rows / rowLimit);
  };
  const launch = (rows: readonly FileRow[]): void => {
    const sending = sendRows(parts, rows).then(note, (error: unknown) => {
      // After a stop, rows that were waiting for another try are left for the next run.
      if (!stop.aborted) fault ??= error as Error;
    });
    const tracked: Promise<void> = sending.finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  };

  const atOnce = Math.min(CALLS, concurrency);
  const rowsInCall = Math.min(MOST_ROWS, Math.ceil(concurrency / atOnce));
  let row = 0;
  let isAtEnd = false;
  let isLimited = false;
  let next: FileRow[] = [];
  const launchNext = async (): Promise<void> => {
    if (inFlight.size >= atOnce) await Promise.race(inFlight);
    if (stop.aborted || fault !== null || next.length === 0) return;
    launch(next);
    next = [];
    if (clock.now() - savedMs < SAVE_EVERY_MS) return;
    savedMs = clock.now();
    await save(false);
  };
  try {
    for await (const cells of csv.rows()) {
      row += 1;
      if (row <= start.rows) continue;
      if (rowLimit !== null && row > rowLimit) {
        isLimited = true;
        break;
      }
      next.push({ row, cells });
      if (next.length < rowsInCall) continue;
      await launchNext();
      if (stop.aborted || fault !== null) break;
    }
    await launchNext();
    isAtEnd = fault === null && !stop.aborted;
  } catch (error) {
    fault ??= error as Error;
  }
  await Promise.all(inFlight);
  const isDone = isAtEnd && fault === null && !stop.aborted;
  await save(isDone && !isLimited);
  const totals = ledger.totals();
  if (fault instanceof CliError) return { totals, end: fault };
  if (fault !== null) throw fault;
  return { totals, end: isDone ? 'complete' : 'stopped' };
};
