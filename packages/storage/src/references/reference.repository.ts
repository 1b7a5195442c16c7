import { nameKey } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { nameWithBranch } from '../rules/rule.repository.ts';
import type { FunctionSignature, ReaderKind, ReferenceKind } from '../schema/authoring/reference-tables.ts';

/** What a reader names, as it writes it, and where that stands. */
export type NewReference = {
  readonly kind: ReferenceKind;
  readonly environmentId: string;
  readonly name: string;
  /** Columns of a list, outputs of a function; empty for everything else. */
  readonly parts: readonly string[];
  /** Null for what is no function, and for a function that was not there. */
  readonly signature: FunctionSignature | null;
};

export type Reader = {
  readonly kind: ReaderKind;
  /** Of a defined assessment its kind. */
  readonly id: string;
  readonly environmentId: string;
  /** Of a rule in a branch with the name of the branch. */
  readonly name: string;
  /** Of a rule: what it decides. Of a defined assessment: its kind. */
  readonly assessment: string | null;
};

export type StoredReference = NewReference & { readonly reader: Reader };

/** Which references are asked for; what is absent does not matter. */
type ReferenceQuery = {
  readonly kinds?: readonly ReferenceKind[];
  /** What is read, regardless of letter case. */
  readonly name?: string;
  /** Where what is read stands. */
  readonly environmentId?: string;
  readonly readers?: readonly ReaderKind[];
  /** Where the readers stand. */
  readonly readersIn?: string;
  readonly readerId?: string;
};

/** Every reader with the name people know it by. `place` orders those of one kind. */
const readers = sql`
  select 'rule' as kind, 1 as rank, rule.rule_id::text as id, ${nameWithBranch} as name, rule.assessment,
      rule.order_index as place, rule.name_key
    from rule
  union all
  select 'function', 2, function_id::text, name, null, 0, name_key from fql_function
  union all
  select 'velocitySet', 3, set_id::text, name, null, 0, name_key from velocity_set
  union all
  select 'assessment', 4,
      (case when template = 'Legacy' then 'legacy-' else 'assessment-' end) || assessment_number, friendly_name,
      (case when template = 'Legacy' then 'legacy-' else 'assessment-' end) || assessment_number, 0, api_name_key
    from assessment where deleted_at is null
  union all
  select 'externalAssessment', 5, external_assessment_id::text, name, null, 0, name_key from external_assessment`;

/** What reads what in a tenant: rules in the order they run, then functions, velocity sets and the others by name. */
export const listReferences = async (
  trx: TenantTransaction,
  { kinds, name, environmentId, readers: kindsOfReaders, readersIn, readerId }: ReferenceQuery,
): Promise<readonly StoredReference[]> => {
  const conditions = [
    ...(kinds === undefined ? [] : [sql`reference.kind = any (${[...kinds]}::text[])`]),
    ...(name === undefined ? [] : [sql`reference.name_key = ${nameKey(name)}`]),
    ...(environmentId === undefined ? [] : [sql`reference.read_environment_id = ${environmentId}`]),
    ...(kindsOfReaders === undefined ? [] : [sql`reference.reader_kind = any (${[...kindsOfReaders]}::text[])`]),
    ...(readersIn === undefined ? [] : [sql`reference.environment_id = ${readersIn}`]),
    ...(readerId === undefined ? [] : [sql`reference.reader_id = ${readerId}`]),
  ];
  const { rows } = await sql<{
    readonly kind: ReferenceKind;
    readonly environmentId: string;
    readonly name: string;
    readonly parts: readonly string[];
    readonly signature: FunctionSignature | null;
    readonly readerKind: ReaderKind;
    readonly readerId: string;
    readonly readerIn: string;
    readonly readerName: string;
    readonly assessment: string | null;
  }>`
    select reference.kind, reference.read_environment_id as "environmentId", reference.name, reference.parts,
        reference.signature, reference.reader_kind as "readerKind", reference.reader_id as "readerId",
        reference.environment_id as "readerIn", reader.name as "readerName", reader.assessment
      from resource_reference reference
        join (${readers}) reader on reader.kind = reference.reader_kind and reader.id = reference.reader_id
     where ${sql.join([sql`true`, ...conditions], sql` and `)}
     order by reader.rank, reader.assessment, reader.place, reader.name_key, reference.kind, reference.name_key`.execute(
    trx,
  );
  return rows.map(({ readerKind, readerId: id, readerIn, readerName, assessment, ...reference }) => ({
    ...reference,
    reader: { kind: readerKind, id, environmentId: readerIn, name: readerName, assessment },
  }));
};

/** References written by one statement: the largest rule names thousands, and preparing them all is a turn of its own. */
const WRITTEN_AT_ONCE = 500;

/** Writes what a reader names, in place of what it named before. */
export const saveReferences = async (
  trx: TenantTransaction,
  tenantId: string,
  reader: Pick<Reader, 'kind' | 'id' | 'environmentId'>,
  references: readonly NewReference[],
): Promise<void> => {
  await deleteReferences(trx, reader);
  const byKey = new Map(
    references.map((each) => [`${each.kind} ${each.environmentId} ${nameKey(each.name)}`, each] as const),
  );
  const each = [...byKey.values()];
  for (let from = 0; from < each.length; from += WRITTEN_AT_ONCE) {
    const rows = each.slice(from, from + WRITTEN_AT_ONCE).map((reference) => ({
      ...reference,
      nameKey: nameKey(reference.name),
    }));
    await sql`
      insert into resource_reference (tenant_id, environment_id, reader_kind, reader_id, kind, read_environment_id,
          name_key, name, parts, signature)
        select ${tenantId}::uuid, ${reader.environmentId}::uuid, ${reader.kind}, ${reader.id}, kind, "environmentId",
            "nameKey", name, parts, signature
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as x(kind text, "environmentId" uuid, "nameKey" text, name text, parts json, signature json)`.execute(trx);
  }
};

/** Rules, functions, velocity sets and external assessments are forgotten by the database as they are deleted. */
export const deleteReferences = async (
  trx: TenantTransaction,
  { kind, id }: Pick<Reader, 'kind' | 'id'>,
): Promise<void> => {
  await trx.deleteFrom('resource_reference').where('reader_kind', '=', kind).where('reader_id', '=', id).execute();
};

/** The format in which references of a tenant were written as a whole; 0 where they never were. */
export const readReferenceFormat = async (trx: TenantTransaction): Promise<number> =>
  (await trx.selectFrom('reference_format').select('format').executeTakeFirst())?.format ?? 0;

export const saveReferenceFormat = async (trx: TenantTransaction, tenantId: string, format: number): Promise<void> => {
  await trx
    .insertInto('reference_format')
    .values({ tenant_id: tenantId, format })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ format }))
    .execute();
};
