import { createHash } from 'node:crypto';
import type pg from 'pg';
import { arrayParameter } from '../../database/rows-parameter.ts';

/** Asks for the number of a text of a tenant. */
export type WantedValues = (tenantId: string) => (text: string) => void;

/** The number of a text of a tenant; 0 for the empty one. */
export type ValueCodes = (tenantId: string) => (text: string) => number;

type Known = { readonly t: string; readonly v: string; readonly c: number };

const keyOf = (tenantId: string, text: string): string => `${tenantId}/${text}`;

const MAX_CODE = 2 ** 31 - 1;

/** The number that a text has wherever no other text of its tenant has it: so a rebuild gives the same, in any order. */
const codeOf = (text: string): number => (createHash('sha256').update(text).digest().readUInt32BE() % MAX_CODE) + 1;

type Text = Pick<Known, 't' | 'v'>;

// A join with the texts would read all those of a tenant for each one while the planner takes the table for small.
const FIND = `select tenant_id as t, value as v, code as c from report_value
  where tenant_id = any($1::uuid[]) and value = any($2::text[])`;

/** A free number for each text. Only the numbers that come into question are read: nearly always one for each text. */
const freeCodes = async (client: pg.ClientBase, texts: readonly Text[]): Promise<readonly Known[]> => {
  const given: Known[] = [];
  const used = new Set<string>();
  let waiting: readonly Known[] = texts.map((text) => ({ ...text, c: codeOf(text.v) }));
  while (waiting.length > 0) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- another round only where two texts have one number
    const { rows } = await client.query<Pick<Known, 't' | 'c'>>(
      `select r.tenant_id as t, r.code as c
         from jsonb_to_recordset($1::jsonb) as x(t uuid, c integer)
         join report_value r on r.tenant_id = x.t and r.code = x.c`,
      [JSON.stringify(waiting.map(({ t, c }) => ({ t, c })))],
    );
    for (const { t, c } of rows) used.add(keyOf(t, String(c)));
    const next: Known[] = [];
    for (const text of waiting) {
      const key = keyOf(text.t, String(text.c));
      if (used.has(key)) next.push({ ...text, c: (text.c % MAX_CODE) + 1 });
      else given.push(text);
      used.add(key);
    }
    waiting = next;
  }
  return given;
};

/** Numbers of texts, given to those that have none. The caller holds the lock of the projector: no other gives numbers. */
export const loadValueCodes = async (
  client: pg.ClientBase,
  ask: (wanted: WantedValues) => void,
): Promise<ValueCodes> => {
  const wanted = new Map<string, Set<string>>();
  ask((tenantId) => {
    const texts = wanted.get(tenantId) ?? new Set();
    wanted.set(tenantId, texts);
    return (text) => {
      if (text !== '') texts.add(text);
    };
  });
  const codes = new Map<string, Map<string, number>>();
  const note = (rows: readonly Known[]): void => {
    for (const { t, v, c } of rows) {
      const known = codes.get(t) ?? new Map<string, number>();
      codes.set(t, known.set(v, c));
    }
  };
  const asked = [...wanted].flatMap(([t, texts]) => [...texts].map((v): Text => ({ t, v })));
  if (asked.length > 0) {
    const texts = [...new Set(asked.map(({ v }) => v))];
    const values = [arrayParameter('uuid', [...wanted.keys()]), arrayParameter('text', texts)];
    note((await client.query<Known>({ name: 'report-values', text: FIND, values })).rows);
  }
  const missing = asked.filter(({ t, v }) => codes.get(t)?.has(v) !== true);
  if (missing.length > 0) {
    const given = await freeCodes(client, missing);
    await client.query(
      `insert into report_value (tenant_id, code, value)
       select x.t, x.c, x.v from jsonb_to_recordset($1::jsonb) as x(t uuid, v text, c integer)`,
      [JSON.stringify(given)],
    );
    note(given);
  }
  return (tenantId) => {
    const known = codes.get(tenantId);
    return (text) => known?.get(text) ?? 0;
  };
};
