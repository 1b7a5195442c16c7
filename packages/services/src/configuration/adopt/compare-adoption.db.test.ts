import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssessment } from '../../assessments/create-assessment.command.ts';
import { createMerchant, type Merchant } from '../../testing/merchant.ts';
import { createFunction, publishFunction } from '../../functions/function.commands.ts';
import { publishingSymbols } from '../../symbols/publishing-symbols.ts';
import { importFiles } from '../../testing/import-files.ts';
import { LABELLED_REVIEW } from '../../testing/review-assessment.ts';
import { createScene, type Scene } from '../../testing/scene.ts';
import { exportConfiguration } from '../export-configuration.ts';
import type { ImportInput } from '../import-input.ts';
import { adoptFiles } from './adopt-files.ts';
import { compareAdoption } from './compare-adoption.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

/** The environment has the support rule and a list of its own; the former system blocked another address. */
const THERE = {
  'rules/purchase.yaml': 'runMode: allUntilDecision\norder:\n  - Support lists\n',
  'rules/purchase/Support lists.yaml':
    'rule: Support lists\nassessment: purchase\nactive: true\nclauses:\n  - name: Blocked\n    code: |-\n      RETURN Reject("BLOCKED") WHEN IsBlock("Email Support List", @"user.email")\n',
  'support-lists/email.csv':
    'value,status,reason,comments,expires\nold@mailbox.example,Block,,,\nboth@mailbox.example,Safe,,,\n',
  'lists/Zones.csv': 'Country,Zone\nDK,near\n',
  'lists/Zones.yaml': 'list: Zones\nrows:\n  file: Zones.csv\n',
};

const FORMER = {
  'Low risk.txt': 'RETURN Approve("low risk") WHEN @"riskScore" < 400',
  'Large.txt': 'RETURN Reject("LARGE") WHEN @"totalAmount" > 100',
  'emails.csv': 'Emails;Status\nnew@mailbox.example;Block\nboth@mailbox.example;Block\n',
};

const bring = (texts: Readonly<Record<string, string>>, more: Partial<ImportInput> = {}) =>
  importFiles(scene.contextIn('Root'), texts, more);

const adopted = async (texts: Readonly<Record<string, string>>) =>
  adoptFiles(
    Object.entries(texts).map(([path, text]) => ({ path, text })),
    'purchase',
  );

const textsOf = (
  files: readonly { readonly path: string; readonly text: string }[],
): Readonly<Record<string, string>> => Object.fromEntries(files.map(({ path, text }) => [path, text]));

const purchase = (email: string, totalAmount: number): JsonObject => ({
  ...PURCHASE_SAMPLE,
  purchaseId: newId(),
  totalAmount,
  user: { ...(PURCHASE_SAMPLE['user'] as JsonObject), email },
});

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  const { problems } = await bring(THERE);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  for (const [email, amount] of [
    ['old@mailbox.example', 20],
    ['new@mailbox.example', 20],
    ['ole@mailbox.example', 20],
    ['ole@mailbox.example', 200],
  ] as const) {
    await merchant.send('Root', 'purchase', purchase(email, amount));
  }
}, 120_000);
afterAll(() => merchant.close());

const compare = async (texts: Readonly<Record<string, string>>, formerDecisions: string | null = null) =>
  compareAdoption(scene.contextIn('Root'), {
    files: (await adopted(texts)).files,
    assessment: 'purchase',
    formerDecisions,
    events: 100,
  });

