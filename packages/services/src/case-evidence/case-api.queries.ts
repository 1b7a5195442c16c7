import type { PublicCaseNotes, PublicQueues } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import type { StoredCase } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { createEventNote } from './notes.commands.ts';
import { getEventNotes } from './notes.queries.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { readCaseAccess } from '../cases/case-access.ts';
import { readSeen } from '../cases/cases.queries.ts';

/** The queues whose cases an application may take, General last. */
export const getCaseQueues = (context: EnvironmentContext): Promise<PublicQueues> =>
  reading(context, async (trx) => {
    const { queues } = await readCaseAccess(trx, context, null);
    return { queues: queues.map(({ id, name, sequence, paused }) => ({ id, name, sequence, paused })) };
  });

const seenEvent = (context: EnvironmentContext, person: SignedInPerson | null, caseId: Id): Promise<StoredCase> =>
  reading(context, (trx) => readSeen(trx, context, person, caseId));

const publicNotes = (notes: Awaited<ReturnType<typeof getEventNotes>>['notes']): PublicCaseNotes => ({
  notes: notes
    .filter(({ deletedBy }) => deletedBy === null)
    .map(({ id, by, at, text }) => ({ id, by, at, text }))
    .toSorted((a, b) => a.at.localeCompare(b.at)),
});

/** Notes about the event of a case. Throws CASE-UNKNOWN. */
export const getCaseNotes = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<PublicCaseNotes> => {
  const { eventType, key } = await seenEvent(context, person, caseId);
  return publicNotes((await getEventNotes(context, eventType, key.environmentId, key.eventId)).notes);
};

/** Writes a note about the event of a case. Throws CASE-UNKNOWN, NOTE-LIMIT. */
export const addCaseNote = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  text: string,
): Promise<PublicCaseNotes> => {
  const { eventType, key } = await seenEvent(context, person, caseId);
  const note = { text, parentId: null, mentions: [] };
  return publicNotes((await createEventNote(context, eventType, key.environmentId, key.eventId, note)).notes);
};
