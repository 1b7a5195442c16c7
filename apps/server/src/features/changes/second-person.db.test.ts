import * as contracts from '@redoubt/contracts';
import { ENDPOINTS, requestedChange, type RequestedChange } from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApp, type ConsoleApp, type ConsolePerson } from '../../testing/console-app.ts';
import { createTenant, sceneClock } from '../../testing/scene.ts';
import { tablesOf } from '../../testing/tables-of.ts';
import { bringFiles, SCENARIOS } from './change-scenarios.ts';
import type { Scenario, Scene } from './scenario.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
});
afterAll(() => consoleApp.app.close());

/** Write calls that change nothing that decides, and why. A new call has to stand here or among the scenarios. */
const DECIDES_NOTHING: Readonly<Record<string, string>> = {
  'access.apps.assign': 'says who may call',
  'access.apps.revoke': 'says who may call',
  'access.assign': 'says who may work here',
  'access.assignments.change': 'says who may work here',
  'access.assignments.revoke': 'says who may work here',
  'access.people.disable': 'says who may work here',
  'access.people.enable': 'says who may work here',
  'access.provisioning.createToken': 'says who may work here',
  'access.provisioning.revokeToken': 'ends a token',
  'access.people.invite': 'says who may work here',
  'access.review.decide': 'says who may work here',
  'access.review.policy': 'says when people are looked at',
  'activity.export': 'an answer about the log',
  'activity.search': 'a question about the log',
  'activity.verify': 'checks the log',
  'alerts.change': 'says when people are told',
  'alerts.create': 'says when people are told',
  'alerts.delete': 'says when people are told',
  'billing.budget': 'says when usage is worth a notice',
  'billing.prices': 'says what usage costs',
  'alerts.follow': 'says when people are told',
  'alerts.mute': 'says when people are told',
  'alerts.secret': 'what messages are signed with',
  'alerts.test': 'sends a message',
  'applications.change': 'says who may call',
  'applications.create': 'says who may call',
  'applications.credentials.end': 'says who may call',
  'applications.credentials.rotate': 'says who may call',
  'applications.revoke': 'says who may call',
  'assessments.create': 'nothing is decided by it yet',
  'attachments.add': 'a file for people',
  'attachments.delete': 'a file for people',
  'attestation.accept': 'a statement of a person',
  'attestationSwitch.put': 'says whether administrators are asked for a statement, and decides nothing',
  'eventTracing.change': 'says which events are sent to other systems, and decides nothing',
  'eventTracing.check': 'reads',
  'eventTracing.create': 'says which events are sent to other systems, and decides nothing',
  'eventTracing.delete': 'says which events are sent to other systems, and decides nothing',
  'eventTracing.dropDeadLetters': 'forgets messages that were refused',
  'eventTracing.replay': 'sends events again',
  'eventTracing.replayDeadLetters': 'sends events again',
  'eventTracing.secret': 'what messages are signed with',
  'eventTracing.setState': 'says which events are sent to other systems, and decides nothing',
  'eventTracing.test': 'sends a message',
  'booster.inherit': 'decides nothing: what is shared needs consent to terms instead',
  'booster.preview': 'reads',
  'booster.put': 'decides nothing: what is shared needs consent to terms instead',
  'backtests.cancel': 'looks back',
  'backtests.start': 'looks back',
  'rulePruning.cancel': 'looks back',
  'rulePruning.start': 'looks back',
  'caseReport.thresholds.change': 'says when people are told',
  'caseReport.thresholds.create': 'says when people are told',
  'caseReport.thresholds.delete': 'says when people are told',
  'caseReport.thresholds.mail': 'says when people are told',
  'cases.assign': 'says who looks at a case',
  'cases.assignMany': 'says who looks at cases',
  'cases.decide': 'one case, by the agent who has it',
  'cases.decideMany': 'cases, by an agent',
  'cases.escalate': 'says who looks at a case',
  'cases.extend': 'says who looks at a case',
  'cases.hold': 'says when a case is looked at',
  'cases.move': 'says who looks at a case',
  'cases.release': 'says who looks at a case',
  'cases.reopen': 'one case',
  'cases.return': 'says who looks at a case',
  'cases.send': 'makes cases, which decide nothing',
  'cases.sendBack': 'says who looks at a case',
  'cases.start': 'says who looks at a case',
  'cases.undo': 'one case, by the agent who decided it',
  'changes.approve': 'is the second person',
  'changes.reject': 'is the second person',
  'changes.withdraw': 'makes no change',
  'costModel.put': 'amounts that reports show',
  'currencies.configure': 'amounts that reports show',
  'currencies.rates.remove': 'amounts that reports show',
  'currencies.rates.upload': 'amounts that reports show',
  'databaseLists.create': 'nothing published can name it yet',
  'databaseLists.test': 'keeps nothing',
  'environmentTemplates.create': 'what new environments may start from',
  'environmentTemplates.delete': 'what new environments may start from',
  'environmentTemplates.import': 'what new environments may start from',
  'environmentTemplates.rename': 'what new environments may start from',
  'environments.change': 'name, description and tags',
  'environments.create': 'a place in which nothing is decided yet',
  'environments.delete': 'ends all decisions, after its name was typed and with days in which it is taken back',
  'environments.restore': 'takes a deletion back',
  'environments.retry': 'goes on with what failed',
  'events.reveal': 'shows a person what the log holds',
  'externalAssessments.create': 'nothing published can name it yet',
  'externalAssessments.delete': 'is refused while something published names it',
  'externalCalls.create': 'nothing published can name it yet',
  'externalCalls.delete': 'is refused while something published names it',
  'externalCalls.test': 'keeps nothing',
  'fingerprints.putHost': 'says where the script is fetched from',
  'fingerprints.verifyHost': 'says where the script is fetched from',
  'functions.create': 'a draft',
  'functions.draft.discard': 'a draft',
  'functions.draft.save': 'a draft',
  'functions.evaluate': 'keeps nothing',
  'integration.try': 'sends an event as a merchant does',
  'lists.create': 'nothing published can name it yet',
  'lists.delete': 'is refused while something published names it',
  'lists.describe': 'a description',
  'lists.preview': 'keeps nothing',
  'lossPrevention.connection.disconnect': 'files of tills, which no rule reads',
  'lossPrevention.connection.put': 'files of tills, which no rule reads',
  'lossPrevention.connection.sync': 'files of tills, which no rule reads',
  'lossPrevention.findings.add': 'a note for people',
  'lossPrevention.process': 'looks back',
  'lossPrevention.reveal': 'shows an id',
  'me.settings.put': 'preferences of a person',
  'notes.change': 'a text for people',
  'notes.create': 'a text for people',
  'notes.delete': 'a text for people',
  'notes.saveDraft': 'a text for people',
  'me.signOut': 'a line of the activity log',
  'noticeSettings.put': 'what a person hears of',
  'noticeSettings.webhook.secret': 'what messages are signed with',
  'noticeSettings.webhook.test': 'sends a message that says nothing',
  'notices.change': 'what a person has read',
  'personalTokens.create': 'acts with what its owner may do, second persons included',
  'personalTokens.revoke': 'ends a token',
  'personalTokens.tenant.policy': 'how long tokens last',
  'personalTokens.tenant.revoke': 'ends a token',
  'queues.assign': 'says who works on cases',
  'queues.create': 'no routing rule can name it yet',
  'queues.pause': 'time-outs go on meanwhile',
  'reportSchedules.change': 'sends figures',
  'reportSchedules.create': 'sends figures',
  'reportSchedules.delete': 'sends figures',
  'reportSchedules.pause': 'sends figures',
  'reportSchedules.send': 'sends figures',
  'reportSchedules.test': 'sends a mail',
  'reports.arrivals': 'reads',
  'reports.chargebacks': 'reads',
  'reports.observationList': 'reads',
  'reports.observations': 'reads',
  'reports.query': 'reads',
  'reports.rules': 'reads',
  'searchIndex.cancel': 'finds events, or does not',
  'searchIndex.put': 'finds events, or does not',
  'searchIndex.rebuild': 'finds events, or does not',
  'searchIndex.resume': 'finds events, or does not',
  'dataResidency.put': 'data leaves, or does not',
  'retention.hold': 'keeps data',
  'retention.preview': 'reads',
  'retention.put': 'removes old data, which no velocity reads',
  'retention.release': 'lets old data go',
  'retention.run': 'removes old data, which no velocity reads',
  'riskSupport.account': 'reads',
  'riskSupport.find': 'reads',
  'routingRules.create': 'a draft',
  'routingRules.draft.discard': 'a draft',
  'routingRules.draft.save': 'a draft',
  'routingRules.evaluate': 'keeps nothing',
  'rules.branches.create': 'a branch decides nothing',
  'rules.branches.delete': 'a branch decides nothing',
  'rules.branches.rename': 'a branch decides nothing',
  'rules.create': 'a draft',
  'rules.draft.discard': 'a draft',
  'rules.draft.save': 'a draft',
  'rules.evaluate': 'keeps nothing',
  'rules.experiments.start': 'decides beside production',
  'rules.experiments.stop': 'decides beside production',
  'ruleTemplates.create': 'a template',
  'ruleTemplates.delete': 'a template',
  'ruleTemplates.import': 'a template',
  'ruleTemplates.rename': 'a template',
  'savedViews.change': 'filters of a page',
  'savedViews.create': 'filters of a page',
  'savedViews.delete': 'filters of a page',
  'savedViews.restore': 'filters of a page',
  'savedViews.setDefault': 'filters of a page',
  'search.attributes.backfill.cancel': 'says what search finds',
  'search.attributes.backfill.start': 'says what search finds',
  'search.attributes.create': 'says what search finds',
  'search.attributes.delete': 'says what search finds',
  'search.cases': 'reads',
  'search.events': 'reads',
  'search.fields.backfill.start': 'says what search finds',
  'search.graph': 'reads',
  'search.matches': 'reads',
  'search.scan': 'reads',
  'search.summary': 'reads',
  'searchExports.remove': 'a file of its own',
  'searchExports.start': 'reads',
  'setUp.check': 'reads',
  'setUp.resume': 'a tenant that does not decide yet',
  'setUp.start': 'a tenant that does not decide yet',
  'sessions.end': 'signs a browser out',
  'sessions.endAll': 'signs a person out',
  'subjectRequests.approve': 'has a second person of its own',
  'subjectRequests.cancel': 'personal data',
  'subjectRequests.preview': 'reads',
  'subjectRequests.retry': 'personal data',
  'subjectRequests.submit': 'personal data',
  'uploads.cancel': 'past events',
  'uploads.check': 'reads',
  'uploads.chunks.send': 'a file that waits',
  'uploads.create': 'a file that waits',
  'uploads.delete': 'a file that waits',
  'uploads.map': 'a file that waits',
  'uploads.process': 'past events',
  'uploads.undo': 'past events',
  'usage.budget': 'says when usage is worth a notice',
  'velocities.clone': 'a draft',
  'velocities.create': 'a draft',
  'velocities.draft.discard': 'a draft',
  'velocities.draft.save': 'a draft',
  'velocities.evaluate': 'keeps nothing',
  'velocities.storage.estimate': 'reads',
  'velocities.value': 'reads',
};

