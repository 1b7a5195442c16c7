import { Readable } from 'node:stream';
import { DECISIONS, type Decision } from '@redoubt/domain';
import type { AttributeSymbol } from '@redoubt/fql';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { readCsv } from '../../csv/read-csv.ts';
import { everyRow } from '../../csv/row-source.ts';

/** An event that another system decided. */
export type FormerDecision = {
  /** From 1, the header included. */
  readonly line: number;
  readonly eventId: string | null;
  readonly decision: Decision;
  /** What the row says of the event, by attribute path. */
  readonly body: JsonObject;
};

export type FormerDecisions = {
  readonly decisions: readonly FormerDecision[];
  /** Sentences about rows, or about the file, that cannot be used. */
  readonly problems: readonly string[];
};

const DECISION_COLUMNS = /^(?:former|merchant)?(?:rule)?decision$/;
const ID_COLUMNS = /^(?:event|purchase|login|signup)?id$/;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** As the event has it: a number where the attribute is one, else the text. */
const valueOf = (cell: string, type: AttributeSymbol['type'] | undefined): Json => {
  if (type === 'number' && cell.trim() !== '' && Number.isFinite(Number(cell))) return Number(cell);
  if (type === 'boolean' && /^(?:true|false)$/i.test(cell)) return /^true$/i.test(cell);
  return cell;
};

const put = (body: Record<string, Json>, path: string, value: Json): void => {
  const names = path.split('.');
  // No attribute is called so, and writing there would reach every object.
  if (names.includes('__proto__')) return;
  const last = names.pop() ?? '';
  let at = body;
  for (const name of names) {
    const found = Object.hasOwn(at, name) ? at[name] : undefined;
    at = isJsonObject(found) ? found : (at[name] = {});
  }
  at[last] = value;
};

/**
 * Reads a CSV of events that were decided elsewhere: a column `decision`, a column with the event's id where there is
 * one, and columns named by attribute paths such as `user.email`. Empty cells say nothing.
 *
 * @param attributes of the events of the assessment, with their types.
 */
export const readFormerDecisions = async (
  text: string,
  attributes: readonly AttributeSymbol[],
): Promise<FormerDecisions> => {
  const file = await readCsv(Readable.from([Buffer.from(text)]));
  if (file.problems.length > 0) {
    return { decisions: [], problems: file.problems.map(({ line, message }) => `Line ${line}: ${message}`) };
  }
  const decisionAt = file.columns.findIndex((name) => DECISION_COLUMNS.test(plain(name)));
  const idAt = file.columns.findIndex((name) => ID_COLUMNS.test(plain(name)));
  if (decisionAt < 0) return { decisions: [], problems: ['There is no column “decision”.'] };
  const typeOf = new Map(attributes.map(({ path, type }) => [path.toLowerCase(), type]));
  const decisions: FormerDecision[] = [];
  const problems: string[] = [];
  for (const [index, row] of (await everyRow(file)).entries()) {
    const line = index + 2;
    const said = (row[decisionAt] ?? '').trim();
    const decision = DECISIONS.find((each) => each.toLowerCase() === said.toLowerCase());
    if (decision === undefined) {
      problems.push(`Line ${line}: “${said}” is none of ${DECISIONS.join(', ')}.`);
      continue;
    }
    const body: Record<string, Json> = {};
    for (const [at, path] of file.columns.entries()) {
      const cell = row[at] ?? '';
      if (at !== decisionAt && cell !== '') put(body, path, valueOf(cell, typeOf.get(path.toLowerCase())));
    }
    decisions.push({ line, eventId: idAt < 0 ? null : row[idAt]?.trim() || null, decision, body });
  }
  return { decisions, problems };
};
