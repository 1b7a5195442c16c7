import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { compilePlan, decide, type Plan, type VelocityPort } from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantSourceLoader } from '../decisions/load-tenant-sources.ts';
import { createExternalCalls, type ExternalCalls } from '../external-calls/external-calls.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { getRule } from '../rules/get-rule.query.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { saveDraft } from '../rules/draft.commands.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { ConfigurationFile } from './configuration-file.ts';
import { exportConfiguration } from './export-configuration.ts';
import { importConfiguration, type ImportInput } from './import-configuration.command.ts';

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

/** Everything a configuration can hold, in the layout that an export writes. */
const FILES: Readonly<Record<string, string>> = {
  'assessments/Points.yaml':
    'assessment: Points\nname: Points redemption\ntemplate: LoyaltyProgram\nsections:\n  - user\n  - loyalty\nfields:\n  - path: agent.shift\n    name: Shift\n    type: integer\n    sample: 2\n    searchable: true\nobservations:\n  - observation: bank\n    name: Bank\n    template: Bank\n    fields:\n      - path: branch\n        type: string\n        required: true\n  - observation: status\n    name: Status\n    template: AssessmentStatus\nlabel:\n  name: Label\nfeatures:\n  caseManagement: true\n  search: true\n  reporting: false\ndataSubjectIds:\n  - metadata.eventId\n  - user.id\nsampleResponse:\n  ok: true\n',
  'database-lists/Sanctions.yaml':
    'databaseList: Sanctions\ndescription: Kept by legal.\ncolumns:\n  - Name\n  - Since\nsource:\n  kind: http\n  url: https://lists.example/sanctions\n  timeoutMs: 300\n  cacheSeconds: 60\nsecret:\n  variable: REDOUBT_SECRET_SANCTIONS\n',
  'environment.yaml': 'format: 1\nvelocityWindows: sliding\n',
  'external-assessments/points.yaml':
    'externalAssessment: points\ndescription: Points of a customer.\nassessment: Points\n',
  'external-calls/score.yaml':
    'externalCall: score\ndescription: Asks the partner.\nmethod: GET\nurl: https://partner.example/score\ncontentType: json\nparameters:\n  - name: email\n    sample: a@b.example\nauthentication:\n  header: X-Key\n  kind: apiKey\ntimeoutMs: 500\ndefaultResponse:\n  a: 1\n  score: 0\nsecrets:\n  auth:\n    variable: REDOUBT_SECRET_SCORE_AUTH\n',
  'functions/basket.yaml':
    'function: basket\nparameters:\n  - name: _limit\n    type: Double\n    default: 100\noutputs:\n  - name: isLarge\n    type: Boolean\n    default: false\n    code: |-\n      RETURN @"totalAmount" > _limit\n',
  'functions/caller.yaml':
    'function: caller\ndescription: Calls what comes after it in the alphabet.\noutputs:\n  - name: word\n    type: String\n    default: none\n    code: |-\n      LET $b = Functions.zone(@"user.country")\n      RETURN $b.name\n',
  'functions/zone.yaml':
    'function: zone\nparameters:\n  - name: _country\n    type: String\n    default: DK\noutputs:\n  - name: name\n    description: Where a country lies.\n    type: String\n    default: ""\n    code: |-\n      RETURN Lookup("Zones", "Country", _country, "Zone", "far")\n',
  'lists/Zones.csv': 'Country,Zone,Note\nDK,near,\nDE,near,"two\nlines"\nTV,far,\'=1+1\n',
  'lists/Zones.yaml': 'list: Zones\ndescription: How far away countries are.\nrows:\n  file: Zones.csv\n',
  'rule-templates/Starter.yaml':
    'ruleTemplate: Starter\nassessment: purchase\nsource:\n  environment: Root\n  rule: Zones\n  version: 2\nclauses:\n  - name: Far\n    code: |-\n      RETURN Reject()\npayload:\n  totalAmount: 3\n',
  'rules/Points.yaml': 'runMode: allUntilDecision\norder:\n  - Shifts\n  - Advice\n',
  'rules/Points/Advice.yaml':
    'rule: Advice\nassessment: Points\ntype: action\nactive: true\nclauses:\n  - name: Tell\n    code: |-\n      DO SetResponse("Desk", shift = @"agent.shift")\n      WHEN Response.Decision() == "Review"\n',
  'rules/Points/Shifts.yaml':
    'rule: Shifts\nassessment: Points\nactive: true\nclauses:\n  - name: Night\n    code: |-\n      RETURN Review("NIGHT", @"user.id")\n      WHEN @"agent.shift" == 3\n        && !ContainsKey("Sanctions", "Name", @"user.id")\npayload:\n  agent:\n    shift: 3\n',
  'rules/accountLogin.yaml': 'runMode: firstMatch\norder:\n  - Logins\n',
  'rules/accountLogin/Logins.yaml':
    'rule: Logins\nassessment: accountLogin\nactive: true\nclauses:\n  - name: Seen\n    code: |-\n      OBSERVE Output(country = @"user.country")\n',
  'rules/purchase.yaml':
    'runMode: allUntilDecision\norder:\n  - Support lists\n  - Busy e-mail\n  - Zones\npayload:\n  totalAmount: 7\n',
  'rules/purchase/Busy e-mail.yaml':
    'rule: Busy e-mail\nassessment: purchase\ndescription: Many purchases with one address.\nactive: true\nclauses:\n  - name: Busy\n    code: |-\n      LET $n = Velocity.byEmail(@"user.email", 2h)\n      RETURN Review("BUSY"), Output(n = $n)\n      WHEN $n >= 3\npayload:\n  totalAmount: 12.5\n  user:\n    email: nora@mailbox.example\n',
  'rules/purchase/Support lists.yaml':
    'rule: Support lists\nassessment: purchase\nactive: true\nclauses:\n  - name: Blocked\n    code: |-\n      RETURN Reject("BLOCKED") WHEN IsBlock("Email Support List", @"user.email")\n',
  'rules/purchase/Zones.yaml':
    'rule: Zones\nassessment: purchase\nactive: false\ncondition: |-\n  WHEN Functions.basket(50).isLarge\n    && Functions.caller().word == "far"\nclauses:\n  - name: Far\n    view: visual\n    code: |-\n      RETURN Challenge("SMS", "FAR")\n',
  'support-lists/email.csv':
    'value,status,reason,comments,expires\nblocked@mailbox.example,Block,Chargebacks,,\nsafe@mailbox.example,Safe,"Known, by phone",a note,2027-01-01T00:00:00.000Z\n',
  'velocities/Mail.yaml':
    'velocitySet: Mail\nactive: true\ncondition: |-\n  WHEN @"totalAmount" > 0\nvelocities:\n  - |-\n    SELECT Count() AS byEmail\n    FROM Purchase\n    GROUPBY @"user.email"\nsampleEvent: purchase\n',
};

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
    const report = await bring('Root', FILES);
    expect(report.problems).toEqual([]);
    expect(report.applied).toBe(true);
    expect(await exported('Root')).toEqual(FILES);

    const copied = await bring('Copy', await exported('Root'));
    expect(copied.changes.every(({ change }) => change === 'added' || change === 'changed')).toBe(true);
    expect(await exported('Copy')).toEqual(FILES);

    const plan = await scene.planVersion();
    const again = await bring('Copy', FILES);
    expect(again).toMatchObject({ changes: [], problems: [], unchanged: 21 });
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
    const loaded = await createTenantSourceLoader(test.database, scene.clock)(scene.tenantId);
    const planIn = (environment: string): Plan => {
      const id = scene.idOf(environment);
      const found = loaded?.plans.find((each) => each.environmentId === id && each.assessment === 'purchase');
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
      ...FILES,
      'lists/Zones.csv': 'Country,Area\nDK,near\n',
      'functions/zone.yaml': (FILES['functions/zone.yaml'] ?? '').replace('"Zone", "far"', '"Area", "far"'),
      'velocities/Mail.yaml': (FILES['velocities/Mail.yaml'] ?? '').replaceAll('byEmail', 'perEmail'),
      'rules/purchase/Busy e-mail.yaml': (FILES['rules/purchase/Busy e-mail.yaml'] ?? '').replace(
        'Velocity.byEmail',
        'Velocity.perEmail',
      ),
    };
    const tried = await bring('Copy', changed, { apply: false });
    expect(tried.problems).toEqual([]);
    expect(tried.applied).toBe(false);
    expect(await exported('Copy')).toEqual(FILES);
    const { changes, applied } = await bring('Copy', changed);
    expect(applied).toBe(true);
    expect(changes.map(({ kind, name, change }) => `${change} ${kind} ${name}`)).toEqual([
      'changed list Zones',
      'changed velocitySet Mail',
      'changed function zone',
      'changed rule purchase/Busy e-mail',
    ]);
    expect(await exported('Copy')).toEqual(changed);
    await bring('Copy', FILES);
    expect(await exported('Copy')).toEqual(FILES);
  });

  it('leaves what the files do not have, unless told to delete it', async () => {
    const { 'rules/purchase/Zones.yaml': _zones, 'functions/caller.yaml': _caller, ...rest } = FILES;
    const fewer = {
      ...rest,
      'rules/purchase.yaml':
        'runMode: allUntilDecision\norder:\n  - Busy e-mail\n  - Support lists\npayload:\n  totalAmount: 7\n',
    };
    const left = await bring('Copy', fewer);
    expect(left.changes.map(({ name, change }) => `${change} ${name}`)).toEqual([
      'changed purchase',
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

  it('changes what people defined part by part, and says what stays as it is', async () => {
    const path = 'assessments/Points.yaml';
    const file = FILES[path] ?? '';
    const changed = file
      .replace('name: Points redemption', 'name: Redemption')
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
    const one = { [path]: FILES[path] ?? '' };
    const without = await bring('Other', one, { variable: () => undefined });
    expect(without.problems).toEqual([
      { path, line: 1, column: 15, message: expect.stringContaining('auth') as string },
    ]);
    expect((await bring('Other', one)).applied).toBe(true);
    expect(await exported('Other')).toMatchObject(one);
    const list = 'database-lists/Sanctions.yaml';
    const { problems } = await bring('Other', { [list]: FILES[list] ?? '' }, { variable: () => undefined });
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
    const { 'functions/zone.yaml': _zone, ...rest } = FILES;
    const below =
      'rule: Child\nassessment: purchase\nclauses:\n  - name: A\n    code: OBSERVE Output(z = Functions.root.zone("DK").name)\n';
    expect((await bring('Below', { 'rules/purchase/Child.yaml': below })).problems).toEqual([]);
    const { problems } = await bring('Root', rest, { prune: true });
    expect(problems).toEqual([
      expect.objectContaining({ path: 'functions/caller.yaml', line: 8, column: 26 }),
      expect.objectContaining({ message: expect.stringContaining('rule purchase/Child, of ') as unknown }),
    ]);
    expect(await exported('Root')).toEqual(FILES);
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

  it('publishes beside a draft that somebody works on', async () => {
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
