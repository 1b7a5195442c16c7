import { newId } from '@redoubt/kernel';
import { appendAudit, eraseAuditContent, type AuditEntry } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { verifyChain, type Anchor, type VerifyOptions } from './verify-chain.ts';

const test = useDatabase();
const TABLES = ['audit_entry', 'audit_link', 'audit_head'] as const;
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
});

const anEntry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  tenantId: scene.tenantId,
  environmentId: scene.idOf('Root'),
  at: new Date('2026-03-04T12:00:00.123Z'),
  actor: { id: 'u-1', name: 'Ada Byron' },
  operation: 'Update',
  resource: { type: 'DecisionRule', id: 'r-1', name: 'Größe «5»' },
  original: { order: 1, text: 'RETURN Approve()' },
  modified: { order: 2, text: 'RETURN Reject("né")' },
  correlationId: 'c-1',
  assessment: 'purchase',
  ...over,
});

const append = async (...entries: readonly AuditEntry[]): Promise<void> => {
  for (const entry of entries) await test.database.inTenant(scene.tenantId, (trx) => appendAudit(trx, entry));
};

/** Every shape that a row can have: with and without each column that may be null. */
const appendOneOfEach = () =>
  append(
    anEntry(),
    anEntry({ environmentId: null, original: null, correlationId: null, assessment: null }),
    anEntry({ modified: null, operation: 'Delete' }),
    anEntry({ original: null, modified: null, operation: 'SignIn' }),
  );

const check = (options?: VerifyOptions) => verifyChain(test.database, scene.tenantId, options);
const kinds = async (options?: VerifyOptions) =>
  (await check(options)).findings.map(({ kind, sequence }) => [kind, sequence]);

/** As the administrator of the database, past every rule of the product. */
const withoutRules = async (work: () => Promise<void>): Promise<void> => {
  const switchTriggers = async (how: 'disable' | 'enable'): Promise<void> => {
    for (const table of TABLES) await test.asAdmin(`alter table ${table} ${how} trigger all`);
  };
  await switchTriggers('disable');
  try {
    await work();
  } finally {
    await switchTriggers('enable');
  }
};
const tamper = (...statements: readonly string[]): Promise<void> =>
  withoutRules(async () => {
    for (const statement of statements) await test.asAdmin(statement);
  });
const ofTenant = () => `tenant_id = '${scene.tenantId}'`;
const entryAt = async (sequence: number): Promise<string> => {
  const [row] = await test.asAdmin<{ entry_id: string }>(
    `select entry_id from audit_link where ${ofTenant()} and sequence = ${sequence}`,
  );
  return row?.entry_id ?? '';
};

const anchorOf = async (): Promise<Anchor> => {
  const { sequence, hash } = await check();
  return { tenant: scene.tenantId, sequence, hash, at: '2026-03-04T13:00:00Z' };
};

/** Another value of a column that differs in as little as can be. */
const FLIPPED: Readonly<Record<string, (column: string) => string>> = {
  uuid: (column) => `coalesce(overlay(${column}::text placing
    case right(${column}::text, 1) when '0' then '1' else '0' end from 36)::uuid, gen_random_uuid())`,
  'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  jsonb: (column) => `case when ${column} is null then 'null'::jsonb else ${column} || '{"order": 3}' end`,
  text: (column) => `coalesce(overlay(${column} placing chr(ascii(${column}) # 1) from 1 for 1), '')`,
  bigint: (column) => `${column} # 4096`,
  bytea: (column) => `set_byte(${column}, 31, get_byte(${column}, 31) # 1)`,
};

const columnsOf = (table: string) =>
  test.asAdmin<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  );

