import type { EntityKind, StandardGraphKind } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { KIND_CODES } from '../log/log-event.ts';
import { fraudLabelOf, type MergedFacts } from '../projections/related-merge.ts';
import { subjectCodeOf } from '../projections/subject-codes.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { Scope } from './search-query.ts';

/** Kinds of values that labels may name themselves, by what the label says it is about. */
const LABELLED: Readonly<Partial<Record<StandardGraphKind, EntityKind>>> = {
  userId: 'account',
  paymentInstrumentId: 'paymentInstrument',
  email: 'email',
};

type LabelRow = MergedFacts & { readonly environment_id: string; readonly name: number };

/**
 * What labels say of values themselves, in the order of the values. Fraud where it stands so in one of the environments; `None` where
 * no label names the value, and for kinds that labels cannot name.
 */
export const readValueLabels = async (
  trx: TenantTransaction,
  { tenantId, environmentIds }: Scope,
  values: readonly { readonly kind: string; readonly value: string }[],
): Promise<readonly FraudLabel[]> => {
  const asked = values.flatMap(({ kind, value }, name) => {
    const entity = LABELLED[kind as StandardGraphKind];
    return entity === undefined ? [] : [{ name, k: subjectCodeOf(entity), v: value }];
  });
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await sql<LabelRow>`
    select x.name, r.environment_id, r.body, r.stamps
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(name int, k smallint, v text)
      cross join unnest(${environmentIds}::uuid[]) as e(id)
      join related_event r on r.tenant_id = ${tenantId}::uuid and r.environment_id = e.id
       and r.subject_kind = x.k and r.subject_id = x.v
     where r.kind = ${KIND_CODES.label}`.execute(trx);
  const standing = new Map<number, FraudLabel>();
  for (const of of Map.groupBy(rows, ({ name, environment_id }) => `${name} ${environment_id}`).values()) {
    const name = of[0]?.name ?? -1;
    if (standing.get(name) !== 'Fraud') standing.set(name, fraudLabelOf(of));
  }
  return values.map((_, at) => standing.get(at) ?? 'None');
};
