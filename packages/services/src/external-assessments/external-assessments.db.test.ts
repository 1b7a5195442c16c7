import type { AssessmentDetail } from '@redoubt/contracts';
import { assessmentCallCode, PURCHASE_SAMPLE, type AssessmentName, type LoggedAssessmentKind } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import { newId, type Id, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getAssessment } from '../assessments/assessments.queries.ts';
import { deleteAssessment, updateAssessment } from '../assessments/change-assessment.commands.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getSymbolTable } from '../symbols/get-symbol-table.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { createFunction, publishFunction } from '../functions/function.commands.ts';
import { getInventory } from '../inventory/get-inventory.query.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { LABELLED_REVIEW } from '../testing/review-assessment.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import {
  changeExternalAssessment,
  createExternalAssessment,
  deleteExternalAssessment,
} from './external-assessments.commands.ts';
import {
  getCallableAssessments,
  getExternalAssessment,
  getExternalAssessmentMetrics,
  getExternalAssessments,
} from './external-assessments.queries.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const define = (apiName: string, environment = 'Root'): Promise<AssessmentDetail> =>
  createAssessment(scene.contextIn(environment), { ...LABELLED_REVIEW, apiName, friendlyName: `About ${apiName}` });

/** Owners say who may call an assessment, and what it answers. */
const say = (detail: AssessmentDetail, sharing: 'Private' | 'Shared', environment = 'Root') => {
  const { version, friendlyName, sections, fields, features, dataSubjectIds, reports, kind } = detail;
  const sampleResponse = { decisionDetails: { merchantRuleDecision: 'Approve' } };
  const body = { version, friendlyName, sections, fields, features, dataSubjectIds, reports, sharing, sampleResponse };
  return updateAssessment(scene.contextIn(environment), kind, body);
};

const point = (name: string, { kind }: AssessmentDetail, target = 'Root', environment = 'Root') =>
  createExternalAssessment(scene.contextIn(environment), {
    name,
    description: '',
    target: { environmentId: scene.idOf(target), assessment: kind },
  });

const publish = async (
  assessment: AssessmentName,
  codes: readonly string[],
  environment = 'Root',
  name = 'Asks',
): Promise<Id> => (await publishNewRule(scene.contextIn(environment), name, codes, assessment)).id;

const buy = async (purchaseId: string, environment = 'Root'): Promise<string> => {
  const answer = await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  const { resultDetails } = JSON.parse(answer) as { resultDetails: JsonObject };
  return `${resultDetails['MerchantRuleDecision'] as string} ${(resultDetails['MerchantRuleReason'] as string | undefined) ?? ''}`;
};

/** What an assessment keeps of an event. */
const stored = async (kind: LoggedAssessmentKind, eventId: string, environment = 'Root') => {
  const environmentId = scene.idOf(environment);
  const record = await readEvent(test.database, { tenantId: scene.tenantId, environmentId, kind, eventId });
  if (record === undefined) throw new Error(`${kind} ${eventId} is not there`);
  return record;
};

/** What rules of an event called, and what came of it. */
const callsOf = async (kind: LoggedAssessmentKind, eventId: string, environment = 'Root') => {
  const { calls } = (await stored(kind, eventId, environment)).result as { calls?: JsonObject[] };
  return (calls ?? []).map(({ answer }) => answer as { readonly error: string; readonly response: JsonObject });
};

