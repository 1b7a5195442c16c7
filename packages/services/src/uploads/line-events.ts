import {
  CellError,
  columnOfPath,
  createRowMapper,
  dataProblem,
  DATA_SETS,
  eventMapOf,
  isRetailSet,
  listOfSet,
  maskCardData,
  RetailProblem,
  retailRowOf,
  shapeLine,
  trackingPathOf,
  type DataProblem,
  type DataSet,
  type EventKind,
  type Mapping,
  type RetailRow,
} from '@redoubt/domain';
import { invariant, isCleanText, type JsonObject } from '@redoubt/kernel';
import type { UploadRefusal } from '@redoubt/storage';
import type { UploadLine } from '../csv/upload-lines.ts';

/** The event of a line, as the public API would have it. */
export type LineEvent = { readonly kind: EventKind; readonly body: JsonObject; readonly requestText: string };

export type LineOutcome =
  | { readonly event: LineEvent; readonly refusal: null; readonly retail: null }
  | { readonly event: null; readonly refusal: null; readonly retail: RetailRow }
  | { readonly event: null; readonly refusal: UploadRefusal; readonly retail: null };

/** As many characters as a message of a line keeps. */
const MAX_MESSAGE = 500;

const QUOTE_FAULT = 'the quotes of the line are not those of a CSV: a quote within a cell is doubled';

/** Puts an id of its own into an event that names no call. */
const withTrackingId = (body: JsonObject, path: string, id: string): JsonObject => {
  const [owner = '', name = ''] = path.split('.');
  const metadata = body[owner] as JsonObject | undefined;
  return metadata?.[name] === undefined ? { ...body, [owner]: { ...metadata, [name]: id } } : body;
};

/** Cells without the numbers of cards. */
export const maskedCells = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => JSON.parse(maskCardData(JSON.stringify(cell))) as string);

/**
 * Turns lines of a file into events, by the same code as `redoubt events import`; those that the public API would refuse, or
 * that hold a card number, are refused here. A line comes out the same each time it is asked for.
 */
export const createLineEvents = (
  uploadId: string,
  { dataSet, mapping, columns }: { dataSet: DataSet; mapping: Mapping; columns: readonly string[] },
): ((line: UploadLine) => LineOutcome) => {
  const kind = isRetailSet(dataSet) ? null : DATA_SETS[dataSet].kind;
  const mapRow = createRowMapper(eventMapOf(dataSet, mapping), columns);
  const tracking = isRetailSet(dataSet) || listOfSet(dataSet) !== null ? null : trackingPathOf(dataSet);
  return ({ line, cells, hasWrongQuotes }) => {
    const refuse = (
      reason: UploadRefusal['reason'],
      field: string | null,
      message: string,
      problem: DataProblem,
      kept = cells,
    ): LineOutcome => ({
      event: null,
      retail: null,
      refusal: { line, reason, field, message: message.slice(0, MAX_MESSAGE).toWellFormed(), problem, cells: kept },
    });
    if (hasWrongQuotes) return refuse('cells', null, QUOTE_FAULT, dataProblem('lineQuotes'), maskedCells(cells));
    if (cells.length !== columns.length) {
      return refuse(
        'cells',
        null,
        `the line has ${cells.length} cells, the header ${columns.length}`,
        dataProblem('lineCells', { cells: cells.length, columns: columns.length }),
        maskedCells(cells),
      );
    }
    const unclean = cells.findIndex((cell) => !isCleanText(cell));
    if (unclean >= 0) {
      const clean = maskedCells(cells.map((cell) => cell.replaceAll('\u0000', '').toWellFormed()));
      return refuse(
        'letters',
        columns[unclean] ?? null,
        'the cell holds NUL or half of a letter',
        dataProblem('unclean'),
        clean,
      );
    }
    const written = JSON.stringify(cells);
    if (maskCardData(written) !== written) {
      const masked = maskedCells(cells);
      const at = masked.findIndex((cell, index) => cell !== cells[index]);
      const message = 'the line holds the number of a payment card';
      return refuse('cardNumber', columns[at] ?? null, message, dataProblem('cardNumber'), masked);
    }
    let body: JsonObject;
    try {
      const mapped = mapRow(cells).event;
      if (isRetailSet(dataSet)) return { event: null, refusal: null, retail: retailRowOf(dataSet, mapped) };
      body = tracking === null ? mapped : withTrackingId(mapped, tracking, `upload-${uploadId}-${line}`);
    } catch (error) {
      if (error instanceof RetailProblem) {
        return refuse('value', columnOfPath(mapping, error.field), `${error.field} ${error.message}`, error.problem);
      }
      if (error instanceof CellError) return refuse('value', error.column, error.message, error.problem);
      throw error;
    }
    invariant(kind !== null && !isRetailSet(dataSet), 'lines that are no events are told above');
    const requestText = JSON.stringify(body);
    const [problem] = shapeLine(dataSet, body);
    if (problem) {
      const { path, message, coded } = problem;
      const said = coded ?? dataProblem('refused', { error: message });
      return refuse('event', columnOfPath(mapping, path), `${path} ${message}`.trim(), {
        ...said,
        params: { path, ...said.params },
      });
    }
    return { event: { kind, body, requestText }, refusal: null, retail: null };
  };
};