describe('what adopted files would change', () => {
  it('is named: rules that run before, the run mode that stays, rows that are there, and nothing is kept of the trial', async () => {
    const before = await exportConfiguration(scene.contextIn('Root'));
    expect(await compare(FORMER)).toMatchObject({
      rulesBefore: ['Support lists'],
      adoptedRules: ['Low risk', 'Large'],
      runMode: 'allUntilDecision',
      keptRows: [{ list: 'email', value: 'both@mailbox.example', there: 'Safe', adopted: 'Block' }],
      refused: [],
      former: null,
    });
    expect(await exportConfiguration(scene.contextIn('Root'))).toEqual(before);
  });

  it('shows in stored events: an address the former system blocked, and the gate that a score of 0 opens', async () => {
    const { stored } = await compare({ ...FORMER, 'Low risk.txt': 'RETURN Reject("x") WHEN @"totalAmount" > 1000' });
    expect(stored).toMatchObject({
      events: 4,
      same: 2,
      differences: [
        { before: 'Approve', after: 'Reject', by: 'Support lists · Blocked', events: 1 },
        { before: 'Approve', after: 'Reject', by: 'Large · Clause 1', events: 1 },
      ],
    });
    const withScore = await compare(FORMER);
    // `Low risk` stands first and reads 0, so nothing reaches `Large`.
    expect(withScore.stored?.differences).toMatchObject([{ by: 'Support lists · Blocked' }]);
  });

  it('counts velocities over stored events, adopted ones included, and names the rules that read them', async () => {
    const files = {
      'Orders.txt': 'SELECT Count() AS ordersTried FROM Purchase GROUPBY @"user.email"',
      'Often.txt': 'RETURN Reject("OFTEN") WHEN Velocity.ordersTried(@"user.email", 1d) >= 1',
    };
    const { stored, former, velocityReaders } = await compare(
      files,
      'eventId,decision,user.email\nf-1,Approve,ole@mailbox.example\n',
    );
    // Only the second event of one address finds one before it.
    expect(stored).toMatchObject({
      events: 4,
      differences: expect.arrayContaining([expect.objectContaining({ by: 'Often · Clause 1', events: 1 })]),
    });
    expect(velocityReaders).toEqual([{ rule: 'Often', velocities: ['ordersTried'] }]);
    expect(former).toMatchObject({ events: 1, same: 1, differences: [] });
  });

  it('reads former decisions of assessments that people defined, by the types of their fields', async () => {
    await createAssessment(scene.contextIn('Root'), LABELLED_REVIEW);
    const files = await adoptFiles(
      [{ path: 'Few stars.txt', text: 'RETURN Reject("FEW") WHEN @"stars" < 2' }],
      'Review',
    );
    const asked = { files: files.files, assessment: 'Review', events: 10 };
    const csv = 'id,decision,stars\nr-1,Reject,1\nr-2,Reject,4\n';
    const { former, refused } = await compareAdoption(scene.contextIn('Root'), { ...asked, formerDecisions: csv });
    expect(refused).toEqual([]);
    expect(former).toMatchObject({
      events: 2,
      same: 1,
      differences: [{ before: 'Reject', after: 'Approve', examples: ['r-2'] }],
      problems: [],
    });
    const gone = await compareAdoption(scene.contextIn('Root'), {
      ...asked,
      files: [],
      assessment: 'Nothing',
      formerDecisions: csv,
    });
    expect(gone.former?.problems).toEqual(['The environment has no assessment Nothing: define it first.']);
  });

  it('shows in decisions of the former system, by id or by what the rows say, with the rows that cannot be read', async () => {
    const csv = [
      'eventId,decision,user.email,totalAmount',
      'f-1,Reject,ole@mailbox.example,500',
      'f-2,Reject,new@mailbox.example,5',
      'f-3,approve,ole@mailbox.example,5',
      'f-4,Blocked,ole@mailbox.example,5',
      '',
    ].join('\n');
    const { former } = await compare(FORMER, csv);
    expect(former).toEqual({
      events: 3,
      same: 2,
      differences: [{ before: 'Reject', after: 'Approve', by: 'Low risk · Clause 1', events: 1, examples: ['f-1'] }],
      problems: ['Line 5: “Blocked” is none of Approve, Reject, Review, Challenge.'],
    });
    expect((await compare(FORMER, 'id,what\n1,Approve\n')).former?.problems).toEqual([
      'There is no column “decision”.',
    ]);
  });

  it('reads scores through functions of the environment, pasted functions and velocities included', async () => {
    const output = { name: 'high', description: '', type: 'Boolean', fallback: false } as const;
    for (const [name, code] of [
      ['leaf', 'RETURN @"riskScore" > 700'],
      ['level', 'LET $leaf = Functions.leaf() RETURN $leaf.high || Model.Bot(@"x").Score > 5'],
    ] as const) {
      const text = { parameters: [], outputs: [{ ...output, id: newId(), code }], samplePayload: {} };
      const { id, version } = await createFunction(scene.contextIn('Root'), { name, description: '', text });
      await publishFunction(scene.contextIn('Root'), id, { version, description: '', note: '' });
    }
    const { functions } = await publishingSymbols({
      database: test.database,
      environment: scene.idOf('Root'),
      assessment: 'purchase',
      kind: 'function',
      name: '',
    });
    const { notes } = await adoptFiles(
      [
        { path: 'Gate.txt', text: 'RETURN Approve() WHEN !Functions.level().high' },
        { path: 'Old.txt', text: 'Function: old\nRETURN Functions.leaf().high || @"botScore" > 1' },
        {
          path: 'Sets.txt',
          text: 'SELECT Count() AS n FROM Purchase GROUPBY @"user.email" WHEN Functions.leaf().high',
        },
      ],
      'purchase',
      functions,
    );
    expect(notes.filter(({ about }) => about === 'score').map(({ reason }) => reason.replace(/, which.*/, ''))).toEqual(
      [
        'Sets reads riskScore through Functions.leaf.high',
        'old reads botScore',
        'old reads riskScore through Functions.leaf.high',
        'Gate reads riskScore through Functions.level.high',
        'Gate reads Model.Bot through Functions.level.high',
      ],
    );
  });

  it('is refused where it would replace what is there, unless that is wanted', async () => {
    const other = { ...FORMER, 'Zones.csv': 'Country,Zone\nDK,far\n' };
    const { refused, stored } = await compare(other);
    expect(refused).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^The environment has list Zones already, .*--replace\.$/),
      }),
    ]);
    expect(stored).toBeNull();
    const files = textsOf((await adopted(other)).files);
    expect((await bring(files)).applied).toBe(false);
    expect((await bring(files, { replace: true, apply: false })).problems).toEqual([]);
    expect((await bring(files, { prune: true })).problems).toEqual([
      expect.objectContaining({ path: 'import.yaml', message: expect.stringContaining('only add') }),
    ]);
  });

  it('adds when it is imported: rules after those there, rows beside those there, and again changes nothing', async () => {
    const files = textsOf((await adopted(FORMER)).files);
    expect((await bring(files)).problems).toEqual([]);
    const now = textsOf(await exportConfiguration(scene.contextIn('Root')));
    expect(now['rules/purchase.yaml']).toBe(
      'runMode: allUntilDecision\norder:\n  - Support lists\n  - Low risk\n  - Large\n',
    );
    expect(now['support-lists/email.csv']).toBe(
      'value,status,reason,comments,expires\nboth@mailbox.example,Safe,,,\nnew@mailbox.example,Block,,,\nold@mailbox.example,Block,,,\n',
    );
    const again = await bring(files);
    expect(again.changes.filter(({ change }) => change !== 'left')).toEqual([]);
    expect((await bring({ 'import.yaml': 'mode: sometimes\n' })).problems).toMatchObject([{ path: 'import.yaml' }]);
  });
});