const WRITES = ENDPOINTS.filter(({ path, method }) => path.startsWith('/platform/v1/') && method !== 'GET');

const ids = (endpoints: readonly { readonly id: string }[]): readonly string[] =>
  endpoints.map(({ id }) => id).toSorted();

const decide = (person: ConsolePerson, scene: Scene, { id }: RequestedChange) =>
  person.send(contracts.approveChange, { params: { environmentId: scene.tenant.environmentId, changeId: id } });

const sceneOf = async (): Promise<Scene> => {
  const tenant = await createTenant(db.database);
  const scene = { database: db.database, tenant, admin: consoleApp.personWith(tenant, 'ProductAdmin') };
  await bringFiles(scene);
  return scene;
};

const requireApproval = ({ admin, tenant: { environmentId } }: Scene) =>
  admin.call(contracts.putPublishApproval, { params: { environmentId }, body: { required: true } });

describe('every write call', () => {
  it('either changes what decides and is walked here, or is known to decide nothing', () => {
    const walked = SCENARIOS.map(([endpoint]) => endpoint);
    expect(ids(walked)).toEqual(ids(WRITES.filter(({ secondPerson }) => secondPerson)));
    const others = WRITES.filter(({ secondPerson }) => !secondPerson);
    expect(Object.keys(DECIDES_NOTHING).toSorted()).toEqual(ids(others));
  });
});

