import { systemClock } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getChange, getChanges } from '../changes/changes.queries.ts';
import { approveChange, type RunCall } from '../changes/decide-change.commands.ts';
import { putPublishApproval } from '../changes/put-approval.command.ts';
import type { EnvironmentContext } from '../context.ts';
import { operatorContext } from '../environments/find-environment.ts';
import { createExternalCalls, type ExternalCalls } from '../call-runtime/external-calls.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { exportConfiguration } from './export-configuration.ts';
import { importConfiguration } from './import-configuration.command.ts';
import type { ImportInput } from './import-input.ts';
import { importFiles } from './import-files.command.ts';
import { importOrPropose } from './propose-import.ts';

const test = useDatabase();
let scene: Scene;
let calls: ExternalCalls;

beforeAll(() => {
  calls = createExternalCalls({ installationKey: 'a key', clock: systemClock, monotonicMs: () => performance.now() });
});
afterAll(() => calls.close());

const ENDPOINT = { id: 'configuration.import', permission: 'decisionRules:write', bodyLimitBytes: 100_000 } as const;
const rule = (code: string): string =>
  `rule: Limits\nassessment: purchase\nclauses:\n  - name: Decide\n    code: ${code}\n`;
const BEFORE = {
  'rules/purchase/Limits.yaml': rule('RETURN Reject() WHEN ContainsKey("Blocked", "Key", @"user.email")'),
  'lists/Blocked.yaml': 'list: Blocked\nrows:\n  file: Blocked.csv\n',
  'lists/Blocked.csv': 'Key\none@mailbox.example\n',
  'external-calls/score.yaml':
    'externalCall: score\nmethod: POST\nurl: https://score.example/one\ncontentType: json\n' +
    'authentication:\n  kind: basic\n  userName: shop\ntimeoutMs: 500\nsecrets:\n  auth:\n    variable: SCORE\n',
  'rules/purchase/Scores.yaml':
    'rule: Scores\nassessment: purchase\nclauses:\n  - name: Decide\n    code: RETURN Reject() WHEN External.score().score > 5\n',
};
const AFTER = {
  ...BEFORE,
  'rules/purchase/Limits.yaml': rule('RETURN Review() WHEN ContainsKey("Blocked", "Key", @"user.email")'),
  'lists/Blocked.csv': 'Key\ntwo@mailbox.example\nthree@mailbox.example\n',
  'external-calls/score.yaml': BEFORE['external-calls/score.yaml'].replace('/one', '/two'),
};

const inputOf = (texts: Readonly<Record<string, string>>, apply = true): ImportInput => ({
  files: Object.entries(texts).map(([path, text]) => ({ path, text })),
  prune: false,
  without: [],
  velocityStart: 'fromNow',
  calls,
  variable: (name) => (name === 'SCORE' ? 'a secret of the score' : undefined),
  apply,
});

const operator = (name = 'Pipeline 7') => operatorContext(test.database, scene.clock, scene.idOf('Root'), name);
const ida = (): EnvironmentContext => scene.contextIn('Root', 'Ida Holm');
const propose = async (texts: Readonly<Record<string, string>>, by?: string, apply = true) =>
  importOrPropose(await operator(by), calls.secrets, ENDPOINT, { ...inputOf(texts, apply), note: 'release 12' });
const request = async (texts: Readonly<Record<string, string>>, by?: string): Promise<string> => {
  const { request: left } = await propose(texts, by);
  if (!left) throw new Error('a request is left');
  return left.id;
};
const run: RunCall = (_endpoint, { body }, context) => importFiles(context, calls, body as never);
const approve = (id: string, context = ida()) => approveChange(context, calls.secrets, id, run);
const ruleNow = async (): Promise<string | undefined> =>
  (await exportConfiguration(ida())).find(({ path }) => path === 'rules/purchase/Limits.yaml')?.text;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  await importConfiguration(await operator(), inputOf(BEFORE));
  await putPublishApproval(ida(), { required: true });
});

