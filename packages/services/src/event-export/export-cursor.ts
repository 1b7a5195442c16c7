import { fail } from '@redoubt/domain';
import { isGuid, type Id } from '@redoubt/kernel';

/** How far a reader has come. */
export type ExportPlace = {
  /** Last position that was read; 0 before the first. */
  readonly position: number;
  /** When the event there was received; null where none was read yet. Tells that the log is still the one that was read. */
  readonly receivedAtMs: number | null;
};

export const EXPORT_START: ExportPlace = { position: 0, receivedAtMs: null };

const FORMAT = 1;

const refuse = (why: string) => fail('REQ-INVALID', { problems: `query.cursor: ${why}` });

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** @param environmentId whose log is read: a cursor holds in no other. */
export const exportCursor = (environmentId: Id, { position, receivedAtMs }: ExportPlace): string =>
  Buffer.from(JSON.stringify([FORMAT, environmentId, position, receivedAtMs])).toString('base64url');

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** @throws `REQ-INVALID` for what is no cursor, or one of another environment. */
export const readExportCursor = (environmentId: Id, cursor: string | undefined): ExportPlace => {
  if (cursor === undefined) return EXPORT_START;
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== FORMAT)
    throw refuse('is no cursor of an export; send the header x-next-cursor of the page before as it came');
  const [, of, position, receivedAtMs] = parts as readonly unknown[];
  if (typeof of !== 'string' || !isGuid(of) || !isWhole(position) || !(receivedAtMs === null || isWhole(receivedAtMs)))
    throw refuse('is no cursor of an export; send the header x-next-cursor of the page before as it came');
  if (of !== environmentId)
    throw refuse('belongs to another environment; begin without one, and keep a cursor for each environment');
  return { position, receivedAtMs };
};

/** Where a database was restored to a time before the reader's, positions stand for other events. */
export const refuseOtherLog = () =>
  refuse('points to an event that this log does not hold: it was restored from a backup. Begin again without a cursor');
