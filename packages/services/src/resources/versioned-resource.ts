import { fail } from '@redoubt/domain';
import { canonicalJson, invariant, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  saveReferences,
  type NewReference,
  type TenantTransaction,
  type VersionedStore,
  type VersionStamp,
} from '@redoubt/storage';
import type { Activity } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { approve, type DraftedDescription, type DraftedResource } from './drafted-resource.ts';
import { changeResource, removeResource, requireFreeName, type Change } from './resource.ts';
import { noticePublication } from './notice-publication.ts';

type VersionedResource = DraftedResource & { readonly active?: boolean };

/** What a publication makes of a resource. */
type Publication = {
  readonly name: string;
  readonly description: string;
  /** Of kinds that can be switched off. */
  readonly active?: boolean | undefined;
  readonly note: string;
  readonly restores: number | null;
};

/** A text that is about to be published. */
export type Publishing<Stored, Text, Content, Choice> = Change<Stored> & {
  readonly context: EnvironmentContext;
  readonly text: Text;
  /** What is published until then. */
  readonly before: (Content & VersionStamp) | undefined;
  readonly publication: Publication & Choice;
};

/** What a kind makes of a text that it found publishable. */
export type Checked<Content> = {
  /** What the version keeps. */
  readonly content: Content;
  readonly references: readonly NewReference[];
  /** The place of a resource that has none yet. */
  readonly order?: number;
  /** What the activity log keeps beside text, version and note. */
  readonly logged?: JsonObject;
  readonly unconditional?: Activity['unconditional'];
  /** Runs when the version is the published one. */
  readonly finish?: (version: number) => Promise<void>;
};

/**
 * A kind whose texts are published as versions, which stay. `Content` is what a version keeps of a `Text`; `Choice` is what
 * only publications of this kind choose.
 */
export type VersionedDescription<
  Stored extends VersionedResource,
  Detail,
  Text,
  Content extends Text,
  Choice,
> = DraftedDescription<Stored, Detail, Text> &
  Pick<VersionedStore<Text, Content & VersionStamp>, 'findVersion' | 'insertVersion' | 'listVersions'> & {
    /** As whom its texts read what they name. */
    readonly referencesAs: 'function' | 'rule' | 'velocitySet';
    /** The text of a draft or version without the rest of its row. */
    readonly textOf: (text: Text) => Text;
    /** Throws …-NOT-PUBLISHABLE with every error of the checker, and where published texts could not go on with it. */
    readonly check: (publishing: Publishing<Stored, Text, Content, Choice>) => Promise<Checked<Content>>;
    /** Throws where published texts read what would go with the resource. */
    readonly refuseInUse?: (
      context: EnvironmentContext,
      change: Change<Stored>,
      published: Text | undefined,
    ) => Promise<void>;
  };

/** The version that is published. */
export const findPublished = async <Version>(
  kind: Pick<VersionedStore<unknown, Version>, 'findVersion'>,
  trx: TenantTransaction,
  { id, publishedVersion }: Pick<DraftedResource, 'id' | 'publishedVersion'>,
): Promise<Version | undefined> => {
  if (publishedVersion === null) return undefined;
  const published = await kind.findVersion(trx, id, publishedVersion);
  invariant(published !== undefined, 'a published version is kept as long as its resource');
  return published;
};

const areEqual = (a: unknown, b: unknown): boolean => canonicalJson(a as Json) === canonicalJson(b as Json);

const switchOf = (active: boolean | undefined) => (active === undefined ? {} : { active });

/**
 * Makes a text the published version of a resource that the transaction has taken, in its turn and, where something is
 * published, after `beforePublished`. Answers the number of the version. Throws what the `check` of the kind throws.
 */
