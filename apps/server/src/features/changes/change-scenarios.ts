import * as contracts from '@redoubt/contracts';
import { newId } from '@redoubt/kernel';
import { importConfiguration, operatorContext } from '@redoubt/services';
import { POINTS_DEFINITION } from '../../testing/defined-examples.ts';
import { callOf, functionOfCode, sourceOf } from './change-bodies.ts';
import { CHANGED_FILES, FILES } from './change-files.ts';
import { CASEWORK_SCENARIOS } from './queue-scenarios.ts';
import type { Scenario, Scene } from './scenario.ts';
import { sceneClock } from '../../testing/scene.ts';

/** Makes an environment that decides with `FILES`. */
export const bringFiles = async ({ database, tenant }: Scene): Promise<void> => {
  const operator = await operatorContext(database, sceneClock(), tenant.environmentId, 'Operator');
  const files = Object.entries(FILES).map(([path, text]) => ({ path, text }));
  const input = { files, prune: false, without: [], velocityStart: 'fromNow', apply: true } as const;
  const { problems } = await importConfiguration(operator, input);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
};

const here = ({ tenant: { environmentId } }: Scene) => ({ environmentId });
const purchase = (scene: Scene) => ({ ...here(scene), assessment: 'purchase' as const });

const rulesOf = (scene: Scene) => scene.admin.call(contracts.getRuleSet, { params: purchase(scene), query: {} });
const ruleOf = async (scene: Scene, name = 'First') => {
  const { rules } = await rulesOf(scene);
  const params = { ...purchase(scene), ruleId: rules.find((each) => each.name === name)?.id ?? newId() };
  return { params, rule: await scene.admin.call(contracts.getRule, { params }) };
};
const draftOf = async (scene: Scene) => {
  const { params, rule: first } = await ruleOf(scene);
  const clauses = [{ id: newId(), name: 'A', code: 'RETURN Approve()' }];
  const body = { version: first.version, text: { condition: '', clauses, samplePayload: {} } };
  return { params, rule: await scene.admin.call(contracts.saveDraft, { params, body }) };
};
const publication = ({ version, name }: contracts.RuleDetail) => ({ version, name, description: '', active: true });

const setOf = async (scene: Scene) => {
  const sets = await scene.admin.call(contracts.getVelocitySets, { params: here(scene) });
  const params = { ...here(scene), setId: sets.published.find(({ name }) => name === 'Mail')?.id ?? newId() };
  return { params, set: await scene.admin.call(contracts.getVelocitySet, { params }) };
};
const functionOf = async (scene: Scene) => {
  const { functions } = await scene.admin.call(contracts.getFunctions, { params: here(scene) });
  const params = { ...here(scene), functionId: functions[0]?.id ?? newId() };
  return { params, text: await scene.admin.call(contracts.getFunction, { params }) };
};
const listOf = async (scene: Scene, wanted = 'Old') => {
  const { lists } = await scene.admin.call(contracts.getLists, { params: here(scene) });
  const list = lists.find(({ name }) => name === wanted);
  return { params: { ...here(scene), listId: list?.id ?? newId() }, version: list?.version ?? '' };
};

const uploadToList = async (scene: Scene) => {
  const { params, version } = await listOf(scene);
  return { params, query: { version }, body: 'Key,Until\nc,2031-01-01\n' };
};

const publishNew = async (scene: Scene, name: string, code: string): Promise<void> => {
  const clauses = [{ id: newId(), name: 'A', code }];
  const made = await scene.admin.call(contracts.createRule, {
    params: purchase(scene),
    body: { name, text: { condition: '', clauses, samplePayload: {} } },
  });
  const params = { ...purchase(scene), ruleId: made.id };
  await scene.admin.call(contracts.publishRule, { params, body: publication(made) });
};

const defined = async (scene: Scene) => {
  const made = await scene.admin.call(contracts.createAssessment, {
    params: here(scene),
    body: POINTS_DEFINITION,
  });
  return { params: { ...here(scene), assessment: made.kind }, made };
};

