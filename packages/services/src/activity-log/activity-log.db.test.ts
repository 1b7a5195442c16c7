import { fail } from '@redoubt/domain';
import { appendAudit, type AuditEntry } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobs } from '../jobs/job-runner.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getActivityState, verifyActivity } from './activity-state.ts';
import { formatAnchor, publishAnchor, readAnchors } from './anchors.ts';
import { exportActivity } from './export-activity.command.ts';
import { getActivity } from './get-activity.query.ts';
import { searchActivity } from './search-activity.query.ts';
import { createActivityVerification } from './verification.job.ts';
import { verifyChain } from './verify-chain.ts';

const test = useDatabase();
let scene: Scene;

const ADMIN = { userId: 'u-1', roles: ['ProductAdmin'], wids: [] };
const RANGE = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
const ask = { ...RANGE, join: 'and' as const, filters: [], cursor: null, limit: 100 };

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
});

let minute = 0;
const append = (over: Partial<AuditEntry> & { readonly in?: string | null } = {}): Promise<void> => {
  const { in: place = 'Root', ...entry } = over;
  minute += 1;
  return test.database.inTenant(scene.tenantId, (trx) =>
    appendAudit(trx, {
      tenantId: scene.tenantId,
      environmentId: place === null ? null : scene.idOf(place),
      at: new Date(Date.UTC(2026, 2, 4, 12, minute)),
      actor: { id: 'u-1', name: 'Ada Byron' },
      operation: 'Update',
      resource: { type: 'DecisionRule', id: 'r-1', name: 'Limits' },
      original: { version: 1 },
      modified: { version: 2 },
      correlationId: 'c-1',
      assessment: 'purchase',
      ...entry,
    }),
  );
};

const names = async (place: string, over: Partial<typeof ask> = {}, person = ADMIN) =>
  (await searchActivity(scene.contextIn(place), person, { ...ask, ...over })).entries.map(
    ({ resource }) => resource.name,
  );
const named = (name: string) => ({ resource: { type: 'DecisionRule', id: `id of ${name}`, name } });
const where = (attribute: string, operator: string, ...values: string[]) => ({
  filters: [{ attribute, operator, values }] as never,
});

