import { useDatabase } from '@redoubt/testing/database';
import { listReferences, saveReferences, type StoredReference } from '@redoubt/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';
import { restoreReferences } from '../configuration/restore-references.ts';

const test = useDatabase();

let scene: Scene;
let merchant: Merchant;

const everything = (): Promise<readonly StoredReference[]> =>
  test.database.readTenant(scene.tenantId, (trx) => listReferences(trx, {}));
const clock = { now: () => 0 };

const CALLS = `rule: Calls
assessment: purchase
active: true
clauses:
  - name: Asks
    code: |-
      RETURN Review() WHEN External.score(@"user.email").score > 600
  - name: Calls
    code: |-
      RETURN Review() WHEN Assessments.points.Evaluate($baseInput = @@).ok == true
`;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  const files = { ...WHOLE_CONFIGURATION, 'rules/purchase/Calls.yaml': CALLS };
  const report = await importFiles(scene.contextIn('Root'), files, { calls: merchant.calls });
  if (!report.applied) throw new Error(JSON.stringify(report.problems));
});
afterAll(() => merchant.close());

describe('references', () => {
  it('are stored as texts are published, with what is read of every kind', async () => {
    const stored = await everything();
    expect(new Set(stored.map(({ reader }) => reader.kind))).toEqual(
      new Set(['rule', 'function', 'velocitySet', 'externalAssessment']),
    );
    expect(new Set(stored.map(({ kind }) => kind))).toEqual(
      new Set(['attribute', 'list', 'velocity', 'function', 'call', 'externalAssessment', 'assessment', 'queue']),
    );
  });

  it('are worked out again where an earlier release published: the same, with functions as they were', async () => {
    const before = await everything();
    const called = before.find(({ signature }) => signature !== null);
    await test.asAdmin(`delete from resource_reference where kind <> 'function'`);
    await test.asAdmin(`delete from reference_format`);
    await restoreReferences(test.database, clock);
    expect(await everything()).toEqual(before);
    expect(called).toBeDefined();

    await test.asAdmin(
      `update resource_reference set signature = '{"takes":["Text"],"reads":[]}' where kind = 'function'`,
    );
    await test.asAdmin(`update reference_format set format = 0`);
    await restoreReferences(test.database, clock);
    const again = (await everything()).filter(({ kind }) => kind === 'function');
    expect(again.map(({ signature }) => signature?.takes)).toEqual(again.map(() => ['Text']));
  });

  it('are worked out by several nodes that start at once', async () => {
    const before = await everything();
    await test.asAdmin(`delete from resource_reference`);
    await test.asAdmin(`delete from reference_format`);
    await Promise.all(Array.from({ length: 4 }, () => restoreReferences(test.database, clock)));
    const withoutSignatures = (references: readonly StoredReference[]) =>
      references.map((each) => ({ ...each, signature: null }));
    expect(withoutSignatures(await everything())).toEqual(withoutSignatures(before));
  });

  it('stay as they are once they are in the format of the release', async () => {
    await test.asAdmin(`delete from resource_reference where kind = 'attribute'`);
    const before = await everything();
    await restoreReferences(test.database, clock);
    expect(await everything()).toEqual(before);
  });

  it('are stored whole, also of a text that names more than one statement has parameters for', async () => {
    const [rule] = (await everything()).filter(({ reader }) => reader.kind === 'rule');
    if (rule === undefined) throw new Error('a rule names something');
    const { reader } = rule;
    const named = Array.from({ length: 7000 }, (_unused, at) => ({
      kind: 'attribute' as const,
      environmentId: reader.environmentId,
      name: `Attribute${at}`,
      parts: [],
      signature: null,
    }));
    await test.database.inTenant(scene.tenantId, (trx) => saveReferences(trx, scene.tenantId, reader, named));
    const stored = (await everything()).filter((each) => each.reader.id === reader.id);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(named.map(({ name }) => name).toSorted());
    expect(stored.every(({ parts, signature }) => parts.length === 0 && signature === null)).toBe(true);
  });

  it('go with their reader', async () => {
    await test.asAdmin(`delete from rule`);
    expect((await everything()).filter(({ reader }) => reader.kind === 'rule')).toEqual([]);
    const left = await test.asAdmin(`select 1 from resource_reference where reader_kind = 'rule'`);
    expect(left).toEqual([]);
  });
});
