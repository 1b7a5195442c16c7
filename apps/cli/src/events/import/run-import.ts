import { CellError, DECISIONS, type Decision, type MappedRow } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
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

const decisionOf = (answer: string): Decision | 'unknown' => {
  try {
    const { resultDetails } = JSON.parse(answer) as { resultDetails?: { MerchantRuleDecision?: string } };
    return DECISIONS.find((decision) => decision === resultDetails?.MerchantRuleDecision) ?? 'unknown';
  } catch {
    return 'unknown';
  }
};

const sendRow = async (parts: ImportParts, row: number, cells: readonly string[]): Promise<RowResult> => {
  const { client, mapRow } = parts;
  let mapped: MappedRow;
  try {
    mapped = mapRow(cells);
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    const refusal: Refusal = { row, event: 'purchase', status: null, message: error.message };
    return { decision: null, hasLabel: false, refusals: [refusal] };
  }
  const purchase = await client.send('purchase', mapped.event);
  if (purchase.kind === 'refused') {
    const { status, message } = purchase;
    return { decision: null, hasLabel: false, refusals: [{ row, event: 'purchase', status, message }] };
  }
  const decision = decisionOf(purchase.answer);
  if (mapped.label === null) return { decision, hasLabel: false, refusals: [] };
  const label = await client.send('label', mapped.label);
  if (label.kind === 'accepted') return { decision, hasLabel: true, refusals: [] };
  const refusal: Refusal = { row, event: 'label', status: label.status, message: label.message };
  return { decision, hasLabel: false, refusals: [refusal] };
};

/**
 * Sends the rows of a file in its order, several at a time; a label follows its purchase. Where it stands is saved
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
  const note = (row: number, result: RowResult): void => {
    ledger.finish(row, result);
    const { rows, refused } = ledger.totals();
    if (refused - start.refused >= maxRefused) {
      fault ??= new CliError(
        `${refused} events were refused; ${errors.path} lists them with their rows. Correct the map or the file, or allow more with --max-refused.`,
      );
    }
    onProgress(rows, rowLimit === null ? csv.shareRead() : rows / rowLimit);
  };
  const launch = (row: number, cells: readonly string[]): void => {
    const sending = sendRow(parts, row, cells).then(
      (result) => note(row, result),
      (error: unknown) => {
        // After a stop, rows that were waiting for another try are left for the next run.
        if (!stop.aborted) fault ??= error as Error;
      },
    );
    const tracked: Promise<void> = sending.finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  };

  let row = 0;
  let isAtEnd = false;
  let isLimited = false;
  try {
    for await (const cells of csv.rows()) {
      row += 1;
      if (row <= start.rows) continue;
      if (rowLimit !== null && row > rowLimit) {
        isLimited = true;
        break;
      }
      if (inFlight.size >= concurrency) await Promise.race(inFlight);
      if (stop.aborted || fault !== null) break;
      launch(row, cells);
      if (clock.now() - savedMs >= SAVE_EVERY_MS) {
        savedMs = clock.now();
        await save(false);
      }
    }
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
