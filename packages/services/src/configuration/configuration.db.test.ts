import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { compilePlan, decide, type Plan, type VelocityPort } from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantSourceLoader } from '../decisions/tenant-plans/load-tenant-sources.ts';
import { createExternalCalls, type ExternalCalls } from '../call-runtime/external-calls.ts';
import { getBranches } from '../branches/branches.query.ts';
import { startExperiment, stopExperiment } from '../branches/experiments.commands.ts';
import { getPromotion } from '../branches/promote-branch.command.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';
import type { ConfigurationFile } from './configuration-file.ts';
import { exportConfiguration } from './export-configuration.ts';
import { importConfiguration } from './import-configuration.command.ts';
import type { ImportInput } from './import-input.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
let calls: ExternalCalls;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Copy: {}, Below: { parent: 'Root' }, Other: {} });
  merchant = await createMerchant(test.database, scene);
  calls = createExternalCalls({ installationKey: 'a key', clock: scene.clock, monotonicMs: () => performance.now() });
});
afterAll(async () => {
  calls.close();
  await merchant.close();
});

const filesOf = (texts: Readonly<Record<string, string>>): readonly ConfigurationFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));

const bring = (environment: string, texts: Readonly<Record<string, string>>, more: Partial<ImportInput> = {}) =>
  importConfiguration(scene.contextIn(environment), {
    files: filesOf(texts),
    prune: false,
    without: [],
    velocityStart: 'fromNow',
    apply: true,
    calls,
    variable: (name) => (name.startsWith('REDOUBT_SECRET_') ? 'the key' : undefined),
    ...more,
  });

const exported = async (environment: string): Promise<Readonly<Record<string, string>>> => {
  const files = await exportConfiguration(scene.contextIn(environment));
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
};

/** Answers without what belongs to the environment and the moment. */
const decisionOf = (answer: string): unknown => {
  const text = answer.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"');
  return JSON.parse(text) as unknown;
};

const purchases = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    ...PURCHASE_SAMPLE,
    purchaseId: `p-${index}`,
    totalAmount: (index * 37) % 130,
    user: {
      ...(PURCHASE_SAMPLE['user'] as JsonObject),
      email:
        ['blocked@mailbox.example', 'safe@mailbox.example', 'nora@mailbox.example', 'ole@mailbox.example'][index % 4] ??
        '',
      country: ['DK', 'TV', 'DE'][index % 3] ?? '',
    },
  }));

/** A whole configuration through every command: a busy machine takes its time. */
const WHOLE = { timeout: 120_000 };

