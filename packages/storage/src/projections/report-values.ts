import type pg from 'pg';

/** Texts of tenants to be told apart by numbers. */
export type WantedValues = { readonly want: (tenantId: string, text: string) => void };

/** The number of a text; 0 for the empty one. */
export type ValueCodes = (tenantId: string, text: string) => number;

type Known = { readonly t: string; readonly v: string; readonly c: number };

const keyOf = (tenantId: string, text: string): string => `${tenantId}/${text}`;

/** Numbers of texts, given to those that have none. The caller holds the lock of the projector: no other gives numbers. */
export const loadValueCodes = async (
  client: pg.ClientBase,
  ask: (wanted: WantedValues) => void,
): Promise<ValueCodes> => {
  const wanted = new Map<string, { readonly t: string; readonly v: string }>();
  ask({
    want: (t, v) => {
      if (v !== '') wanted.set(keyOf(t, v), { t, v });
    },
  });
  const codes = new Map<string, number>();
  const note = (rows: readonly Known[]): void => {
    for (const { t, v, c } of rows) codes.set(keyOf(t, v), c);
  };
  if (wanted.size > 0) {
    const { rows } = await client.query<Known>(
      `select r.tenant_id as t, r.value as v, r.code as c
         from jsonb_to_recordset($1::jsonb) as x(t uuid, v text)
         join report_value r on r.tenant_id = x.t and r.value = x.v`,
      [JSON.stringify([...wanted.values()])],
    );
    note(rows);
  }
  const missing = [...wanted].filter(([key]) => !codes.has(key)).map(([, value], o) => ({ ...value, o }));
  if (missing.length > 0) {
    const { rows } = await client.query<Known>(
      `insert into report_value (tenant_id, code, value)
       select x.t, (select coalesce(max(m.code), 0) from report_value m where m.tenant_id = x.t)
                   + row_number() over (partition by x.t order by x.o), x.v
         from jsonb_to_recordset($1::jsonb) as x(t uuid, v text, o integer)
       returning tenant_id as t, value as v, code as c`,
      [JSON.stringify(missing)],
    );
    note(rows);
  }
  return (tenantId, text) => codes.get(keyOf(tenantId, text)) ?? 0;
};