describe('the chain of the activity log', () => {
  it('holds what the product wrote, in the order of the commits', async () => {
    await appendOneOfEach();
    const { sequence, hash, findings, erased } = await check();
    expect({ sequence, findings, erased }).toEqual({ sequence: 4, findings: [], erased: 0 });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is empty before the first entry', async () => {
    expect(await check()).toEqual({ sequence: 0, from: 0, hash: '0'.repeat(64), erased: 0, findings: [] });
  });

  it('keeps no entry of a transaction that is taken back, and leaves no gap', async () => {
    await append(anEntry());
    const refused = test.database.inTenant(scene.tenantId, async (trx) => {
      await appendAudit(trx, anEntry());
      throw new Error('taken back');
    });
    await expect(refused).rejects.toThrow('taken back');
    await append(anEntry());
    expect(await check()).toMatchObject({ sequence: 2, findings: [] });
  });

  it('takes entries of many writers at once', async () => {
    const writers = Array.from({ length: 8 }, () => append(anEntry(), anEntry(), anEntry()));
    await Promise.all(writers);
    expect(await check()).toMatchObject({ sequence: 24, findings: [] });
  });

  it('names the entry where one byte of any column of any row is flipped', async () => {
    await appendOneOfEach();
    const unseen: string[] = [];
    const tried: string[] = [];
    await withoutRules(async () => {
      for (const table of ['audit_entry', 'audit_link'])
        for (const { name, type } of await columnsOf(table))
          for (const sequence of [1, 2, 3, 4]) {
            const id = await entryAt(sequence);
            const where = `${ofTenant()} and entry_id = '${id}'`;
            const flip = FLIPPED[type];
            if (flip === undefined) throw new Error(`no flip for ${type}`);
            await test.asAdmin(`create table as_it_was as select * from ${table} where ${where}`);
            const [row] = await test.asAdmin<{ place: string }>(
              `update ${table} set ${name} = ${flip(name)} where ${where} returning ctid::text as place`,
            );
            const { findings } = await check();
            const what = `${table}.${name} of entry ${sequence}`;
            tried.push(what);
            if (!findings.some((each) => each.entryId === id || each.sequence === sequence)) unseen.push(what);
            await test.asAdmin(`delete from ${table} where ctid = '${row?.place}'`);
            await test.asAdmin(`insert into ${table} select * from as_it_was`);
            await test.asAdmin('drop table as_it_was');
          }
    });
    expect(unseen).toEqual([]);
    expect(tried).toHaveLength(4 * (14 + 7));
    expect((await check()).findings).toEqual([]);
  }, 60_000);

  it.each(['sequence = sequence # 1', 'sequence = sequence # 1048576', 'hash = set_byte(hash, 0, 255)'])(
    'names the end where the head of the chain is changed: %s',
    async (change) => {
      await appendOneOfEach();
      await tamper(`update audit_head set ${change} where ${ofTenant()}`);
      expect((await check()).findings).not.toEqual([]);
    },
  );

  it('names entries that are gone, with and without their links', async () => {
    await appendOneOfEach();
    const [second, third] = [await entryAt(2), await entryAt(3)];
    await tamper(`delete from audit_entry where ${ofTenant()} and entry_id = '${second}'`);
    expect((await check()).findings).toEqual([{ kind: 'missing', sequence: 2, entryId: second }]);
    await tamper(
      `delete from audit_entry where ${ofTenant()} and entry_id = '${third}'`,
      `delete from audit_link where ${ofTenant()} and sequence in (2, 3)`,
    );
    expect((await check()).findings).toEqual([{ kind: 'missing', sequence: 2, entryId: null, until: 3 }]);
  });

  it('names an entry that was put in past the chain, and one whose link is gone', async () => {
    await appendOneOfEach();
    const id = newId();
    await tamper(
      `insert into audit_entry select (jsonb_populate_record(e, jsonb_build_object('entry_id', '${id}'))).*
         from audit_entry e where ${ofTenant()} limit 1`,
    );
    expect((await check()).findings).toEqual([{ kind: 'inserted', sequence: null, entryId: id }]);
  });

  it('names a change that was chained anew from there on, by the entry behind it', async () => {
    await appendOneOfEach();
    const id = await entryAt(2);
    await tamper(
      `update audit_entry set actor_name = 'Eve' where ${ofTenant()} and entry_id = '${id}'`,
      `update audit_link l set content_digest = audit_content_digest(e, l.salt) from audit_entry e
        where l.${ofTenant()} and l.sequence = 2 and e.tenant_id = l.tenant_id and e.entry_id = l.entry_id`,
      `update audit_link l set hash = audit_link_hash(e, l.sequence, l.content_digest, l.previous_hash) from audit_entry e
        where l.${ofTenant()} and l.sequence = 2 and e.tenant_id = l.tenant_id and e.entry_id = l.entry_id`,
    );
    expect(await kinds()).toEqual([['broken', 3]]);
  });

  it('names the newest entries that are gone, by its head, and by an anchor where the head was set back too', async () => {
    await appendOneOfEach();
    const anchor = await anchorOf();
    await tamper(
      `delete from audit_entry e using audit_link l
        where e.${ofTenant()} and l.tenant_id = e.tenant_id and l.entry_id = e.entry_id and l.sequence > 2`,
      `delete from audit_link where ${ofTenant()} and sequence > 2`,
    );
    expect((await check()).findings).toEqual([{ kind: 'cut', sequence: 3, entryId: null, until: 4 }]);
    await tamper(
      `update audit_head h set sequence = 2, hash = l.hash from audit_link l
        where h.${ofTenant()} and l.tenant_id = h.tenant_id and l.sequence = 2`,
    );
    expect((await check()).findings).toEqual([]);
    expect(await kinds({ anchors: [anchor] })).toEqual([['cut', 4]]);
    await append(anEntry(), anEntry());
    expect(await kinds({ anchors: [anchor] })).toEqual([['anchor', 4]]);
    expect(await kinds({ anchors: [{ ...anchor, tenant: newId() }] })).toEqual([]);
  });

  it('holds where content is erased as the log says, and names an erasure that it does not say', async () => {
    await appendOneOfEach();
    const [first, second] = [await entryAt(1), await entryAt(2)];
    await test.database.inTenant(scene.tenantId, async (trx) => {
      expect(await eraseAuditContent(trx, first)).toBe(true);
      expect(await eraseAuditContent(trx, first)).toBe(false);
      await appendAudit(
        trx,
        anEntry({ operation: 'Erase', resource: { type: 'ActivityLog', id: first, name: 'Update' } }),
      );
    });
    expect(await check()).toMatchObject({ sequence: 5, erased: 1, findings: [] });
    await tamper(`update audit_entry set actor_name = 'Eve' where ${ofTenant()} and entry_id = '${first}'`);
    expect(await kinds()).toEqual([['changed', 1]]);
    await tamper(`update audit_entry set actor_name = '' where ${ofTenant()} and entry_id = '${first}'`);
    await test.database.inTenant(scene.tenantId, (trx) => eraseAuditContent(trx, second));
    expect((await check()).findings).toEqual([{ kind: 'erased', sequence: null, entryId: second }]);
  });
});