describe('a configuration', WHOLE, () => {
  it('comes into an environment and out of it as the same files', async () => {
    const report = await bring('Root', WHOLE_CONFIGURATION);
    expect(report.problems).toEqual([]);
    const login = { path: 'rules/accountLogin/Logins.yaml', line: 7, column: 32, code: 'FQL-UNKNOWN-ATTRIBUTE' };
    expect(report.warnings).toEqual([expect.objectContaining(login)]);
    expect(report.applied).toBe(true);
    expect(await exported('Root')).toEqual(WHOLE_CONFIGURATION);

    const copied = await bring('Copy', await exported('Root'));
    expect(copied.changes.every(({ change }) => change === 'added' || change === 'changed')).toBe(true);
    expect(await exported('Copy')).toEqual(WHOLE_CONFIGURATION);

    const plan = await scene.planVersion();
    const again = await bring('Copy', WHOLE_CONFIGURATION);
    expect(again).toMatchObject({ changes: [], problems: [], unchanged: 34 });
    expect(await scene.planVersion()).toBe(plan);
    expect((await scene.activities()).filter((entry) => entry.startsWith('Import Configuration'))).toEqual([
      'Import Configuration configuration',
      'Import Configuration configuration',
    ]);
  });

  it('decides the same events the same way in both environments', async () => {
    await merchant.refresh();
    const seen = new Set<string>();
    for (const purchase of purchases(16)) {
      const answers = [
        await merchant.send('Root', 'purchase', purchase),
        await merchant.send('Copy', 'purchase', purchase),
      ];
      const [here, there] = answers.map(decisionOf);
      expect(there).toEqual(here);
      seen.add(JSON.stringify((here as { resultDetails: { MerchantRuleDecision: string } }).resultDetails));
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  it('decides ten thousand events alike before and after', async () => {
    const loaded = await createTenantSourceLoader(test.database, scene.clock).plans(scene.tenantId);
    const planIn = (environment: string): Plan => {
      const id = scene.idOf(environment);
      const found = loaded.plans.find((each) => each.environmentId === id && each.assessment === 'purchase');
      const { plan, problems } = compilePlan(found?.planId ?? '', id, found?.levels ?? [], new Map());
      expect(problems).toEqual([]);
      return plan;
    };
    const [here, there] = [planIn('Root'), planIn('Copy')];
    // Counts that differ from key to key stand for what each environment has counted.
    const velocities: VelocityPort = { read: (_velocity, key) => key.length % 7 };
    const comesTo = (plan: Plan, payload: JsonObject, seed: number): string => {
      const nowMs = scene.clock.now();
      const result = decide(plan, { payload, generated: {}, nowMs, correlationId: 'c', seed, velocities });
      const { decision, reason, challengeType, rule, clause, outputs, errors } = result;
      return JSON.stringify({ decision, reason, challengeType, rule: rule?.name, clause, outputs, errors });
    };
    const seen = new Set<string>();
    const different: string[] = [];
    for (const [index, payload] of purchases(10_000).entries()) {
      const before = comesTo(here, payload, index);
      if (comesTo(there, payload, index) !== before) different.push(before);
      seen.add(before);
    }
    expect(different).toEqual([]);
    expect(seen.size).toBeGreaterThan(2);
  });

  it('changes what two resources agree on in one go, and says what changed', async () => {
    const changed = {
      ...WHOLE_CONFIGURATION,
      'lists/Zones.csv': 'Country,Area\nDK,near\n',
      'functions/zone.yaml': (WHOLE_CONFIGURATION['functions/zone.yaml'] ?? '').replace(
        '"Zone", "far"',
        '"Area", "far"',
      ),
      'velocities/Mail.yaml': (WHOLE_CONFIGURATION['velocities/Mail.yaml'] ?? '').replaceAll('byEmail', 'perEmail'),
      'rules/purchase/Busy e-mail.yaml': (WHOLE_CONFIGURATION['rules/purchase/Busy e-mail.yaml'] ?? '').replace(
        'Velocity.byEmail',
        'Velocity.perEmail',
      ),
      'rules/purchase/branches/strict/Night.yaml': (
        WHOLE_CONFIGURATION['rules/purchase/branches/strict/Night.yaml'] ?? ''
      ).replace('Velocity.byEmail', 'Velocity.perEmail'),
    };
    const tried = await bring('Copy', changed, { apply: false });
    expect(tried.problems).toEqual([]);
    expect(tried.applied).toBe(false);
    expect(await exported('Copy')).toEqual(WHOLE_CONFIGURATION);
    const { changes, applied } = await bring('Copy', changed);
    expect(applied).toBe(true);
    expect(changes.map(({ kind, name, change }) => `${change} ${kind} ${name}`)).toEqual([
      'changed list Zones',
      'changed velocitySet Mail',
      'changed function zone',
      'changed rule purchase/Busy e-mail',
      'changed branchRule purchase/strict/Night',
    ]);
    expect(await exported('Copy')).toEqual(changed);
    await bring('Copy', WHOLE_CONFIGURATION);
    expect(await exported('Copy')).toEqual(WHOLE_CONFIGURATION);
  });

  it('leaves what the files do not have, unless told to delete it', async () => {
    const { 'rules/purchase/Zones.yaml': _zones, 'functions/caller.yaml': _caller, ...rest } = WHOLE_CONFIGURATION;
    const ofBranch = 'rules/purchase/branches/strict/Zones.yaml';
    const fewer = {
      ...rest,
      // What it stood for goes as well.
      [ofBranch]: (WHOLE_CONFIGURATION[ofBranch] ?? '').replace('standsFor: Zones\n', ''),
      'rules/purchase.yaml':
        'runMode: allUntilDecision\norder:\n  - Busy e-mail\n  - Support lists\n  - Large sums\npayload:\n  totalAmount: 7\n',
    };
    const left = await bring('Copy', fewer);
    expect(left.changes.map(({ name, change }) => `${change} ${name}`)).toEqual([
      'changed purchase',
      'changed purchase/strict/Zones',
      'left caller',
      'left purchase/Zones',
    ]);
    expect((await bring('Copy', fewer)).changes.map(({ change }) => change)).toEqual(['left', 'left']);
    expect((await getRuleSet(scene.contextIn('Copy'), 'purchase')).rules.map(({ name }) => name)).toEqual([
      'Busy e-mail',
      'Support lists',
      'Zones',
    ]);
    expect((await bring('Copy', fewer, { prune: true })).problems).toEqual([]);
    expect(await exported('Copy')).toEqual(fewer);
  });

  it('keeps a branch apart from production, and leaves it alone while an experiment runs it', async () => {
    const context = scene.contextIn('Copy');
    const file = 'rules/purchase/branches/strict/Zones.yaml';
    const changed = { [file]: (WHOLE_CONFIGURATION[file] ?? '').replace('Reject("FAR")', 'Review("FAR")') };
    const bringBack = async (): Promise<void> =>
      expect((await bring('Copy', WHOLE_CONFIGURATION)).problems).toEqual([]);
    await bringBack();
    const { rules } = await getPromotion(context, 'purchase', 'strict');
    const pairs = rules.map(({ production, branch }) => [production?.name, branch?.name]);
    expect(pairs).toContainEqual(['Zones', 'Zones']);
    expect(pairs).toContainEqual([undefined, 'Night']);

    await startExperiment(context, 'purchase', 'strict', { sharePercent: 100, watched: 'Reject' });
    expect(await bring('Copy', changed)).toMatchObject({
      applied: false,
      problems: [{ path: file, line: 1, message: expect.stringContaining('experiment') as string }],
    });
    const [branch] = (await getBranches(context, 'purchase')).branches;
    await stopExperiment(context, 'purchase', 'strict', branch?.experiments[0]?.id ?? '');
    const { changes } = await bring('Copy', { ...WHOLE_CONFIGURATION, ...changed });
    expect(changes.map(({ name, change }) => `${change} ${name}`)).toEqual(['changed purchase/strict/Zones']);
    await bringBack();

    const gone = Object.fromEntries(
      Object.entries(WHOLE_CONFIGURATION).filter(([path]) => !path.includes('/branches/')),
    );
    expect((await bring('Copy', gone)).changes.map(({ change }) => change)).toEqual(['left', 'left', 'left']);
    expect((await bring('Copy', gone, { prune: true })).problems).toEqual([]);
    expect(await exported('Copy')).toEqual(gone);
    const nowhere = 'rules/purchase/branches/lost/Zones.yaml';
    const lost = { [nowhere]: (WHOLE_CONFIGURATION[file] ?? '').replace('branch: strict', 'branch: lost') };
    expect((await bring('Copy', lost)).problems).toMatchObject([
      { path: nowhere, message: expect.stringContaining('lost') as string },
    ]);
    await bringBack();
    expect(await exported('Copy')).toEqual(WHOLE_CONFIGURATION);
  });

  it('changes what people defined part by part, and says what stays as it is', async () => {
    const path = 'assessments/Points.yaml';
    const file = WHOLE_CONFIGURATION[path] ?? '';
    const changed = file
      .replace('name: Points redemption', 'name: Redemption')
      .replace('    reportFields:\n      - branch\n', '')
      .replace('  - observation: status\n    name: Status\n    template: AssessmentStatus\n', '')
      .replace('label:\n', '  - observation: dispute\n    name: Dispute\n    template: Chargeback\nlabel:\n');
    expect((await bring('Copy', { [path]: changed })).problems).toEqual([]);
    expect((await exported('Copy'))[path]).toBe(changed);
    expect((await bring('Copy', { [path]: file.replace('LoyaltyProgram', 'CardPayment') })).problems).toEqual([
      { path, line: 3, column: 11, message: 'is LoyaltyProgram here, and stays it' },
    ]);
    const frozen = await bring('Copy', {
      [path]: changed.replace('type: integer', 'type: string').replace('sample: 2', 'sample: two'),
    });
    expect(frozen.problems.map(({ line }) => line)).toEqual([8]);
    const below = await bring('Below', { [path]: file });
    expect(below.problems.map(({ message }) => message)).toEqual(['Assessments are defined in the root environment.']);
    await bring('Copy', { [path]: file });
    expect((await exported('Copy'))[path]).toBe(file);
  });

  it('takes secrets from where the files say, and never writes them down', async () => {
    const path = 'external-calls/score.yaml';
    const one = { [path]: WHOLE_CONFIGURATION[path] ?? '' };
    const without = await bring('Other', one, { variable: () => undefined });
    expect(without.problems).toEqual([
      { path, line: 1, column: 15, message: expect.stringContaining('auth') as string },
    ]);
    expect((await bring('Other', one)).applied).toBe(true);
    expect(await exported('Other')).toMatchObject(one);
    const list = 'database-lists/Sanctions.yaml';
    const { problems } = await bring(
      'Other',
      { [list]: WHOLE_CONFIGURATION[list] ?? '' },
      { variable: () => undefined },
    );
    expect(problems).toEqual([
      { path: list, line: 12, column: 3, message: expect.stringContaining('REDOUBT_SECRET_SANCTIONS') as string },
    ]);
    const changed = { [path]: one[path]?.replace('timeoutMs: 500', 'timeoutMs: 400') ?? '' };
    expect((await bring('Other', changed, { variable: () => undefined })).applied).toBe(true);
    const wrong = { [path]: one[path]?.replace('https:', 'ftp:') ?? '' };
    expect((await bring('Other', wrong)).problems.map(({ line }) => line)).toEqual([4]);
    expect((await bring('Other', {}, { prune: true })).applied).toBe(true);
  });

  it('refuses to delete what something outside the files reads', async () => {
    const { 'functions/zone.yaml': _zone, ...rest } = WHOLE_CONFIGURATION;
    const below =
      'rule: Child\nassessment: purchase\nclauses:\n  - name: A\n    code: OBSERVE Output(z = Functions.root.zone("DK").name)\n';
    expect((await bring('Below', { 'rules/purchase/Child.yaml': below })).problems).toEqual([]);
    const { problems } = await bring('Root', rest, { prune: true });
    expect(problems).toEqual([
      expect.objectContaining({ path: 'functions/caller.yaml', line: 8, column: 26 }),
      expect.objectContaining({ message: expect.stringContaining('rule purchase/Child, of ') as unknown }),
    ]);
    expect(await exported('Root')).toEqual(WHOLE_CONFIGURATION);
  });

  it('names every problem with its file and line, and changes nothing', async () => {
    const before = await exported('Other');
    const wrong = {
      'rules/purchase/A.yaml':
        'rule: A\nassessment: purchase\nclauses:\n  - name: X\n    code: |-\n      LET $a = 1\n      RETURN Approve() WHEN Velocity.none("a", 1h) > $a\n',
      'rules/purchase/B.yaml':
        'rule: B\nassessment: purchase\ncondition: WHEN ContainsKey("Missing", "K", "v")\nclauses:\n  - name: X\n    code: RETURN Reject()\n  - name: x\n    code: RETURN Reject()\n',
      'rules/purchase.yaml': 'runMode: firstMatch\norder:\n  - Nobody\n',
      'rules/nothing.yaml': 'runMode: firstMatch\norder: []\n',
    };
    const { problems, applied } = await bring('Other', wrong);
    expect(applied).toBe(false);
    expect(problems.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'rules/purchase/A.yaml:7',
      'rules/purchase/B.yaml:3',
      'rules/purchase/B.yaml:8',
      'rules/purchase.yaml:3',
      'rules/nothing.yaml:2',
    ]);
    const unreadable = {
      'lists/L.yaml': 'list: L\nrows:\n  file: nowhere.csv\n',
      'lists/M.yaml': 'list: M\nrows:\n  file: M.csv\n',
      'lists/M.csv': 'a,b\n1\n',
      'support-lists/ipAddress.csv': 'value,status\nno address,Block\n',
      'velocities/V.yaml': 'velocitySet: V\nvelocities: []\n',
    };
    expect((await bring('Other', unreadable)).problems.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'support-lists/ipAddress.csv:2',
      'lists/L.yaml:3',
      'lists/M.csv:2',
      'velocities/V.yaml:2',
    ]);
    expect(await exported('Other')).toEqual(before);
  });

  it('publishes beside a draft that is being edited', async () => {
    const context = scene.contextIn('Other');
    const text = {
      condition: '',
      clauses: [{ id: '6f1b6f0e-0000-4000-8000-000000000001', name: 'X', code: 'mine' }],
      samplePayload: {},
    };
    const { id } = await createRule(context, 'purchase', { name: 'A', description: '', text });
    const file = (code: string) => ({
      'rules/purchase/A.yaml': `rule: A\nassessment: purchase\nclauses:\n  - name: X\n    code: ${code}\n`,
    });
    expect((await bring('Other', file('RETURN Reject()'))).problems).toEqual([]);
    const rule = await getRule(context, 'purchase', id);
    expect([rule.published?.clauses[0]?.code, rule.draft?.clauses[0]?.code]).toEqual(['RETURN Reject()', 'mine']);
    await saveDraft(context, 'purchase', id, { version: rule.version, text });
    await bring('Other', file('RETURN Review()'));
    expect((await getRule(context, 'purchase', id)).draft?.clauses[0]?.code).toBe('mine');
  });
});
