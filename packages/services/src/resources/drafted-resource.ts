import { fail } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import type { TenantTransaction, VersionedStore } from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import {
  changeResource,
  requireFreeName,
  withResource,
  type Change,
  type Changed,
  type NamedResource,
  type ResourceDescription,
} from './resource.ts';

export type DraftedResource = NamedResource & {
  readonly description: string;
  readonly publishedVersion: number | null;
};

/** A kind whose texts are drafts until they are published. */
export type DraftedDescription<Stored extends DraftedResource, Detail, Text> = ResourceDescription<Stored, Detail> &
  Pick<VersionedStore<Text, never>, 'delete' | 'deleteDraft' | 'findDraft' | 'saveDraft' | 'update'> & {
    readonly prefix: 'FUNCTION' | 'RULE' | 'VELOCITY-SET';
    /** What the activity log keeps of a text. */
    readonly loggedText: (text: Text) => JsonObject;
    /** Looks at what is published, and keeps it, before it changes. */
    readonly beforePublished?: (trx: TenantTransaction, context: EnvironmentContext, stored: Stored) => Promise<void>;
    /** Whether what is published decides events, so that a second person approves changes; always, where absent. */
    readonly decides?: (stored: Stored) => boolean;
    /** Whom lists name as the last to change a resource whose draft was saved or dropped. */
    readonly listedAs: (stored: Stored, changed: Changed) => Changed;
  };

/** The last to publish; a draft beside a published text has its own author and time. */
export const lastPublished = (
  { publishedVersion, changedBy: by, changedAt: at }: DraftedResource & { readonly changedAt: Date },
  changed: Changed,
): Changed => (publishedVersion === null ? changed : { by, at });

export const approve = async <Stored>(
  { decides = () => true }: { readonly decides?: (stored: Stored) => boolean },
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: Stored,
): Promise<void> => {
  if (decides(stored)) await requireSecondPerson(trx, context);
};

/** Saves the draft; called while typing, so only its first save goes into the activity log. Throws …-UNKNOWN, …-STALE. */
export const saveDraft = <Stored extends DraftedResource, Detail, Text>(
  kind: DraftedDescription<Stored, Detail, Text>,
  context: EnvironmentContext,
  id: Id,
  {
    version,
    text,
    mergedWith,
  }: {
    readonly version: string;
    readonly text: Text;
    /** The published version the text was merged with; as the draft was begun where absent. */
    readonly mergedWith?: number | undefined;
  },
): Promise<Detail> =>
  changeResource(
    kind,
    context,
    id,
    version,
    async ({ trx, stored, changed, record }) => {
      const isFirst = (await kind.findDraft(trx, id)) === undefined;
      const published = stored.publishedVersion ?? 0;
      const basedOnVersion = mergedWith ?? published;
      if (basedOnVersion > published) throw fail(`${kind.prefix}-STALE`, { name: stored.name, by: stored.changedBy });
      const stamp = { basedOnVersion, savedBy: changed.by, savedAt: changed.at };
      await kind.saveDraft(trx, context.tenantId, id, { ...text, ...stamp }, mergedWith !== undefined);
      await kind.update(trx, id, {}, kind.listedAs(stored, changed));
      if (isFirst) await record('Update', { modified: { draft: 'started', basedOnVersion } });
    },
    'noTurn',
  );

/** Drops the draft; a resource that was never published disappears. Throws …-UNKNOWN, …-NO-DRAFT. */
export const discardDraft = <Stored extends DraftedResource, Detail, Text>(
  kind: DraftedDescription<Stored, Detail, Text>,
  context: EnvironmentContext,
  id: Id,
): Promise<void> =>
  withResource(
    kind,
    context,
    id,
    null,
    async ({ trx, stored, changed, record }) => {
      const draft = await kind.findDraft(trx, id);
      if (!draft) throw fail(`${kind.prefix}-NO-DRAFT`, { name: stored.name });
      const isPublished = stored.publishedVersion !== null;
      if (isPublished) {
        await kind.deleteDraft(trx, id);
        await kind.update(trx, id, {}, kind.listedAs(stored, changed));
      } else {
        await kind.delete(trx, id);
      }
      await record(isPublished ? 'Update' : 'Delete', { original: { draft: kind.loggedText(draft) } });
    },
    kind.takeTurn ? 'turn' : 'noTurn',
  );

/**
 * Changes name and description. `refuse` looks at a change of the name before it is made. Throws …-UNKNOWN, …-STALE,
 * …-NAME-INVALID, …-NAME-TAKEN, REQ-INVALID.
 */
export const renameResource = async <Stored extends DraftedResource, Detail, Text>(
  kind: DraftedDescription<Stored, Detail, Text>,
  context: EnvironmentContext,
  id: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
  refuse: (change: Change<Stored>) => Promise<void> = async () => undefined,
): Promise<Detail> => {
  const { version, name, description } = input;
  requireClean({ 'body.description': description });
  return changeResource(kind, context, id, version, async (change) => {
    const { trx, stored, changed, record } = change;
    const isPublished = stored.publishedVersion !== null;
    if (isPublished) await kind.beforePublished?.(trx, context, stored);
    await requireFreeName(kind, trx, context.environmentId, name, stored);
    if (name !== stored.name) {
      await refuse(change);
      if (isPublished) await approve(kind, trx, context, stored);
    }
    await kind.update(trx, id, { name, description }, changed);
    const original = { name: stored.name, description: stored.description };
    await record('Rename', { name, original, modified: { name, description } });
  });
};

/** Lets a published resource work, or stops it; a draft beside it stays. Throws …-UNKNOWN, …-STALE, …-NOT-PUBLISHED. */
export const setActive = <Stored extends DraftedResource & { readonly active: boolean }, Detail, Text>(
  kind: DraftedDescription<Stored, Detail, Text>,
  context: EnvironmentContext,
  id: Id,
  { version, active }: { readonly version: string; readonly active: boolean },
): Promise<Detail> =>
  changeResource(kind, context, id, version, async ({ trx, stored, changed, record }) => {
    if (stored.publishedVersion === null) throw fail(`${kind.prefix}-NOT-PUBLISHED`, { name: stored.name });
    if (stored.active === active) return;
    await kind.beforePublished?.(trx, context, stored);
    await approve(kind, trx, context, stored);
    await kind.update(trx, id, { active }, changed);
    const operation = active ? 'Activate' : 'Deactivate';
    await record(operation, { original: { active: stored.active }, modified: { active } });
  });