export const publishVersion = async <Stored extends VersionedResource, Detail, Text, Content extends Text, Choice>(
  kind: VersionedDescription<Stored, Detail, Text, Content, Choice>,
  context: EnvironmentContext,
  change: Change<Stored>,
  text: Text,
  publication: Publication & Choice,
): Promise<number> => {
  const { trx, stored, changed, record } = change;
  const { id } = stored;
  const { tenantId, environmentId } = context;
  const { name, description, active, note, restores } = publication;
  const before = await findPublished(kind, trx, stored);
  const { content, references, order, logged, unconditional, finish } = await kind.check({
    ...change,
    context,
    text,
    before,
    publication,
  });
  await approve(kind, trx, context, stored);
  const version = ((await kind.listVersions(trx, id))[0]?.version ?? 0) + 1;
  const stamp = { version, publishedBy: changed.by, publishedAt: changed.at, note, restores };
  await kind.insertVersion(trx, tenantId, id, { ...content, ...stamp });
  await saveReferences(trx, tenantId, { kind: kind.referencesAs, id, environmentId }, references);
  const placed = order === undefined ? {} : { order };
  await kind.update(trx, id, { name, description, ...switchOf(active), ...placed, publishedVersion: version }, changed);
  await finish?.(version);
  await record(restores === null ? 'Publish' : 'RollBack', {
    name,
    original: before ? { version: before.version, ...switchOf(stored.active), ...kind.loggedText(before) } : null,
    modified: {
      version,
      ...switchOf(active),
      note,
      ...(restores === null ? {} : { restores }),
      ...logged,
      ...kind.loggedText(content),
    },
    ...(unconditional ? { unconditional } : {}),
  });
  if (kind.decides?.(stored) ?? true) {
    const type = kind.typeOf?.(stored) ?? kind.type;
    await noticePublication(trx, context, { type, id, name, assessment: stored.assessment });
  }
  return version;
};

/** What publishing the draft of a resource with a name of its own asks for. */
export type DraftPublication = {
  /** Tag of the resource as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Publish the draft although the resource changed meanwhile. */
  readonly overwrite: boolean;
};

/** Of a draft that is kept with a new resource. */
export const firstDraftStamp = ({ by, at }: { readonly by: string; readonly at: Date }) => ({
  basedOnVersion: 0,
  savedBy: by,
  savedAt: at,
});

type PublishedDraft<Text> = {
  /** Tag of the resource as the caller saw it. */
  readonly version: string;
  /** As it is where absent. */
  readonly name?: string;
  readonly description: string;
  readonly active?: boolean | undefined;
  readonly note: string;
  /** Publish although the resource changed meanwhile. */
  readonly overwrite?: boolean;
  /** What to publish in place of the draft, which stays where it says something else. */
  readonly given?: (Text & { readonly basedOnVersion: number }) | undefined;
  /** Called with what gets published before it is checked. */
  readonly onTaken?: (text: Text, basedOnVersion: number) => void;
};

/**
 * Publishes the draft. Throws …-UNKNOWN, …-NO-DRAFT, …-NAME-INVALID, …-NAME-TAKEN, …-STALE where the resource changed
 * meanwhile, or a draft was begun on another text and not merged, and `overwrite` is not set; and what `check` throws.
 */
export const publishDraft = async <Stored extends VersionedResource, Detail, Text, Content extends Text, Choice>(
  kind: VersionedDescription<Stored, Detail, Text, Content, Choice>,
  context: EnvironmentContext,
  id: Id,
  { version, name: chosenName, description, active, note, overwrite = false, given, onTaken }: PublishedDraft<Text>,
  choice: Choice,
): Promise<Detail> => {
  requireClean({ 'body.description': description, 'body.note': note });
  return changeResource(kind, context, id, overwrite || given ? null : version, async (change) => {
    const { trx, stored } = change;
    await kind.beforePublished?.(trx, context, stored);
    const draft = await kind.findDraft(trx, id);
    const taken = given ?? draft;
    if (!taken) throw fail(`${kind.prefix}-NO-DRAFT`, { name: stored.name });
    if (taken.basedOnVersion !== (stored.publishedVersion ?? 0) && !overwrite)
      throw fail(`${kind.prefix}-STALE`, { name: stored.name, by: stored.changedBy });
    const name = chosenName?.trim() ?? stored.name;
    if (chosenName !== undefined) await requireFreeName(kind, trx, context.environmentId, name, stored);
    const text = kind.textOf(taken);
    onTaken?.(text, taken.basedOnVersion);
    await publishVersion(kind, context, change, text, { ...choice, name, description, active, note, restores: null });
    if (draft && areEqual(kind.textOf(draft), text)) await kind.deleteDraft(trx, id);
  });
};

export type RollBackInput = {
  /** Tag of the resource as the caller saw it. */
  readonly version: string;
  /** The older version. */
  readonly to: number;
  readonly note: string;
};