describe('where a second person approves changes', () => {
  it.each(SCENARIOS.map((scenario): [string, Scenario] => [scenario[0].id, scenario]))(
    '%s changes nothing until a second person approves it',
    async (_id, [endpoint, prepare]) => {
      const scene = await sceneOf();
      const call = (await prepare(scene)) as object;
      await requireApproval(scene);
      const before = await tablesOf(db.database, scene.tenant.tenantId);
      const response = await scene.admin.send(endpoint, call);
      expect([response.statusCode, response.body]).toEqual([202, expect.any(String)]);
      const request = requestedChange.parse(response.json());
      expect(await tablesOf(db.database, scene.tenant.tenantId)).toEqual(before);
      const own = await decide(scene.admin, scene, request);
      expect([own.statusCode, own.json<{ readonly code: string }>().code]).toEqual([409, 'CHANGE-OWN']);
      const second = consoleApp.personWith(scene.tenant, 'ProductAdmin');
      const shown = await second.send(contracts.getChange, {
        params: { environmentId: scene.tenant.environmentId, changeId: request.id },
      });
      expect(shown.body).not.toContain('the second password');
      expect(contracts.getChange.response.parse(shown.json())).toMatchObject({ state: 'open', canDecide: true });
      const approved = await decide(second, scene, request);
      expect([approved.statusCode, approved.body]).toEqual([200, expect.stringContaining('"state":"approved"')]);
      expect(await tablesOf(db.database, scene.tenant.tenantId)).not.toEqual(before);
    },
  );
});