describe('an import where a second person approves changes', { timeout: 60_000 }, () => {
  it('leaves a request with what each file changes, and an approval makes it', async () => {
    const before = await ruleNow();
    const { report, request: left } = await propose(AFTER);
    expect(report).toMatchObject({ applied: false, problems: [] });
    expect(await ruleNow()).toBe(before);
    const id = left?.id ?? '';
    const shown = await getChange(ida(), id);
    expect(shown).toMatchObject({
      endpoint: 'configuration.import',
      operation: 'Import',
      target: { type: 'Configuration', name: 'configuration' },
      note: 'release 12',
      asked: { by: 'Pipeline 7' },
      canDecide: true,
      call: { body: { files: Object.keys(AFTER), prune: false } },
    });
    expect(shown.differences.map(({ operation, type, name }) => `${operation} ${type} ${name}`)).toEqual([
      'Import Configuration configuration',
      'Update list Blocked',
      'Update externalCall score',
      'Update rule purchase/Limits',
    ]);
    expect(shown.differences[0]?.modified).toMatchObject({ added: 0, changed: 3, removed: 0 });
    expect(shown.differences[1]?.modified).toMatchObject({ rowsAdded: 2, rowsRemoved: 1 });
    expect(JSON.stringify(shown)).not.toContain('mailbox.example');
    expect(shown.differences[3]).toMatchObject({
      original: expect.stringContaining('RETURN Reject()'),
      modified: expect.stringContaining('RETURN Review()'),
    });

    expect(await approve(id)).toMatchObject({ state: 'approved', decided: { by: 'Ida Holm' } });
    expect(await ruleNow()).toContain('RETURN Review()');
    const audit = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('audit_entry').select(['operation', 'actor_name', 'modified']).execute(),
    );
    const approval = audit.find(({ operation }) => operation === 'Approve');
    expect(approval).toMatchObject({ actor_name: 'Ida Holm', modified: { askedBy: 'Pipeline 7', request: id } });
  });

  it('is notified once it is made, with who made it and how many resources it changes, to all but them', async () => {
    const imports = async (name: string) =>
      (await noticesOf(scene, name)).filter(({ code }) => code === 'CONFIGURATION-IMPORTED');
    expect(await imports('Ida Holm')).toMatchObject([
      { params: { by: 'Pipeline 7', count: 4 }, link: '/settings/audit' },
    ]);
    await approve(await request(AFTER));
    expect(await imports('Noor Haddad')).toContainEqual({
      code: 'CONFIGURATION-IMPORTED',
      severity: 'Information',
      params: { by: 'Ida Holm', count: 3 },
      link: '/settings/audit',
    });
    expect(await imports('Ida Holm')).toHaveLength(1);
  });

  it('names each rule of the files that would reject or challenge every event', async () => {
    const id = await request({
      ...AFTER,
      'rules/purchase/Limits.yaml': rule('RETURN Reject("All")'),
      'rules/purchase/Ask.yaml': rule('RETURN Challenge("Pin")').replace('Limits', 'Ask'),
      'rules/purchase/Small.yaml': rule('RETURN Reject("Small") WHEN @"totalAmount" < 1').replace('Limits', 'Small'),
    });
    const { unconditional, differences } = await getChange(ida(), id);
    expect(unconditional.toSorted((a, b) => a.rule.localeCompare(b.rule))).toEqual([
      { rule: 'Ask', clause: 'Decide', decision: 'Challenge' },
      { rule: 'Limits', clause: 'Decide', decision: 'Reject' },
    ]);
    expect(differences.some((difference) => 'unconditional' in difference)).toBe(false);
    const harmless = await getChange(ida(), await request(AFTER, 'Pipeline 8'));
    expect(harmless.unconditional).toEqual([]);
  });

  it('keeps the values of its variables sealed, and only those that the files name', async () => {
    const id = await request(AFTER);
    const { payload, secrets, differences } = await test.database.inTenant(scene.tenantId, (trx) =>
      trx
        .selectFrom('change_request')
        .select(['payload', 'secrets', 'differences'])
        .where('request_id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify([payload, secrets, differences])).not.toContain('a secret of the score');
    const opened = calls.secrets.open(secrets ?? '', `${scene.tenantId}/change/${id}`);
    expect(JSON.parse(opened ?? '')).toEqual({ secrets: { SCORE: 'a secret of the score' } });
  });

  it('leaves nothing where the files change nothing, are refused, or are only tried', async () => {
    expect(await propose(BEFORE)).toMatchObject({ request: null, report: { changes: [], problems: [] } });
    const wrong = { ...BEFORE, 'rules/purchase/Limits.yaml': rule('RETURN Refuse()') };
    expect(await propose(wrong)).toMatchObject({ request: null, report: { problems: [expect.anything()] } });
    expect(await propose(AFTER, 'Pipeline 7', false)).toMatchObject({ request: null, report: { problems: [] } });
    const tried = await importConfiguration(await operator(), inputOf(AFTER, false));
    expect(tried).toMatchObject({ applied: false, problems: [], changes: { length: 3 } });
    expect((await getChanges(ida(), { state: 'open' })).changes).toEqual([]);
  });

  it('is refused once the environment is another than it was shown', async () => {
    const first = await request(AFTER, 'Pipeline 7');
    const rows = { ...BEFORE, 'lists/Blocked.csv': 'Key\nfour@mailbox.example\n' };
    await approve(await request(rows, 'Pipeline 8'));
    await expect(approve(first)).rejects.toMatchObject({ code: 'CHANGE-STALE', params: { name: 'configuration' } });
    expect(await ruleNow()).toContain('RETURN Reject()');
    expect((await getChange(ida(), first)).state).toBe('open');
  });

  it('takes the place of an older request of the same operator', async () => {
    const first = await request(AFTER);
    const other = await request(AFTER, 'Pipeline 8');
    const second = await request(AFTER);
    const open = (await getChanges(ida(), { state: 'open' })).changes.map(({ id }) => id);
    expect(open.toSorted()).toEqual([other, second].toSorted());
    expect((await getChange(ida(), first)).state).toBe('withdrawn');
  });

  it('is approved by another person than the operator, with the right to each change', async () => {
    const own = await request(AFTER, 'ida holm');
    expect(await getChange(ida(), own)).toMatchObject({ isOwn: true, canDecide: false });
    await expect(approve(own)).rejects.toMatchObject({ code: 'CHANGE-OWN' });
    const id = await request(AFTER);
    const withoutCalls = { ...ida(), capabilities: { decisionRules: 'write', lists: 'write' } as const };
    await expect(approve(id, withoutCalls)).rejects.toMatchObject({
      code: 'AUTH-FORBIDDEN',
      params: { permission: 'externalCalls:read' },
    });
    const differences = (await getChange(withoutCalls, id)).differences;
    expect(differences.find(({ type }) => type === 'externalCall')).toMatchObject({ original: null, modified: null });
    expect(differences.find(({ type }) => type === 'rule')).toMatchObject({ original: expect.any(String) });
    const readsCalls = { ...ida(), capabilities: { ...withoutCalls.capabilities, externalCalls: 'read' } as const };
    await expect(approve(id, readsCalls)).rejects.toMatchObject({ params: { permission: 'externalCalls:write' } });
  });

  it('is refused where its files are larger than a call may be', async () => {
    const rows = Array.from({ length: 9000 }, (_, row) => `customer-${row}@mailbox.example`).join('\n');
    await expect(propose({ ...BEFORE, 'lists/Blocked.csv': `Key\n${rows}\n` })).rejects.toMatchObject({
      code: 'CHANGE-TOO-LARGE',
      params: { limitBytes: 100_000 },
    });
    expect((await getChanges(ida(), { state: 'open' })).changes).toEqual([]);
  });
});
