import { CONDITIONS, largeRule, STATEMENTS } from '@redoubt/fql/large-texts';
import { isAppError, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { PURCHASE_SAMPLE, type AssessmentName, type RuleType } from '@redoubt/domain';
import { advancePlanHead, ruleStore } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { createBranch } from '../branches/create-branch.command.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { createExternalAssessment } from '../external-assessments/external-assessments.commands.ts';
import { createFunction, publishFunction } from '../functions/function.commands.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { noticePlans } from './tenant-plans/notice-plans.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { REVIEW_ASSESSMENT } from '../testing/review-assessment.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createTextCompiler } from '../texts/text-compiler.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';

const test = useDatabase();
const texts = createTextCompiler();
let scene: Scene;
let merchant: Merchant;
const WORDS = { description: '', active: true, note: '', overwrite: false };
const limits = { ...DEFAULT_LIMITS, functionsPerEnvironment: 1000 };
const context = () => ({ ...scene.contextIn('Child'), texts, limits });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterAll(async () => {
  await merchant.close();
  await texts.close();
});

const publishRuleText = async (condition: string, codes: readonly string[]) => {
  const clauses = codes.map((code, index) => ({ id: newId(), name: `C${index}`, code }));
  const name = `Rule ${newId()}`;
  const text = { condition, clauses, samplePayload: {} };
  const rule = await createRule(context(), 'purchase', { name, description: '', text });
  await publishRule(context(), 'purchase', rule.id, { ...WORDS, name, version: rule.version });
};

const publishAs = async (
  where: { readonly assessment: AssessmentName; readonly type?: RuleType; readonly branch?: string },
  condition: string,
  code: string,
) => {
  const name = `Rule ${newId()}`;
  const text = { condition, clauses: [{ id: newId(), name: 'C', code }], samplePayload: {} };
  const { assessment, ...begun } = where;
  const rule = await createRule(context(), assessment, { name, description: '', text, ...begun });
  await publishRule(context(), assessment, rule.id, { ...WORDS, name, version: rule.version });
};

const publishFunctionText = async (codes: readonly string[]) => {
  const name = `F${newId().slice(0, 8)}`;
  const outputs = codes.map((code, index) => {
    return { id: newId(), name: `o${index}`, description: '', type: 'Boolean' as const, fallback: false, code };
  });
  const text = { parameters: [], outputs, samplePayload: {} };
  const { id, version } = await createFunction(context(), { name, description: '', text });
  await publishFunction(context(), id, { version, description: '', note: '' });
};

const publishVelocityText = async (condition: string, codes: readonly string[]) => {
  const name = `Set ${newId()}`;
  const velocities = codes.map((code) => ({ id: newId(), code }));
  const text = { condition, velocities, sampleEvent: 'purchase' as const, samplePayload: {} };
  const { id, version } = await createVelocitySet(context(), { name, description: '', text });
  await publishVelocitySet(context(), id, { ...WORDS, name, version, start: 'fromNow' });
};

/** Whether a text was taken; it may be refused for what it is, and fail in no other way. */
const taken = async (publish: Promise<void>): Promise<boolean> => {
  try {
    await publish;
    return true;
  } catch (error) {
    if (isAppError(error) && /NOT-PUBLISHABLE$|^REQ-INVALID$/.test(error.code)) return false;
    throw error;
  }
};

const decisionIn = async (environment: string, of: Merchant = merchant): Promise<unknown> => {
  const body = { ...PURCHASE_SAMPLE, purchaseId: newId() } as JsonObject;
  const answer = JSON.parse(await of.send(environment, 'purchase', body)) as {
    readonly resultDetails: { readonly MerchantRuleDecision: string };
  };
  return answer.resultDetails.MerchantRuleDecision;
};

const COUNTS = [1, 60, 1200];
const conditions = Object.entries(CONDITIONS).filter(([name]) => name !== 'velocities');

describe('what can be published', () => {
  it(
    'decides, in clauses, conditions, functions and velocities that are large in every way',
    { timeout: 300_000 },
    async () => {
      let publications = 0;
      for (const [name, grow] of conditions) {
        for (const count of COUNTS) {
          const condition = grow(count);
          const select = `SELECT Count() AS v${newId().slice(0, 8)} FROM Purchase WHEN ${condition} GROUPBY @"user.userId"`;
          const all = [
            await taken(publishRuleText('', [`OBSERVE Output(a = 1) WHEN ${condition}`])),
            await taken(publishRuleText(`WHEN ${condition}`, ['DO SetVariables(a = 1)'])),
            await taken(publishFunctionText([`RETURN ${condition}`])),
            await taken(publishVelocityText('', [select])),
          ];
          if (count === 1) expect([name, all]).toEqual([name, [true, true, true, true]]);
          publications += all.filter(Boolean).length;
        }
      }
      for (const grow of Object.values(STATEMENTS)) {
        for (const count of COUNTS) await taken(publishRuleText('', [grow(count)]));
      }
      for (let seed = 1; seed <= 15; seed += 1) {
        const { condition, clauses } = largeRule(seed);
        await taken(
          publishRuleText(
            condition,
            clauses.map(({ code }) => code.replace('RETURN Reject("r")', 'OBSERVE Output(a = 1)')),
          ),
        );
      }
      expect(publications).toBeGreaterThan(60);
      expect(await decisionIn('Child')).toBe('Approve');
      expect(await decisionIn('Root')).toBe('Approve');
      const restarted = await createMerchant(test.database, scene);
      expect(await decisionIn('Child', restarted)).toBe('Approve');
      await restarted.close();
    },
  );
});

describe('what can be published after a decision and in branches', () => {
  it(
    'acts and decides, in actions, rules of branches, and rules that ask or decide defined assessments',
    { timeout: 300_000 },
    async () => {
      const { kind } = await createAssessment(scene.contextIn('Root'), REVIEW_ASSESSMENT);
      await createExternalAssessment(context(), {
        name: 'review',
        description: '',
        target: { environmentId: scene.idOf('Child'), assessment: kind },
      });
      const asking = 'Assessments.review.Evaluate(stars = 2).decisionDetails.score > 1000000';
      await createBranch(context(), 'purchase', { name: 'Next', apiName: 'next', ruleIds: [] });
      let publications = 0;
      for (const [name, grow] of conditions) {
        for (const count of COUNTS) {
          const condition = grow(count);
          const all = [
            await taken(publishAs({ assessment: kind, type: 'action' }, '', `DO SetResponse(a = 1) WHEN ${condition}`)),
            await taken(publishAs({ assessment: kind, type: 'action' }, `WHEN ${condition}`, 'DO SetResponse(b = 1)')),
            await taken(publishAs({ assessment: kind }, '', `OBSERVE Output(a = 1) WHEN ${condition}`)),
            await taken(
              publishAs({ assessment: 'purchase', branch: 'next' }, '', `OBSERVE Output(a = 1) WHEN ${condition}`),
            ),
          ];
          if (count === 1) expect([name, all]).toEqual([name, [true, true, true, true]]);
          publications += all.filter(Boolean).length;
          // For one growth alone: each rule that asks decides the called assessment once more for every event.
          if (name === 'alternatives')
            expect(await taken(publishRuleText('', [`OBSERVE Output(a = 1) WHEN (${condition}) and ${asking}`]))).toBe(
              true,
            );
        }
      }
      expect(publications).toBeGreaterThan(60);
      const metadata = { eventId: newId(), merchantTimeStamp: '2026-11-21T09:00:00Z' };
      const acted = JSON.parse(await merchant.send('Child', kind, { metadata, stars: 2 })) as JsonObject;
      expect(JSON.stringify(acted)).toContain('"b":1');
      const body = { ...PURCHASE_SAMPLE, purchaseId: newId() } as JsonObject;
      expect(await merchant.test('Child', 'purchase', body, 'next')).toContain('Approve');
      expect(await decisionIn('Child')).toBe('Approve');
    },
  );
});

describe('a published text of which no code can be made', () => {
  it('is left out, told of once, and stops nothing else', async () => {
    const own = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
    const name = 'Too deep';
    const code = `RETURN Reject("x") WHEN @"${Array(10_000).fill('a').join('.')}" == "x"`;
    const clauses = [{ id: newId(), name: 'C', code }];
    const text = { condition: '', clauses, samplePayload: {} };
    const rule = await createRule(own.contextIn('Child'), 'purchase', { name, description: '', text });
    // Published before there was a limit.
    await test.database.inTenant(own.tenantId, async (trx) => {
      const changed = { by: 'before', at: new Date(own.clock.now()) };
      const parts = { lists: [], velocities: [], functions: [], note: '', restores: null, contentHash: 'deep' };
      const version = { ...text, ...parts, version: 1, publishedBy: changed.by, publishedAt: changed.at };
      await ruleStore.insertVersion(trx, own.tenantId, rule.id, version);
      await ruleStore.update(
        trx,
        rule.id,
        { name, description: '', active: true, publishedVersion: 1, order: 1 },
        changed,
      );
      await advancePlanHead(trx, own.tenantId, changed.at);
    });
    const notices = noticePlans(test.database, own.clock);
    const leftOut: Id[] = [];
    const shop = await createMerchant(test.database, own, undefined, {
      onLeftOut: (tenantId, units) => {
        leftOut.push(...units.map(({ ruleId }) => ruleId));
        notices.leftOut(tenantId, units);
        notices.leftOut(tenantId, units);
      },
    });
    expect(await decisionIn('Child', shop)).toBe('Approve');
    const second = { condition: '', clauses: [{ id: newId(), name: 'R', code: 'RETURN Review("root")' }] };
    const root = await createRule(own.contextIn('Root'), 'purchase', {
      name: 'Root',
      description: '',
      text: { ...second, samplePayload: {} },
    });
    await publishRule(own.contextIn('Root'), 'purchase', root.id, { ...WORDS, name: 'Root', version: root.version });
    expect(await decisionIn('Child', shop)).toBe('Review');
    expect(leftOut).toEqual([rule.id]);
    await shop.close();
    const admin = { userId: 'a', roles: ['ProductAdmin'], wids: [] };
    await expect
      .poll(async () =>
        (await getNotices(own.contextIn('Root'), admin)).notices.flatMap(({ type, code, params }) =>
          type === 'Rules' ? [[code, params['name']]] : [],
        ),
      )
      .toEqual([['TEXT-LEFT-OUT', name]]);
  });
});