describe('external assessments', () => {
  it('decide as assessments of their own, once for equal calls, and a replay makes no call', async () => {
    const review = await define('Review');
    await point('review', review);
    await publish(review.kind, ['RETURN Reject("stars") WHEN @"stars" < 3', 'RETURN Approve("fine")'], 'Root', 'Stars');
    const call = 'Assessments.review.Evaluate($baseInput = @@, stars = 2).decisionDetails';
    await publish('purchase', [
      `RETURN Reject("other") WHEN ${call}.merchantRuleDecision.AsString() == "Approve"`,
      `LET $id = Assessments.review.Evaluate($baseInput = @@, stars = 2).metadata.eventId.AsString()
OBSERVE Output(id = $id, five = Assessments.review.Evaluate(stars = 5).decisionDetails.reasons[0])`,
      `RETURN Review("they said " + ${call}.reasons[0].AsString())`,
    ]);
    expect(await buy('one')).toBe('Review they said stars');
    const record = await stored('purchase', 'one');
    const { outputs, calls } = record.result as { outputs: Record<string, JsonObject>; calls: JsonObject[] };
    expect(calls).toHaveLength(2);
    const { id, five } = outputs['Clause 2'] ?? {};
    expect(five).toBe('fine');
    expect(id).toMatch(/^one-[0-9a-f]{8}$/);
    const nested = await stored(review.kind, id as string);
    expect(nested.request).toMatchObject({ stars: 2, metadata: { eventId: id } });
    for (const each of [record, nested])
      expect((await replay(test.database, scene.tenantId, each)).difference).toBeNull();
    await merchant.counted();
    const metrics = await getExternalAssessments(scene.contextIn('Root'), { period: '1h' });
    expect(metrics.assessments).toMatchObject([
      { name: 'review', health: 'healthy', figures: { calls: 2, success: 1 }, users: [{ name: 'Asks' }] },
    ]);
  });

  it('refuse to call each other in a cycle, and name it', async () => {
    const [review, check] = [await define('Review'), await define('Check')];
    await point('review', review);
    const { id, version } = await point('check', check);
    await publish(review.kind, [
      'RETURN Reject() WHEN Assessments.check.Evaluate(stars = 1).decisionDetails.score > 1',
    ]);
    const asking = 'RETURN Reject() WHEN Assessments.review.Evaluate(stars = 1).decisionDetails.score > 1';
    const circle = ['Root / About Check', 'Root / About Review', 'Root / About Check'];
    await expect(publish(check.kind, [asking])).rejects.toMatchObject({
      code: 'EXTERNAL-ASSESSMENT-CIRCLE',
      params: { circle },
    });
    const asks = { id: newId(), name: 'score', description: '', type: 'Double', fallback: 0 } as const;
    const code = 'RETURN Assessments.review.Evaluate(stars = 1).decisionDetails.score.AsDouble()';
    const context = scene.contextIn('Root');
    const drafted = await createFunction(context, {
      name: 'asks',
      description: '',
      text: { parameters: [], outputs: [{ ...asks, code }], samplePayload: {} },
    });
    await publishFunction(context, drafted.id, { version: drafted.version, description: '', note: '' });
    const through = 'RETURN Reject() WHEN Functions.asks().score > 1';
    await expect(publish(check.kind, [through], 'Root', 'Through')).rejects.toMatchObject({ params: { circle } });
    await publish('purchase', [asking, through]);
    await expect(
      changeExternalAssessment(context, id, {
        name: 'check',
        description: '',
        target: { environmentId: scene.idOf('Root'), assessment: review.kind },
        version,
      }),
    ).rejects.toMatchObject({ code: 'EXTERNAL-ASSESSMENT-CIRCLE' });
  });

  it('go on with empty values where no answer comes, and the metrics say why', async () => {
    const review = await say(await define('Review'), 'Private');
    const { id } = await point('review', review);
    const context = scene.contextIn('Root');
    const decision = 'Assessments.review.Evaluate($baseInput = @@).decisionDetails.merchantRuleDecision';
    await publish('purchase', [`RETURN Reject("nobody") WHEN ${decision}.AsString() == ""`]);
    expect(await buy('one')).toBe('Reject nobody');
    const [refused] = await callsOf('purchase', 'one');
    expect(refused).toMatchObject({ error: expect.stringContaining('stars'), response: { decisionDetails: {} } });
    await merchant.counted();
    expect(await getExternalAssessmentMetrics(context, id, { period: '1h' })).toMatchObject({
      health: 'failing',
      failures: [{ outcome: 'http:400', calls: 1 }],
    });
  });

  it('call what is shared with their tree, and notice when it no longer is', async () => {
    const review = await define('Review', 'Other');
    const privately = { code: 'EXTERNAL-ASSESSMENT-TARGET', params: { problem: 'notShared' } };
    await expect(point('review', review, 'Other', 'Child')).rejects.toMatchObject(privately);
    const shared = await say(review, 'Shared', 'Other');
    const child = scene.contextIn('Child');
    expect((await getCallableAssessments(child)).assessments).toMatchObject([
      { friendlyName: 'About Review', sharing: 'Shared', root: { name: 'Other' }, environments: [{ name: 'Other' }] },
    ]);
    await expect(point('review', shared, 'Root', 'Child')).rejects.toMatchObject({ params: { problem: 'notActive' } });
    const { id, version } = await point('review', shared, 'Other', 'Child');
    await publish(
      'purchase',
      ['OBSERVE Output(e = Assessments.review.Evaluate(stars = 2).metadata.hierarchyPath)'],
      'Child',
    );
    await buy('one', 'Child');
    const { outputs } = (await stored('purchase', 'one', 'Child')).result as { outputs: JsonObject };
    expect(outputs).toEqual({ 'Clause 1': { e: '/Other' } });
    // Not inherited, and not another environment's.
    await expect(publish('purchase', ['RETURN Reject() WHEN Exists(Assessments.review.Evaluate())'])).rejects.toThrow();
    await say(shared, 'Private', 'Other');
    expect((await getExternalAssessment(child, id)).target.problem).toBe('notShared');
    await buy('two', 'Child');
    expect(await callsOf('purchase', 'two', 'Child')).toMatchObject([{ error: 'The assessment is no longer shared.' }]);
    await expect(deleteExternalAssessment(child, id, version)).rejects.toMatchObject({
      code: 'EXTERNAL-ASSESSMENT-REFERENCED',
      params: { users: ['Asks'] },
    });
    const target = { environmentId: scene.idOf('Other'), assessment: review.kind };
    await expect(
      changeExternalAssessment(child, id, { name: 'other', description: '', target, version }),
    ).rejects.toThrow();
    const now = await getAssessment(scene.contextIn('Other'), review.kind);
    await expect(
      deleteAssessment(scene.contextIn('Other'), review.kind, { version: now.version, apiName: 'Review' }),
    ).rejects.toMatchObject({ code: 'ASSESSMENT-CALLED', params: { users: ['Child / review'] } });
  });

  it('stop where they would go too deep, whatever was published', async () => {
    const all = [];
    for (const name of ['A1', 'B2', 'C3', 'D4']) all.push(await define(name));
    for (const [index, each] of all.entries()) {
      await point(`next${index}`, each);
      const before = index === 0 ? 'purchase' : (all[index - 1]?.kind ?? 'purchase');
      await publish(before, [`OBSERVE Output(said = Assessments.next${index}.Evaluate(stars = 1).metadata.eventType)`]);
    }
    await buy('one');
    const depths = [];
    let [answer] = await callsOf('purchase', 'one');
    for (const each of all) {
      if (answer === undefined || answer.error !== '') break;
      depths.push(each.apiName);
      const { eventId } = answer.response['metadata'] as { eventId: string };
      [answer] = await callsOf(each.kind, eventId);
    }
    expect(depths).toEqual(['A1', 'B2', 'C3']);
    expect(answer?.error).toContain('3 deep at most');
  });

  it('tell a target what happened, and are known to editor and inventory', async () => {
    const review = await define('Review');
    await point('review', review);
    await publish('purchase', [
      `LET $metadata = Assessments.review.Evaluate(stars = 4).metadata
OBSERVE Output(
  told = Assessments.review.Observe("reply", metadata = { eventId: $metadata.eventId }).GetDiagnostics().HttpStatusCode,
  none = Assessments.review.Observe("other").GetDiagnostics().Error
)`,
    ]);
    await buy('one');
    const { outputs } = (await stored('purchase', 'one')).result as { outputs: JsonObject };
    expect(outputs).toEqual({ 'Clause 1': { told: 200, none: 'The assessment has no other.' } });
    const context = scene.contextIn('Root');
    const symbols = await getSymbolTable(context, 'purchase');
    expect(symbols.assessments).toMatchObject([{ name: 'review', target: 'Root / About Review' }]);
    const { resources, edges } = await getInventory(context);
    const resource = resources.find(({ type }) => type === 'externalAssessment');
    expect(resource).toMatchObject({ name: 'review', id: expect.any(String) });
    expect(edges.filter(({ read }) => read === resource?.key)).toHaveLength(1);
    const [callable] = (await getCallableAssessments(context)).assessments;
    for (const api of callable?.apis ?? []) {
      const clauses = [
        { id: 'a', name: 'a', code: `${assessmentCallCode('review', api)}\nOBSERVE Output(a = $answer)` },
      ];
      const { diagnostics } = checkRule({ condition: '', clauses }, { attributes: [], lists: [], assessments: 'any' });
      expect(diagnostics).toEqual([]);
    }
    expect(await scene.activities()).toContain('Create ExternalAssessment review');
  });
});