/**
 * Publishes the text of an older version again, as a new version. Name, description and whether the resource is active
 * stay as they are, and so does a draft beside it. Throws …-UNKNOWN, …-STALE, …-NOT-PUBLISHED, …-VERSION-CURRENT, and what
 * `check` throws, such as …-NOT-PUBLISHABLE where the old text names something that is gone.
 */
export const rollBack = async <Stored extends VersionedResource, Detail, Text, Content extends Text, Choice>(
  kind: VersionedDescription<Stored, Detail, Text, Content, Choice>,
  context: EnvironmentContext,
  id: Id,
  { version: tag, to, note }: RollBackInput,
  choice: Choice,
): Promise<Detail> => {
  requireClean({ 'body.note': note });
  return changeResource(kind, context, id, tag, async (change) => {
    const { trx, stored } = change;
    const { name, description, active, publishedVersion } = stored;
    if (publishedVersion === null) throw fail(`${kind.prefix}-NOT-PUBLISHED`, { name });
    if (publishedVersion === to) throw fail(`${kind.prefix}-VERSION-CURRENT`, { name, version: to });
    await kind.beforePublished?.(trx, context, stored);
    const older = await kind.findVersion(trx, id, to);
    if (!older) throw fail(`${kind.prefix}-UNKNOWN`, { id, version: to });
    await publishVersion(kind, context, change, kind.textOf(older), {
      ...choice,
      name,
      description,
      active,
      note,
      restores: to,
    });
  });
};

/**
 * Takes what is published out of production. Its versions stay, and its text goes on as the draft where there is none.
 * Throws …-UNKNOWN, …-STALE, …-NOT-PUBLISHED, and what `refuseInUse` throws.
 */
export const unpublishResource = async <Stored extends VersionedResource, Detail, Text, Content extends Text, Choice>(
  kind: VersionedDescription<Stored, Detail, Text, Content, Choice>,
  context: EnvironmentContext,
  id: Id,
  { version, note }: { readonly version: string; readonly note: string },
  finish: (change: Change<Stored>) => Promise<void> = async () => undefined,
): Promise<Detail> => {
  requireClean({ 'body.note': note });
  return changeResource(kind, context, id, version, async (change) => {
    const { trx, stored, changed, record } = change;
    const { tenantId, environmentId } = context;
    const { name, publishedVersion } = stored;
    const published = await findPublished(kind, trx, stored);
    if (!published) throw fail(`${kind.prefix}-NOT-PUBLISHED`, { name });
    await kind.refuseInUse?.(context, change, published);
    await finish(change);
    await approve(kind, trx, context, stored);
    const text = kind.textOf((await kind.findDraft(trx, id)) ?? published);
    await kind.deleteDraft(trx, id);
    await kind.saveDraft(trx, tenantId, id, { ...text, ...firstDraftStamp(changed) }, false);
    await saveReferences(trx, tenantId, { kind: kind.referencesAs, id, environmentId }, []);
    // What is not published does not work either.
    await kind.update(
      trx,
      id,
      { publishedVersion: null, ...(stored.active === undefined ? {} : { active: false }) },
      changed,
    );
    await record('Deactivate', { original: { publishedVersion }, modified: { publishedVersion: null, note } });
  });
};

/**
 * Deletes a resource with its versions; the activity log keeps a copy, with what `finish` gives. Throws …-UNKNOWN, …-STALE,
 * and what `refuseInUse` throws.
 */
export const removeVersioned = <Stored extends VersionedResource, Detail, Text, Content extends Text, Choice>(
  kind: VersionedDescription<Stored, Detail, Text, Content, Choice>,
  context: EnvironmentContext,
  id: Id,
  version: string,
  finish: (change: Change<Stored>, text: Text | undefined) => Promise<JsonObject> = async () => ({}),
): Promise<void> =>
  removeResource(kind, context, id, version, async (change) => {
    const { trx, stored } = change;
    const { name, description, active, publishedVersion } = stored;
    const published = await findPublished(kind, trx, stored);
    await kind.refuseInUse?.(context, change, published);
    if (published) {
      await kind.beforePublished?.(trx, context, stored);
      await approve(kind, trx, context, stored);
    }
    const text = published ?? (await kind.findDraft(trx, id));
    await kind.delete(trx, id);
    const own = await finish(change, text);
    return { name, description, ...switchOf(active), publishedVersion, ...(text ? kind.loggedText(text) : {}), ...own };
  });
