import { eventMask, maskOf } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import type { StoredAuditEntry } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';

type Viewer = Pick<EnvironmentContext, 'maskedEnvironments'>;

/** Words that hold an address; names that people typed can hold those of a customer. */
const WITH_ADDRESS = /[^\s"'<>()]+@[^\s"'<>()]+|\b\d{1,3}(?:\.\d{1,3}){3}\b/g;

const maskAddresses = (text: string): string =>
  text.replaceAll(WITH_ADDRESS, (found) => maskOf('', found) ?? maskOf('user.email', found) ?? '•••');

const maskTexts = (value: Json): Json => {
  if (typeof value === 'string') return maskAddresses(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(maskTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskTexts(each)]));
};

/** Entries of the whole tenant can be about any environment: they are masked where one of them masks. */
const hides = (viewer: Viewer, environmentId: Id | null): boolean =>
  environmentId === null ? (viewer.maskedEnvironments?.size ?? 0) > 0 : seesMasks(viewer, environmentId);

/** An entry for a caller: where masks hold, addresses in the name of the thing are masks. */
export const seenEntry = <Entry extends StoredAuditEntry>(viewer: Viewer, entry: Entry): Entry =>
  hides(viewer, entry.environmentId) ? { ...entry, resourceName: maskAddresses(entry.resourceName) } : entry;

type Sides = { readonly original: Json; readonly modified: Json };

/** Both sides of a change for a caller: where masks hold, personal values in them are masks. */
export const seenSides = (viewer: Viewer, environmentId: Id | null, { original, modified }: Sides): Sides => {
  if (!hides(viewer, environmentId)) return { original, modified };
  const mask = eventMask(original, modified);
  return { original: maskTexts(mask.json(original)), modified: maskTexts(mask.json(modified)) };
};