describe('the search of the activity log', () => {
  it('finds entries of the environment and below, newest first, page by page', async () => {
    await append(named('one'));
    await append({ ...named('two'), in: 'Child' });
    await append({ ...named('elsewhere'), in: 'Other' });
    await append(named('three'));
    expect(await names('Root')).toEqual(['three', 'two', 'one']);
    expect(await names('Child')).toEqual(['two']);
    const first = await searchActivity(scene.contextIn('Root'), ADMIN, { ...ask, limit: 2 });
    expect([first.total, first.entries.length, first.entries[0]?.sequence]).toEqual([3, 2, 4]);
    expect(await names('Root', { cursor: first.nextCursor as never, limit: 2 })).toEqual(['one']);
  });

  it('shows what concerns the whole tenant at a root, to who may read the log in every root', async () => {
    await append({ ...named('sign-in'), in: null });
    expect(await names('Root')).toEqual(['sign-in']);
    expect(await names('Child')).toEqual([]);
    await scene.assignRole('u-2', 'ProductAdmin', 'Root');
    expect(await names('Root', {}, { userId: 'u-2', roles: [], wids: [] })).toEqual([]);
  });

  it('takes the operators of each attribute, joined by and or or', async () => {
    await append(named('Größe'));
    await append({ ...named('plain'), operation: 'Publish', assessment: null, in: 'Child', correlationId: '' });
    const found = (...args: Parameters<typeof where>) => names('Root', where(...args));
    expect(await found('resourceName', 'in', 'größe', 'nothing')).toEqual(['Größe']);
    expect(await found('operation', 'notIn', 'publish')).toEqual(['Größe']);
    expect(await found('assessmentId', 'isNull')).toEqual(['plain']);
    expect(await found('assessmentId', 'isNotNull')).toEqual(['Größe']);
    expect(await found('assessmentName', 'in', 'purchase')).toEqual(['Größe']);
    expect(await found('correlationId', 'isEmpty')).toEqual(['plain']);
    expect(await found('correlationId', 'isNotEmpty')).toEqual(['Größe']);
    expect(await found('environmentName', 'in', 'child')).toEqual(['plain']);
    expect(await found('environmentName', 'notIn', 'child')).toEqual(['Größe']);
    const both = {
      filters: [
        { attribute: 'operation', operator: 'in', values: ['Publish'] },
        { attribute: 'resourceName', operator: 'in', values: ['Größe'] },
      ] as never,
    };
    expect(await names('Root', { ...both, join: 'or' as never })).toEqual(['plain', 'Größe']);
    expect(await names('Root', both)).toEqual([]);
  });

  it('refuses more than thirteen months, a turned range, a condition without values, and a foreign cursor', async () => {
    const expectRefusal = async (over: Partial<typeof ask>, error: Error): Promise<void> => {
      await expect(names('Root', over)).rejects.toEqual(error);
    };
    await expectRefusal({ from: '2025-02-28T00:00:00.000Z' }, fail('SRCH-RANGE-TOO-LONG', { months: 13 }));
    await expectRefusal({ to: RANGE.from }, fail('SRCH-QUERY-INVALID', { field: 'to' }));
    await expectRefusal(where('logId', 'in'), fail('SRCH-QUERY-INVALID', { field: 'logId' }));
    await expectRefusal({ cursor: 'x' as never }, fail('SRCH-QUERY-INVALID', { field: 'cursor' }));
  });

  it('exports what it finds as CSV, and the export is an entry', async () => {
    await append(named('=1+1'));
    const csv = await exportActivity(scene.contextIn('Root'), ADMIN, { ...RANGE, join: 'and', filters: [] });
    const [head, row] = csv.split('\r\n');
    expect(head).toContain('sequence,logId,time,changedBy');
    expect(row).toContain("'=1+1");
    expect(await scene.activities()).toContain('Export ActivityLog Activity log');
  });
});

describe('an entry', () => {
  const idOf = async (name: string): Promise<string> => {
    const { entries } = await searchActivity(scene.contextIn('Root'), ADMIN, ask);
    return entries.find(({ resource }) => resource.name === name)?.id ?? '';
  };

  it('has both sides, its neighbours of the same thing, and the version that can be published again', async () => {
    const one = { resource: { type: 'DecisionRule', id: 'r-7', name: 'first' } };
    await append({ ...one, operation: 'Create', original: null });
    await append({ resource: { ...one.resource, name: 'second' }, operation: 'Publish' });
    await append({ resource: { ...one.resource, name: 'third' }, modified: { text: 'x' } });
    const entry = await getActivity(scene.contextIn('Root'), ADMIN, await idOf('second'));
    expect(entry).toMatchObject({ original: { version: 1 }, modified: { version: 2 }, restorableVersion: 2 });
    expect([entry.previous?.operation, entry.next?.operation]).toEqual(['Create', 'Update']);
    expect((await getActivity(scene.contextIn('Root'), ADMIN, await idOf('third'))).restorableVersion).toBeNull();
    const viewer = scene.contextIn('Root', 'Vera', 'AllAreasViewer');
    expect((await getActivity(viewer, ADMIN, await idOf('second'))).restorableVersion).toBeNull();
  });

  it('is unknown outside the environments of the caller', async () => {
    await append(named('here'));
    const id = await idOf('here');
    await expect(getActivity(scene.contextIn('Other'), ADMIN, id)).rejects.toEqual(fail('ACTIVITY-UNKNOWN', { id }));
    const none = getActivity(scene.contextIn('Root'), ADMIN, 'purchase');
    await expect(none).rejects.toEqual(fail('ACTIVITY-UNKNOWN', { id: 'purchase' }));
    await expect(getActivity(scene.contextIn('Child'), ADMIN, id)).rejects.toEqual(fail('ACTIVITY-UNKNOWN', { id }));
  });

  it('shows masks in place of personal values where its environment masks them', async () => {
    await append({ ...named('masked'), modified: { email: 'nora@mailbox.example', order: 3 } });
    const context = { ...scene.contextIn('Root'), maskedEnvironments: new Set([scene.idOf('Root')]) };
    const { modified } = await getActivity(context, ADMIN, await idOf('masked'));
    expect(JSON.stringify(modified)).not.toContain('nora@');
    expect(modified).toMatchObject({ order: 3 });
  });
});

