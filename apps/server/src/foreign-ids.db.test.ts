import {
  attachFile,
  createApplication,
  createEventNote,
  createUpload,
  ENDPOINTS,
  getReportedCases,
  getMe,
  orderRoutingRules,
  publicEventPath,
  putControlShare,
  putSettings,
  endSession,
  removeExchangeRates,
  resumeSetUp,
  revokePersonalToken,
  revokeProvisioningToken,
  type Endpoint,
} from '@redoubt/contracts';
import { EVENT_EXAMPLES, GENERAL_QUEUE_ID, type DefinedAssessmentKind } from '@redoubt/domain';
import type { ApplicationCaller } from '@redoubt/identity';
import { newId, type JsonObject } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scene } from './features/changes/scenario.ts';
import { createSendAs } from './features/integration/send-as.ts';
import { createConsoleApp, type ConsoleApp } from './testing/console-app.ts';
import { createOneOfEach, defineAssessment, type ThingIds } from './testing/one-of-each.ts';
import { createPublicApp, type PublicApp } from './testing/public-app.ts';
import { callOf } from './testing/sample-calls.ts';
import { addChild, applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from './testing/scene.ts';
import { tablesOf } from './testing/tables-of.ts';

/** Preferences: environments are kept as they are sent, and nothing is looked up by them. */
const KEPT = putSettings.id;

/** Compared with the version that they were made from before their rules are looked up. */
const VERSION_FIRST = [orderRoutingRules.id, putControlShare.id];

/** Refused before its environment is looked up, in a tenant that is set up: the rest is in the tests of the set-up. */
const SET_UP_FIRST = resumeSetUp.id;

/** The report lists decided cases: other calls decide one before it is asked. */
const COUNTS = getReportedCases.id;

/** Exchange rates and provisioning tokens are kept in roots alone: elsewhere nothing of them is looked up. */
const IN_ROOTS: readonly string[] = [removeExchangeRates.id, revokeProvisioningToken.id];

/** Sign-ins and tokens belong to a person and to no environment; tests of their own ask for those of another person. */
const OF_A_PERSON: readonly string[] = [revokePersonalToken.id, endSession.id];

const CONSOLE = ENDPOINTS.filter(({ path }) => path.startsWith('/platform/'));

/** The kinds of things a call of an endpoint names. */
const kindsOf = (endpoint: Endpoint): readonly string[] => {
  const ids = new Map<string, string>();
  const named = (kind: string): string => ids.get(kind) ?? ids.set(kind, newId()).get(kind) ?? '';
  const call = JSON.stringify(callOf(endpoint, named, ''));
  return [...ids].filter(([, id]) => call.includes(id)).map(([kind]) => kind);
};
const NAMING = CONSOLE.filter(({ id }) => !OF_A_PERSON.includes(id))
  .map((endpoint) => ({ endpoint, kinds: kindsOf(endpoint) }))
  .filter(({ kinds }) => kinds.length > 0);

const db = useDatabase();
const callers = createCallers();
let consoleApp: ConsoleApp;
let events: PublicApp;
type Place = { readonly scene: Scene; readonly things: ThingIds };
type Where = 'root' | 'child' | 'sibling' | 'stranger';
let places: Readonly<Record<Where, Place>>;

const sceneIn = (tenant: SceneTenant, environmentId = tenant.environmentId): Scene => {
  const here = { ...tenant, environmentId } as SceneTenant;
  return {
    database: db.database,
    tenant: here,
    admin: consoleApp.personWith(here, 'ProductAdmin', ['ApplicationAdministrator']),
  };
};

const notesOf = async ({ admin, tenant: { environmentId } }: Scene, eventId: string): Promise<ThingIds> => {
  const params = { environmentId, eventType: 'purchase' as const, eventEnvironmentId: environmentId, eventId };
  await admin.call(createEventNote, { params, body: { text: 'Looked' } });
  const { notes, attachments } = await admin.call(attachFile, { params, query: { name: 'scan.txt' }, body: 'abc' });
  const upload = { dataSet: 'purchases' as const, name: 'history.csv', sizeBytes: 1 };
  const { id: uploadId } = await admin.call(createUpload, { params: { environmentId }, body: upload });
  return { noteId: notes[0]?.id ?? '', attachmentId: attachments[0]?.id ?? '', uploadId, mappingOf: uploadId };
};

/** A case of an event, in the queue General. */
const caseOf = async ({ tenant }: Scene, eventId: string): Promise<string> => {
  const id = newId();
  const at = new Date(sceneClock().now());
  await db.asAdmin(
    `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at)
      values ($1, $2, $3, $4, $5, 1, $6, $6, $7, $6, $6::timestamptz + interval '1 day')`,
    [tenant.tenantId, tenant.environmentId, kindCodeOf('purchase'), eventId, id, at, GENERAL_QUEUE_ID],
  );
  return id;
};

/** A person at a till who has a score. */
const scoredStaff = async ({ tenant }: Scene, mark: string): Promise<string> => {
  const staff = `S-${mark}`;
  const place = [tenant.tenantId, tenant.environmentId, staff];
  await db.asAdmin('insert into retail_staff (tenant_id, environment_id, staff, code) values ($1, $2, $3, $3)', place);
  await db.asAdmin(
    `insert into loss_score (tenant_id, environment_id, kind, entity, month, score, transactions, amounts, reasons)
      values ($1, $2, 'staff', $3, '2026-03-01', 600, 10, '[]', '[]')`,
    place,
  );
  return staff;
};

beforeAll(async () => {
  events = await createPublicApp(db.database, sceneClock(), callers.verify);
  const tokenFor = async (application: Omit<ApplicationCaller, 'kind'>) =>
    callers.headerFor({ kind: 'application', ...application }).replace('Bearer ', '');
  consoleApp = await createConsoleApp(db.database, sceneClock(), createSendAs(events.app, tokenFor));
  const [tenant, other] = [await createTenant(db.database), await createTenant(db.database)];
  const siblingId = await addChild(db.database, tenant, 'Sibling');
  const place = async (scene: Scene, mark: string, assessment?: DefinedAssessmentKind): Promise<Place> => {
    const eventId = `event-${mark}`;
    const body = { ...EVENT_EXAMPLES.purchase.minimal, purchaseId: eventId };
    const response = await events.app.inject({
      method: 'POST',
      url: publicEventPath('purchase', body),
      headers: {
        authorization: callers.headerFor(applicationOf(scene.tenant)),
        'content-type': 'application/json',
        'x-ms-dfpenvid': scene.tenant.environmentId,
      },
      payload: JSON.stringify(body),
    });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    await events.settled();
    const notes = await notesOf(scene, eventId);
    const caseId = await caseOf(scene, eventId);
    const entityId = await scoredStaff(scene, mark);
    return {
      scene,
      things: { ...(await createOneOfEach(scene, mark, assessment)), ...notes, caseId, entityId, eventId },
    };
  };
  const root = await place(sceneIn(tenant), 'root');
  const shared = root.things.assessment as DefinedAssessmentKind;
  // The kind of the stranger's second assessment is none of this tenant, which has one.
  const stranger = sceneIn(other);
  await defineAssessment(stranger, 'first');
  places = {
    root,
    child: await place(sceneIn(tenant, tenant.childId), 'child', shared),
    sibling: await place(sceneIn(tenant, siblingId), 'sibling', shared),
    stranger: await place(stranger, 'stranger'),
  };
  await events.settled();
  await events.counts();
}, 120_000);
afterAll(async () => {
  await consoleApp.app.close();
  await events.close();
});

type Named = (kind: string) => string;

/** Things that are nowhere, named as things of their kind are. */
const NAMES_OF_NOTHING: Readonly<Record<string, string>> = {
  assessment: 'assessment-99',
  branch: 'branch-nowhere',
  eventId: 'event-nowhere',
  sessionId: 'session-nowhere',
};
const nothing: Named = (kind) => NAMES_OF_NOTHING[kind] ?? 'd1c0ffee-0000-4000-8000-000000000000';

const thingsOf =
  ({ things }: Place): Named =>
  (kind) =>
    things[kind] ?? '';

/** The caller's own things, which stand in the rules of purchases. */
const ownThings =
  (place: Place, { path }: Endpoint): Named =>
  (kind) =>
    kind === 'assessment' && /\/(?:rulesets|routingrules)\//.test(path) ? 'purchase' : thingsOf(place)(kind);

/** Status and body a call is answered with, without the ids that were sent and the one the call was given. */
const answerTo = async ({ scene }: Place, endpoint: Endpoint, named: Named): Promise<string> => {
  const sent = new Set<string>();
  const call = callOf(endpoint, (kind) => (sent.add(named(kind)), named(kind)), scene.tenant.environmentId);
  const response = await scene.admin.send(endpoint, call);
  const body = response.body.replaceAll(/"correlationId":"[^"]*"/g, '');
  return `${response.statusCode} ${[...sent].reduce((text, id) => text.replaceAll(id, '<id>'), body)}`;
};

/** Each kind foreign alone, among the caller's own, and all at once. */
const variationsOf = (kinds: readonly string[]): readonly (readonly string[])[] =>
  kinds.length > 1 ? [...kinds.map((kind) => [kind]), kinds] : [kinds];

/**
 * What environments of a tenant have in common: its assessments, notices, people and groups with their tokens, and each other,
 * where one may open both.
 */
const COMMON = ['assessment', 'holderId', 'noticeId', 'otherEnvironmentId', 'people', 'tokenId'];

type Pair = { readonly asking: Where; readonly owner: Where; readonly visible: readonly string[] };
const PAIRS: readonly Pair[] = [
  { asking: 'child', owner: 'stranger', visible: [] },
  { asking: 'child', owner: 'sibling', visible: COMMON },
  // An environment searches the events and the activity log, and manages the applications, of those below it.
  {
    asking: 'root',
    owner: 'child',
    visible: [...COMMON, 'applicationId', 'credentialId', 'entryId', 'eventEnvironmentId', 'eventId'],
  },
];

const tables = () =>
  Promise.all(
    [places.root, places.stranger].map(({ scene }) => tablesOf(db.database, scene.tenant.tenantId, new Set())),
  );

describe('a call that names a thing', () => {
  it('names a kind of which every environment of this test holds one', () => {
    const kinds = [...new Set(NAMING.flatMap((naming) => naming.kinds))].toSorted();
    for (const { things } of Object.values(places)) {
      expect(kinds.filter((kind) => (things[kind] ?? '') === '')).toEqual([]);
      expect(Object.keys(things).filter((kind) => !kinds.includes(kind))).toEqual([]);
    }
    for (const kind of kinds.filter((each) => each !== 'assessment')) {
      expect([kind, new Set(Object.values(places).map(({ things }) => things[kind])).size]).toEqual([kind, 4]);
    }
  });

  it('is within an environment wherever its address holds an id', () => {
    const outside = CONSOLE.filter(({ path }) => !path.includes(':environmentId'));
    expect(outside.filter(({ path }) => path.includes(':')).map(({ id }) => id)).toEqual(OF_A_PERSON);
  });

  it.each(PAIRS)('of the $owner, is answered in the $asking as if it did not exist', async (pair) => {
    const [asking, owner] = [places[pair.asking], places[pair.owner]];
    const before = await tables();
    for (const { endpoint, kinds } of NAMING.filter(({ endpoint: { id } }) => id !== KEPT)) {
      const hidden = kinds.filter((kind) => !pair.visible.includes(kind));
      const own = ownThings(asking, endpoint);
      for (const varied of hidden.length > 0 ? variationsOf(hidden) : []) {
        const at =
          (other: Named): Named =>
          (kind) =>
            varied.includes(kind) ? other(kind) : own(kind);
        const foreign = await answerTo(asking, endpoint, at(thingsOf(owner)));
        const unknown = await answerTo(asking, endpoint, at(nothing));
        expect([endpoint.id, varied, foreign]).toEqual([endpoint.id, varied, unknown]);
      }
    }
    expect(await tables()).toEqual(before);
  });

  it('is answered otherwise where the thing is there', async () => {
    const alike: string[] = [];
    const inOrder = NAMING.toSorted(
      (one, other) => Number(one.endpoint.id === COUNTS) - Number(other.endpoint.id === COUNTS),
    );
    for (const { endpoint } of inOrder) {
      const place = IN_ROOTS.includes(endpoint.id) ? places.root : places.child;
      const own = await answerTo(place, endpoint, ownThings(place, endpoint));
      const unknown = await answerTo(place, endpoint, nothing);
      if (own === unknown) alike.push(endpoint.id);
    }
    expect(alike.toSorted()).toEqual([KEPT, SET_UP_FIRST, ...VERSION_FIRST].toSorted());
  });

  it('leaves the person as they are where a preference names an environment of another tenant', async () => {
    const { admin, tenant } = places.child.scene;
    const whoWith = async (named: Named): Promise<string> => {
      const keeping: Endpoint = putSettings;
      await admin.send(keeping, callOf(keeping, named, tenant.environmentId));
      const { settings, ...person } = await admin.call(getMe, {});
      expect(settings.favouriteEnvironments).toEqual([named('otherEnvironmentId')]);
      return JSON.stringify(person);
    };
    const before = await tablesOf(db.database, places.stranger.scene.tenant.tenantId, new Set());
    expect(await whoWith(thingsOf(places.stranger))).toBe(await whoWith(nothing));
    expect(await tablesOf(db.database, places.stranger.scene.tenant.tenantId, new Set())).toEqual(before);
  });

  it('takes a client id that an application of another tenant has', async () => {
    const { admin, tenant } = places.child.scene;
    const registering: Endpoint = createApplication;
    const clientId = places.stranger.things.applicationId;
    const { body, ...call } = callOf(registering, ownThings(places.child, registering), tenant.environmentId);
    const response = await admin.send(registering, { ...call, body: { ...(body as JsonObject), clientId } });
    expect([response.statusCode, response.json()]).toMatchObject([200, { application: { id: clientId } }]);
  });
});
