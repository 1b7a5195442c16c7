import { nameKey } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { Schema } from '../schema/schema.ts';

/** What is kept with every draft. */
type DraftStamp = {
  /** Published version the draft was begun on; 0 where there was none. */
  readonly basedOnVersion: number;
  readonly savedBy: string;
  readonly savedAt: Date;
};

/** What is kept with every published version. */
export type VersionStamp = {
  readonly version: number;
  readonly publishedBy: string;
  readonly publishedAt: Date;
  readonly note: string;
  /** Older version whose text this one brought back. */
  readonly restores: number | null;
};

/** What changes of a resource beside its texts; `active` and `order` of kinds that have them. */
type VersionedChange = {
  readonly name?: string;
  readonly description?: string;
  readonly active?: boolean;
  /** Null takes it out of production. */
  readonly publishedVersion?: number | null;
  readonly order?: number;
};

/** Resources whose texts are drafts until they are published as versions. */
export type VersionedStore<Text, Version> = {
  /** Changes a resource and moves its tag on. */
  readonly update: (
    trx: TenantTransaction,
    id: string,
    change: VersionedChange,
    changed: { readonly by: string; readonly at: Date },
  ) => Promise<void>;
  /** With its draft and its versions. */
  readonly delete: (trx: TenantTransaction, id: string) => Promise<void>;
  readonly findDraft: (trx: TenantTransaction, id: string) => Promise<(Text & DraftStamp) | undefined>;
  /** Writes the draft over the one before, which keeps the version it was begun on unless it was `merged` with another. */
  readonly saveDraft: (
    trx: TenantTransaction,
    tenantId: string,
    id: string,
    draft: Text & DraftStamp,
    merged?: boolean,
  ) => Promise<void>;
  readonly deleteDraft: (trx: TenantTransaction, id: string) => Promise<void>;
  readonly findVersion: (trx: TenantTransaction, id: string, version: number) => Promise<Version | undefined>;
  /** Newest first. */
  readonly listVersions: (trx: TenantTransaction, id: string) => Promise<readonly VersionStamp[]>;
  /** Newest first, with their texts. */
  readonly readVersions: (trx: TenantTransaction, id: string) => Promise<readonly Version[]>;
  /** Adds a published version; versions are never changed. */
  readonly insertVersion: (
    trx: TenantTransaction,
    tenantId: string,
    id: string,
    version: Version,
    /** Columns that are written and not read. */
    besides?: Readonly<Record<string, number>>,
  ) => Promise<void>;
};

type Table = 'fql_function' | 'rule' | 'velocity_set';

type Columns<Row, Of extends keyof Schema> = { readonly [Member in keyof Row]-?: keyof Schema[Of] & string };

const DRAFT_STAMP = { basedOnVersion: 'based_on_version', savedBy: 'saved_by', savedAt: 'saved_at' } as const;

const selected = (columns: Readonly<Record<string, string>>): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([member, column]) => sql`${sql.ref(column)} as ${sql.id(member)}`));

const assigned = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));

/**
 * The store of one kind in `table`, `…_draft` and `…_version`, whose columns are named after `key`.
 *
 * @param texts columns of a draft and a version, by member; `kept` those that only versions have; `json` those with JSON.
 */
export const versionedStore = <Text extends object, Kept extends object, Of extends Table>({
  table,
  key,
  texts,
  kept,
  json,
}: {
  readonly table: Of;
  readonly key: 'function' | 'rule' | 'set';
  readonly texts: Columns<Text, `${Of}_draft`>;
  readonly kept: Columns<Kept, `${Of}_version`>;
  readonly json: readonly (keyof Text | keyof Kept)[];
}): VersionedStore<Text, Text & Kept & VersionStamp> => {
  const resources = sql.table(table);
  const drafts = sql.table(`${table}_draft`);
  const versions = sql.table(`${table}_version`);
  const idColumn = `${key}_id`;
  const id = sql.ref(idColumn);
  const number = sql.ref(`${key}_version`);
  const stamp = {
    version: `${key}_version`,
    publishedBy: 'published_by',
    publishedAt: 'published_at',
    note: 'note',
    restores: 'restores',
  };
  const draftColumns: Readonly<Record<string, string>> = { ...texts, ...DRAFT_STAMP };
  const versionColumns: Readonly<Record<string, string>> = { ...texts, ...kept, ...stamp };
  const isJson = new Set<PropertyKey>(json);
  const insert = (
    into: RawBuilder<unknown>,
    columns: Readonly<Record<string, string>>,
    tenantId: string,
    ofId: string,
    row: object,
  ): RawBuilder<unknown> => {
    const values = Object.keys(columns).map((member) => {
      const value = (row as Readonly<Record<string, unknown>>)[member];
      if (value === undefined) return null;
      return isJson.has(member) ? JSON.stringify(value) : value;
    });
    const names = sql.join(Object.values(columns).map((column) => sql.ref(column)));
    return sql`insert into ${into} (tenant_id, ${id}, ${names}) values (${tenantId}, ${ofId}, ${sql.join(values)})`;
  };
  return {
    update: async (trx, ofId, { name, description, active, publishedVersion, order }, { by, at }) => {
      const values = {
        name,
        name_key: name === undefined ? undefined : nameKey(name),
        description,
        active,
        published_version: publishedVersion,
        order_index: order,
        changed_by: by,
        changed_at: at,
      };
      const changes = Object.entries(values).flatMap(([column, value]) =>
        value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
      );
      await sql`update ${resources} set ${sql.join(changes)}, version = version + 1 where ${id} = ${ofId}`.execute(trx);
    },
    delete: async (trx, ofId) => {
      await sql`delete from ${resources} where ${id} = ${ofId}`.execute(trx);
    },
    findDraft: async (trx, ofId) => {
      const { rows } = await sql<Text & DraftStamp>`
        select ${selected(draftColumns)} from ${drafts} where ${id} = ${ofId}`.execute(trx);
      return rows[0];
    },
    saveDraft: async (trx, tenantId, ofId, draft, merged = false) => {
      const { basedOnVersion: based, ...content } = draftColumns;
      const written = [...Object.values(content), ...(merged && based !== undefined ? [based] : [])];
      await sql`${insert(drafts, draftColumns, tenantId, ofId, draft)}
        on conflict (tenant_id, ${id}) do update set ${assigned(written)}`.execute(trx);
    },
    deleteDraft: async (trx, ofId) => {
      await sql`delete from ${drafts} where ${id} = ${ofId}`.execute(trx);
    },
    findVersion: async (trx, ofId, version) => {
      const { rows } = await sql<Text & Kept & VersionStamp>`
        select ${selected(versionColumns)} from ${versions} where ${id} = ${ofId} and ${number} = ${version}`.execute(
        trx,
      );
      return rows[0];
    },
    listVersions: async (trx, ofId) => {
      const { rows } = await sql<VersionStamp>`
        select ${selected(stamp)} from ${versions} where ${id} = ${ofId} order by ${number} desc`.execute(trx);
      return rows;
    },
    readVersions: async (trx, ofId) => {
      const { rows } = await sql<Text & Kept & VersionStamp>`
        select ${selected(versionColumns)} from ${versions} where ${id} = ${ofId} order by ${number} desc`.execute(trx);
      return rows;
    },
    insertVersion: async (trx, tenantId, ofId, version, besides = {}) => {
      const columns = Object.fromEntries(Object.keys(besides).map((column) => [column, column]));
      await insert(versions, { ...versionColumns, ...columns }, tenantId, ofId, { ...version, ...besides }).execute(
        trx,
      );
    },
  };
};
