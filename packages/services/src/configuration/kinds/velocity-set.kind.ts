import { definedVelocitySources, isBuiltInKind, nameKey, VELOCITY_SAMPLES, type LoggedKind } from '@redoubt/domain';
import { velocityDefinitionOf } from '@redoubt/fql';
import { canonicalJson, invariant, isJsonObject, newId, type Json } from '@redoubt/kernel';
import {
  listVelocitySets,
  velocitySetStore,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import { z } from 'zod';
import { readAssessmentsInTree } from '../../assessment-kinds/assessments-in-tree.ts';
import { changedBy } from '../../activity/record-activity.ts';
import type { EnvironmentContext } from '../../context.ts';
import {
  deleteVelocitySet,
  renameVelocitySet,
  setVelocitySetActive,
} from '../../velocities/change-velocity-set.commands.ts';
import { createVelocitySet } from '../../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../../velocities/publish-velocity-set.command.ts';
import { storableVelocityText } from '../../symbols/velocity-text.ts';
import { failAt } from '../../problems.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { codeBlock, yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';
import { clausePlaces, namingParts, withKnownIds } from './rules/clauses.ts';

type VelocitySetContent = {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly condition: string;
  readonly velocities: readonly string[];
  /** A kind of the product, or an event of a defined assessment as FROM names it, which every environment understands. */
  readonly sampleEvent: string;
  readonly payload: Json;
};

const MAX_CHARACTERS = 20_000;
const MAX_VELOCITIES = 100;

const schema = z.strictObject({
  velocitySet: z.string().max(200),
  description: z.string().max(2000).default(''),
  active: z.boolean().default(true),
  condition: z.string().max(MAX_CHARACTERS).nullish(),
  velocities: z.array(z.string().max(MAX_CHARACTERS)).min(1).max(MAX_VELOCITIES),
  sampleEvent: z.string().max(130).default('purchase'),
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”').optional(),
});

/** The example of the product; nothing for an event of a defined assessment. */
const ownSample = (event: string): Json => (isBuiltInKind(event) ? VELOCITY_SAMPLES[event] : {});

const nameOfEvent = (kind: LoggedKind, defined: readonly StoredAssessmentDefinition[]): string =>
  definedVelocitySources(defined).find((each) => each.kind === kind)?.name ?? kind;

/** @throws `REQ-INVALID` for an event that is not there. */
const eventNamed = (name: string, defined: readonly StoredAssessmentDefinition[]): LoggedKind => {
  if (isBuiltInKind(name)) return name;
  const found = definedVelocitySources(defined).find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!found) throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'sampleEvent', message: `${name} is no event here` }]);
  return found.kind;
};

const find = async (trx: TenantTransaction, context: EnvironmentContext, name: string) =>
  (await listVelocitySets(trx, context.environmentId)).find((set) => nameKey(set.name) === nameKey(name));

const namesIn = (code: string): string => velocityDefinitionOf(code)?.name ?? '';

/** Published velocity sets of the environment. What they count keeps counting where it means what it meant. */
export const velocitySetKind: ResourceKind<VelocitySetContent> = {
  kind: 'velocitySet',
  capability: 'functionsAndVelocities',
  owns: (path) => /^velocities\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, active, condition, velocities, sampleEvent, payload }) => [
    yamlFile(`velocities/${fileNameOf(name)}.yaml`, {
      velocitySet: name,
      ...(description === '' ? {} : { description }),
      active,
      ...(condition === '' ? {} : { condition: codeBlock(condition) }),
      velocities: velocities.map(codeBlock),
      sampleEvent,
      ...(canonicalJson(payload) === canonicalJson(ownSample(sampleEvent)) ? {} : { payload }),
    }),
  ],
  read: yamlReader(schema, ({ velocitySet, condition, payload, ...rest }, source) => ({
    content: {
      ...rest,
      name: velocitySet.trim(),
      condition: condition ?? '',
      payload: payload ?? ownSample(rest.sampleEvent),
    },
    placeOf: clausePlaces(source, { clauses: 'velocities', code: null, whole: 'velocitySet' }),
  })),
  replaceInTexts: (content, replace) => ({
    ...content,
    condition: replace('velocityCondition', content.condition),
    velocities: content.velocities.map((code) => replace('velocityDefinition', code)),
  }),
  load: async (trx, { environmentId }) => {
    const contents: VelocitySetContent[] = [];
    const defined = await readAssessmentsInTree(trx, environmentId);
    for (const set of await listVelocitySets(trx, environmentId)) {
      const { id, name, description, active, publishedVersion } = set;
      const text =
        publishedVersion === null ? undefined : await velocitySetStore.findVersion(trx, id, publishedVersion);
      if (!text) continue;
      const { condition, samplePayload: payload } = text;
      const sampleEvent = nameOfEvent(text.sampleEvent, defined);
      const velocities = text.velocities.map(({ code }) => code);
      contents.push({ name, description, active, condition, velocities, sampleEvent, payload });
    }
    return contents;
  },
  put: async (trx, context, content, { velocityStart }) => {
    const { name, description, active, condition, payload } = content;
    const sampleEvent = eventNamed(content.sampleEvent, await readAssessmentsInTree(trx, context.environmentId));
    const known = await find(trx, context, name);
    const publishedVersion = known?.publishedVersion ?? null;
    const published =
      known && publishedVersion !== null
        ? await velocitySetStore.findVersion(trx, known.id, publishedVersion)
        : undefined;
    const same =
      published?.condition === condition &&
      published.sampleEvent === sampleEvent &&
      canonicalJson(published.samplePayload) === canonicalJson(payload) &&
      JSON.stringify(published.velocities.map(({ code }) => code)) === JSON.stringify(content.velocities);
    if (known && same) {
      let version = tagOf(known.version);
      if (name !== known.name || description !== known.description) {
        ({ version } = await renameVelocitySet(context, known.id, { version, name, description }));
      }
      if (active !== known.active) await setVelocitySetActive(context, known.id, { version, active });
      return;
    }
    const named = content.velocities.map((code) => ({ name: namesIn(code), code }));
    const ids = withKnownIds(
      named,
      (published?.velocities ?? []).map(({ id, code }) => ({ id, name: namesIn(code) })),
    );
    const velocities = ids.map(({ id, code }) => ({ id, code }));
    const text = storableVelocityText({ condition, velocities, sampleEvent, samplePayload: payload });
    if (!known) {
      // A velocity without a name is refused by its place when the set is published.
      const blank = { condition: '', velocities: [{ id: newId(), code: '' }], sampleEvent, samplePayload: {} };
      await createVelocitySet(context, { name, description, text: blank });
    }
    const set = known ?? (await find(trx, context, name));
    invariant(set, `velocity set ${name} is there`);
    const draft = known ? await velocitySetStore.findDraft(trx, set.id) : undefined;
    const { by, at } = changedBy(context);
    const basedOnVersion = set.publishedVersion ?? 0;
    await velocitySetStore.saveDraft(trx, context.tenantId, set.id, {
      ...text,
      basedOnVersion,
      savedBy: by,
      savedAt: at,
    });
    await namingParts(
      velocities.map(({ id }) => id),
      () =>
        publishVelocitySet(context, set.id, {
          version: '',
          name,
          description,
          active,
          note: 'Imported',
          start: velocityStart,
          overwrite: true,
        }),
    );
    if (draft) await velocitySetStore.saveDraft(trx, context.tenantId, set.id, draft);
  },
  remove: async (trx, context, { name }) => {
    const set = await find(trx, context, name);
    if (set) await deleteVelocitySet(context, set.id, tagOf(set.version));
  },
};