describe('the check in the background', () => {
  const closed: (() => Promise<void>)[] = [];
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'redoubt-anchors-'));
  });
  afterEach(async () => {
    await Promise.all(closed.splice(0).map((close) => close()));
    await rm(root, { recursive: true, force: true });
  });

  const start = (file: string): void => {
    const runner = createActivityVerification({ database: test.database, clock: scene.clock, anchors: { file } });
    closed.push(startJobs({ database: test.database, clock: scene.clock, runners: [runner] }).close);
  };
  const state = () => getActivityState(scene.contextIn('Root'));

  it('says how far the log holds, leaves an anchor, and says where it does not hold', async () => {
    await append();
    expect(await state()).toMatchObject({ entries: 1, checked: null });
    const file = join(root, 'anchors.jsonl');
    start(file);
    await vi.waitFor(async () => expect((await state()).checked).toMatchObject({ sequence: 1, broken: 0 }), 30_000);
    const { anchors } = readAnchors(await readFile(file, 'utf8'));
    const own = anchors.filter(({ tenant }) => tenant === scene.tenantId);
    expect(own).toMatchObject([{ sequence: 1 }]);
    expect((await verifyChain(test.database, scene.tenantId, { anchors })).findings).toEqual([]);

    await test.asAdmin(`update audit_entry set operation = 'Nothing' where tenant_id = '${scene.tenantId}'
      and operation = 'Update'`);
    await vi.waitFor(async () => expect((await state()).isChecking).toBe(false), 30_000);
    expect(await verifyActivity(scene.contextIn('Root'))).toMatchObject({ isChecking: true });
    await vi.waitFor(async () => expect((await state()).checked).toMatchObject({ broken: 1 }), 30_000);
    expect((await state()).checked?.findings).toMatchObject([{ kind: 'changed', sequence: 1 }]);
    const notices = await test.asAdmin(`select code from notice where tenant_id = '${scene.tenantId}'
      and type <> 'OwnJob'`);
    expect(notices).toEqual([{ code: 'ACTIVITY-LOG-BROKEN' }]);
  }, 90_000);

  it('sends anchors to a webhook, and fails where it does not take them', async () => {
    const taken: string[] = [];
    let status = 204;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        taken.push(body);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closed.push(async () => void server.close());
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/anchors`;
    const anchor = { tenant: scene.tenantId, sequence: 7, hash: 'a'.repeat(64), at: RANGE.from, findings: 0 };
    await publishAnchor({ webhook }, anchor);
    expect(taken).toEqual([formatAnchor(anchor)]);
    status = 503;
    await expect(publishAnchor({ webhook }, anchor)).rejects.toThrow('answered 503');
  });

  it('reads anchors line by line, and names lines that are none', () => {
    const line = formatAnchor({ tenant: 't', sequence: 1, hash: 'b'.repeat(64), at: RANGE.from, findings: 2 });
    expect(readAnchors(`${line}\n\n{"tenant":"t"}\nnot json\r\n${line}`)).toMatchObject({
      anchors: [{ sequence: 1 }, { sequence: 1 }],
      badLines: [3, 4],
    });
  });
});
