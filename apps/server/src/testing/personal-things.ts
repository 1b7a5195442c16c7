import * as contracts from '@redoubt/contracts';
import { PURCHASE_SAMPLE, supportValuesOf } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { functionOfCode } from '../features/changes/change-bodies.ts';
import type { Scene } from '../features/changes/scenario.ts';
import { createOneOfEach, type ThingIds } from './one-of-each.ts';

/** An event whose values stand in the things. */
type PersonalEvent = { readonly eventId: string; readonly body: JsonObject };

/** Values of the product's example by those of another person: the example stands in many an answer, and is of no merchant. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['Nora', 'Nelly'],
  ['nora', 'nelly'],
  ['Quill', 'Quast'],
  ['quill', 'quast'],
  ['+49-3055501234', '+49-3055509876'],
  ['GOLD-7', 'GOLD-9'],
  ['7c1e0f4a', '8d2f1a5b'],
  ['203.0.113.24', '203.0.113.25'],
  ['dev-991', 'dev-882'],
  ['Lindenweg 7', 'Ligusterweg 8'],
  ['18519', '18520'],
  ['pi-5541', 'pi-6652'],
  ['09/28', '10/29'],
];

/** A purchase of a person who is in no example. */
export const PERSONAL_PURCHASE = JSON.parse(
  OTHERS.reduce((text, [value, other]) => text.replaceAll(value, other), JSON.stringify(PURCHASE_SAMPLE)),
) as JsonObject;

const USER = PERSONAL_PURCHASE['user'] as { readonly email: string; readonly userId: string };

/** A text of a rule, with an event as its sample. */
const textOf = (code: string, samplePayload: JsonObject) => ({
  condition: '',
  clauses: [{ id: newId(), name: 'A', code }],
  samplePayload,
});

/** Texts whose samples are the event: a rule and its template, a routing rule, a function, the rules of an assessment. */
const createTexts = async ({ admin, tenant }: Scene, { body }: PersonalEvent): Promise<ThingIds> => {
  const here = { environmentId: tenant.environmentId };
  const purchase = { ...here, assessment: 'purchase' as const };
  const rule = await admin.call(contracts.createRule, {
    params: purchase,
    body: { name: 'Sampled', text: textOf('RETURN Approve() WHEN @"totalAmount" < 0', body) },
  });
  await admin.call(contracts.publishRule, {
    params: { ...purchase, ruleId: rule.id },
    body: { version: rule.version, name: 'Sampled', description: '', active: true },
  });
  const routing = await admin.call(contracts.createRoutingRule, {
    params: purchase,
    body: { name: 'Sampled route', text: textOf('ROUTETO Queue("General")', body) },
  });
  await admin.call(contracts.publishRoutingRule, {
    params: { ...purchase, ruleId: routing.id },
    body: { version: routing.version, name: 'Sampled route', description: '', active: true },
  });
  const made = await admin.call(contracts.createFunction, {
    params: here,
    body: { name: 'Sampled', text: { ...functionOfCode('RETURN "y"'), samplePayload: body } },
  });
  const template = await admin.call(contracts.createRuleTemplate, {
    params: here,
    body: { name: 'Sampled', description: '', assessment: 'purchase', ruleId: rule.id },
  });
  const { version, runMode } = await admin.call(contracts.getRuleSet, { params: purchase, query: {} });
  await admin.call(contracts.putRuleSettings, { params: purchase, body: { version, runMode, samplePayload: body } });
  return { ruleId: rule.id, routingRuleId: routing.id, functionId: made.id, templateId: template.id };
};

/** A list with two contents, and support lists, that hold the values of the event. */
const createLists = async ({ admin, tenant }: Scene, { body }: PersonalEvent): Promise<ThingIds> => {
  const here = { environmentId: tenant.environmentId };
  const row = `${USER.email},${USER.userId},Nelly Quast`;
  const list = await admin.call(contracts.createList, {
    params: here,
    query: { name: 'People' },
    body: `Email,User ids,Name,Tier\n${row},gold\n`,
  });
  await admin.call(contracts.replaceList, {
    params: { ...here, listId: list.id },
    query: { version: list.version },
    body: `Email,User ids,Name,Tier\n${row},silver\n`,
  });
  for (const { entity, value } of supportValuesOf(body)) {
    await admin.call(contracts.changeSupportEntries, {
      params: { ...here, supportEntity: entity },
      body: { values: [value], status: 'Watch', reason: 'Called', comments: `Seen ${value}`, source: 'ListPage' },
    });
  }
  return { listId: list.id };
};

/** A note, a file, a case and a view of Search in the hands of people, who wrote of the person. */
const writeNotes = async ({ admin, tenant }: Scene, { eventId }: PersonalEvent): Promise<ThingIds> => {
  const { environmentId } = tenant;
  const params = { environmentId, eventType: 'purchase' as const, eventEnvironmentId: environmentId, eventId };
  await admin.call(contracts.createEventNote, { params, body: { text: `Rang ${USER.email}, spoke to Nelly Quast` } });
  const { notes, attachments } = await admin.call(contracts.attachFile, {
    params,
    query: { name: `letter of ${USER.email}.txt` },
    body: 'Dear customer',
  });
  const { case: found } = await admin.call(contracts.getCase, {
    params: { environmentId, eventType: 'purchase', eventId },
  });
  await admin.call(contracts.createSavedView, {
    params: { environmentId, page: 'search' },
    body: {
      name: `Orders of ${USER.email}`,
      isShared: true,
      parameters: new URLSearchParams({ where: `userId~is~${USER.userId};email~is~${USER.email}` }).toString(),
    },
  });
  return { noteId: notes[0]?.id ?? '', attachmentId: attachments[0]?.id ?? '', caseId: found.id };
};

/**
 * Puts one thing of every kind into an environment, with the values of an event wherever people can put them.
 *
 * @returns the ids by the names of parameters.
 */
export const createPersonalThings = async (scene: Scene, event: PersonalEvent, mark: string): Promise<ThingIds> => {
  const own = {
    ...(await createTexts(scene, event)),
    ...(await createLists(scene, event)),
    ...(await writeNotes(scene, event)),
  };
  return { ...(await createOneOfEach(scene, mark)), ...own, eventId: event.eventId };
};