const publicationOfFunction = async (scene: Scene) => {
  const { params, text } = await functionOf(scene);
  const draft = { version: text.version, text: functionOfCode('RETURN "y"') };
  const { version } = await scene.admin.call(contracts.saveFunctionDraft, { params, body: draft });
  return { params, body: { version, description: '' } };
};
const publicationOfSet = async (scene: Scene) => {
  const { params, set } = await setOf(scene);
  const code = 'SELECT Count() AS byMail FROM Purchase GROUPBY @"user.userId"';
  const velocities = [{ id: newId(), code }];
  const text = { condition: '', velocities, sampleEvent: 'purchase' as const, samplePayload: {} };
  const body = { version: set.version, text };
  const { version } = await scene.admin.call(contracts.saveVelocityDraft, { params, body });
  return { params, body: { version, name: 'Mail', description: '', active: true, start: 'fromNow' as const } };
};

/** Every call that changes what decides, each prepared so that it does. */
export const SCENARIOS: readonly Scenario[] = [
  [
    contracts.publishRule,
    async (scene) => {
      const { params, rule: draft } = await draftOf(scene);
      return { params, body: publication(draft) };
    },
  ],
  [
    contracts.rollBackRule,
    async (scene) => {
      const { params, rule: draft } = await draftOf(scene);
      const { version } = await scene.admin.call(contracts.publishRule, { params, body: publication(draft) });
      return { params, body: { version, to: 1 } };
    },
  ],
  [
    contracts.setRuleActive,
    async (scene) => {
      const { params, rule: first } = await ruleOf(scene);
      return { params, body: { version: first.version, active: false } };
    },
  ],
  [
    contracts.renameRule,
    async (scene) => {
      const { params, rule: first } = await ruleOf(scene);
      return { params, body: { version: first.version, name: 'Other', description: '' } };
    },
  ],
  [
    contracts.deleteRule,
    async (scene) => {
      const { params, rule: first } = await ruleOf(scene);
      return { params, query: { version: first.version } };
    },
  ],
  ...CASEWORK_SCENARIOS,
  [
    contracts.putControlShare,
    async (scene) => {
      const params = here(scene);
      const { version } = await scene.admin.call(contracts.getControlShare, { params });
      const limits = [{ currency: 'EUR', amount: 100 }];
      return { params, body: { version, sharePercent: 1, decisions: ['Reject' as const], limits, rules: [] } };
    },
  ],
  [
    contracts.orderRules,
    async (scene) => {
      const { version, rules } = await rulesOf(scene);
      return { params: purchase(scene), body: { version, ruleIds: rules.map(({ id }) => id).toReversed() } };
    },
  ],
  [
    contracts.putRuleSettings,
    async (scene) => {
      const { version, runMode } = await rulesOf(scene);
      const other = runMode === 'firstMatch' ? 'allUntilDecision' : 'firstMatch';
      return { params: purchase(scene), body: { version, runMode: other } };
    },
  ],
  [
    contracts.promoteBranch,
    async (scene) => {
      const { rules } = await rulesOf(scene);
      const ruleIds = rules.slice(0, 1).map(({ id }) => id);
      const body = { name: 'Strict', apiName: 'strict', ruleIds };
      await scene.admin.call(contracts.createBranch, { params: purchase(scene), body });
      const params = { ...purchase(scene), branch: 'strict' };
      const { state } = await scene.admin.call(contracts.getPromotion, { params });
      return { params, body: { state } };
    },
  ],
  [
    contracts.activateRules,
    async (scene) => {
      const { rules } = await rulesOf(scene);
      const body = { active: false, rules: rules.map(({ id }) => ({ assessment: 'purchase' as const, ruleId: id })) };
      return { params: here(scene), body };
    },
  ],
  [
    contracts.replaceReference,
    async (scene) => {
      const body = { of: 'list', from: 'Old', to: 'New' } as const;
      const { state } = await scene.admin.call(contracts.replaceReference, { params: here(scene), body });
      return { params: here(scene), body: { ...body, state } };
    },
  ],
  [contracts.publishFunction, publicationOfFunction],
  [
    contracts.rollBackFunction,
    async (scene) => {
      const { params, body } = await publicationOfFunction(scene);
      const { version } = await scene.admin.call(contracts.publishFunction, { params, body });
      return { params, body: { version, to: 1 } };
    },
  ],
  [
    contracts.unpublishFunction,
    async (scene) => {
      const { params, text } = await functionOf(scene);
      return { params, body: { version: text.version } };
    },
  ],
  [
    contracts.renameFunction,
    async (scene) => {
      const { params, text } = await functionOf(scene);
      return { params, body: { version: text.version, name: 'area', description: '' } };
    },
  ],
  [
    contracts.deleteFunction,
    async (scene) => {
      const { params, text } = await functionOf(scene);
      return { params, query: { version: text.version } };
    },
  ],
  [contracts.publishVelocitySet, publicationOfSet],
  [
    contracts.rollBackVelocitySet,
    async (scene) => {
      const { params, body } = await publicationOfSet(scene);
      const { version } = await scene.admin.call(contracts.publishVelocitySet, { params, body });
      return { params, body: { version, to: 1 } };
    },
  ],
  [
    contracts.unpublishVelocitySet,
    async (scene) => {
      const { params, set } = await setOf(scene);
      return { params, body: { version: set.version } };
    },
  ],
  [
    contracts.renameVelocitySet,
    async (scene) => {
      const { params, set } = await setOf(scene);
      return { params, body: { version: set.version, name: 'Post', description: '' } };
    },
  ],
  [
    contracts.setVelocitySetActive,
    async (scene) => {
      const { params, set } = await setOf(scene);
      return { params, body: { version: set.version, active: false } };
    },
  ],
  [
    contracts.deleteVelocitySet,
    async (scene) => {
      const { params, set } = await setOf(scene);
      return { params, query: { version: set.version } };
    },
  ],
  [contracts.putVelocitySettings, async (scene) => ({ params: here(scene), body: { windowMode: 'sliding' } })],
  [contracts.startVelocityBackfill, async (scene) => ({ params: (await setOf(scene)).params })],
  [
    contracts.cancelVelocityBackfill,
    async (scene) => {
      const { params } = await setOf(scene);
      await scene.admin.call(contracts.startVelocityBackfill, { params });
      return { params };
    },
  ],
  [contracts.replaceList, uploadToList],
  [contracts.appendToList, uploadToList],
  [
    contracts.changeListRows,
    async (scene) => {
      const { params, version } = await listOf(scene);
      return { params, body: { version, changes: [{ kind: 'add', cells: ['z', '2031-01-01'] }] } };
    },
  ],
  [
    contracts.setListExpiry,
    async (scene) => {
      const { params, version } = await listOf(scene);
      return { params, body: { version, column: 'Until' } };
    },
  ],
  [
    contracts.rollBackList,
    async (scene) => {
      const { params, version } = await listOf(scene);
      const next = await scene.admin.call(contracts.replaceList, {
        params,
        query: { version },
        body: 'Key,Until\nc,2031-01-01\n',
      });
      return { params, body: { version: next.version, contentVersion: 1 } };
    },
  ],
  [
    contracts.changeDatabaseList,
    async (scene) => {
      const body = { name: 'Tiers', columns: ['id', 'tier'], source: sourceOf('one'), secret: 'the first password' };
      const made = await scene.admin.call(contracts.createDatabaseList, { params: here(scene), body });
      await publishNew(scene, 'Tiers', 'RETURN Reject() WHEN ContainsKey("Tiers", "id", @"user.userId")');
      const { params, version } = await listOf(scene, made.name);
      const { name: _, ...rest } = body;
      return { params, body: { ...rest, version, source: sourceOf('two'), secret: 'the second password' } };
    },
  ],
  [
    contracts.changeExternalCall,
    async (scene) => {
      const { id, version } = await scene.admin.call(contracts.createExternalCall, {
        params: here(scene),
        body: callOf,
      });
      await publishNew(scene, 'Calls', 'RETURN Reject() WHEN External.score(@"user.userId").score > 5');
      const { definition } = callOf;
      const body = { ...callOf, version, definition: { ...definition, url: 'http://127.0.0.1:9/other' } };
      return { params: { ...here(scene), callId: id }, body: { ...body, secrets: { auth: 'the second password' } } };
    },
  ],
  [
    contracts.changeExternalAssessment,
    async (scene) => {
      const { params, made } = await defined(scene);
      const target = { environmentId: params.environmentId, assessment: made.kind };
      const body = { name: 'points', description: '', target };
      const { id, version } = await scene.admin.call(contracts.createExternalAssessment, {
        params: here(scene),
        body,
      });
      await publishNew(
        scene,
        'Asks',
        'RETURN Reject() WHEN Assessments.points.Evaluate($baseInput = @@).decisionDetails.x == "1"',
      );
      const other = await scene.admin.call(contracts.createAssessment, {
        params: here(scene),
        body: { ...POINTS_DEFINITION, apiName: 'Other', friendlyName: 'Other' },
      });
      const moved = { ...target, assessment: other.kind };
      return { params: { ...here(scene), externalAssessmentId: id }, body: { ...body, version, target: moved } };
    },
  ],
  [
    contracts.updateAssessment,
    async (scene) => {
      const { params, made } = await defined(scene);
      const { version, friendlyName, sections, fields, features, dataSubjectIds, reports } = made;
      const body = { version, friendlyName, sections, fields, features, dataSubjectIds, reports };
      return { params, body: { ...body, sharing: 'Shared', sampleResponse: { a: 1 } } };
    },
  ],
  [
    contracts.deleteAssessment,
    async (scene) => {
      const { params, made } = await defined(scene);
      return { params, query: { version: made.version, apiName: made.apiName } };
    },
  ],
  [
    contracts.createObservation,
    async (scene) => {
      const { params, made } = await defined(scene);
      const body = { template: 'Custom', friendlyName: 'Extra', apiName: 'extra', fields: [] };
      return { params, body: { ...body, version: made.version } };
    },
  ],
  [
    contracts.updateObservation,
    async (scene) => {
      const { params, made } = await defined(scene);
      return {
        params: { ...params, observation: 1 },
        body: { version: made.version, friendlyName: 'Other', fields: [] },
      };
    },
  ],
  [
    contracts.deleteObservation,
    async (scene) => {
      const { params, made } = await defined(scene);
      return { params: { ...params, observation: 1 }, query: { version: made.version } };
    },
  ],
  [
    contracts.putAssessmentLabel,
    async (scene) => {
      const { params, made } = await defined(scene);
      return { params, body: { version: made.version, friendlyName: 'Verdict', fields: [] } };
    },
  ],
  [
    contracts.changeSupportEntries,
    async (scene) => ({
      params: { ...here(scene), supportEntity: 'email' },
      body: { values: ['a@x.example'], status: 'Safe' },
    }),
  ],
  [
    contracts.importConfiguration,
    async (scene) => {
      await scene.admin.call(contracts.createExternalCall, { params: here(scene), body: callOf });
      await publishNew(scene, 'Calls', 'RETURN Reject() WHEN External.score(@"user.userId").score > 5');
      return { params: here(scene), body: { files: CHANGED_FILES, secrets: { SCORE: 'the second password' } } };
    },
  ],
  [contracts.putBodyMode, async (scene) => ({ params: here(scene), body: { bodyMode: 'strict' } })],
  [contracts.putPublishApproval, async (scene) => ({ params: here(scene), body: { required: false } })],
  [
    contracts.putSubjectApproval,
    async (scene) => {
      await scene.admin.call(contracts.putSubjectApproval, { params: here(scene), body: { required: true } });
      return { params: here(scene), body: { required: false } };
    },
  ],
];
