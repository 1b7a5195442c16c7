import type { RuleDetail } from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { REJECT, ruleTextOf, ruleWriters } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { saveDraft } from './draft.commands.ts';
import { rollBackRule } from './change-rule.commands.ts';

const test = useDatabase();
let scene: Scene;

const { mara, tomas, draft, publish, published } = ruleWriters(() => scene);
beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

describe('rolling back', () => {
  const rollBack = (rule: RuleDetail, to: number) =>
    rollBackRule(mara(), 'purchase', rule.id, { version: rule.version, to, note: 'too strict' });
  const second = async () => {
    const first = await published('Limits');
    const edited = await saveDraft(mara(), 'purchase', first.id, {
      version: first.version,
      text: ruleTextOf('RETURN Approve()'),
    });
    return publish(edited, { active: false });
  };

  it('publishes an older text again as a new version, and leaves name, state and draft alone', async () => {
    const rule = await second();
    const before = await scene.planVersion();
    const drafted = await saveDraft(tomas(), 'purchase', rule.id, {
      version: rule.version,
      text: ruleTextOf('RETURN Review()'),
    });
    const back = await rollBack(drafted, 1);
    expect(back).toMatchObject({
      status: 'InactiveWithDraft',
      order: 1,
      published: { version: 3, restores: 1, note: 'too strict', clauses: [{ code: REJECT }] },
      draft: { by: 'Tomas Berg', basedOnVersion: 2 },
    });
    expect(back.history.map(({ version, restores }) => [version, restores])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect(await scene.planVersion()).toBe(before + 1);
    expect((await scene.activities()).filter((line) => line.startsWith('RollBack'))).toEqual([
      'RollBack DecisionRule Limits',
    ]);
  });

  it('needs an older version of this rule, and the state the caller saw', async () => {
    const rule = await second();
    await expect(rollBack(rule, 2)).rejects.toMatchObject({ code: 'RULE-VERSION-CURRENT' });
    await expect(rollBack(rule, 9)).rejects.toMatchObject({ code: 'RULE-UNKNOWN' });
    const unpublished = await draft('Draft');
    await expect(rollBack(unpublished, 1)).rejects.toMatchObject({ code: 'RULE-NOT-PUBLISHED' });
    await rollBack(rule, 1);
    await expect(rollBack(rule, 1)).rejects.toMatchObject({ code: 'RULE-STALE' });
  });

  it('makes the draft beside it stale until it was merged with the new version', async () => {
    const rule = await second();
    const drafted = await saveDraft(mara(), 'purchase', rule.id, {
      version: rule.version,
      text: ruleTextOf('RETURN Review()'),
    });
    const back = await rollBack(drafted, 1);
    await expect(publish(back)).rejects.toMatchObject({ code: 'RULE-STALE' });
    const ahead = { version: back.version, text: ruleTextOf('RETURN Review()'), mergedWith: 9 };
    await expect(saveDraft(mara(), 'purchase', rule.id, ahead)).rejects.toMatchObject({ code: 'RULE-STALE' });
    const merged = await saveDraft(mara(), 'purchase', rule.id, { ...ahead, mergedWith: 3 });
    expect(await publish(merged)).toMatchObject({ published: { version: 4, restores: null } });
  });
});
