import type { SubjectPreview } from '@redoubt/contracts';
import { SUPPORT_ENTITIES, type LoggedKind } from '@redoubt/domain';
import {
  findSupportMentions,
  readNewestEvents,
  summariseSubject,
  type Database,
  type SubjectScan,
  type SubjectSummary,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { SubjectOf } from '../secrets/subject-keys.ts';
import { readHoldsOnPerson } from '../retention/holds.ts';
import { subjectScope, type SubjectScope } from './subject-scope.ts';
import { reading } from '../unit-of-work.ts';

/** Events that a preview reads where no index knows the property; the request itself reads all. */
const PREVIEW_EVENTS = 20_000;

type Scanned = SubjectSummary & { readonly isComplete: boolean };

const scanNewest = async (
  database: Database,
  tenantId: string,
  environmentIds: readonly string[],
  { kind, matches }: SubjectScan,
): Promise<Scanned> => {
  const range = { since: new Date(0), limit: PREVIEW_EVENTS };
  const { events, total } = await readNewestEvents(database, { tenantId, environmentIds }, range);
  const times = events.filter((event) => event.kind === kind && matches(event)).map((event) => event.eventTimeMs);
  const counts: { kind: LoggedKind; count: number }[] = times.length === 0 ? [] : [{ kind, count: times.length }];
  return {
    counts,
    first: times.length === 0 ? null : new Date(Math.min(...times)),
    last: times.length === 0 ? null : new Date(Math.max(...times)),
    isComplete: events.length >= total,
  };
};

const summarise = async (context: EnvironmentContext, scope: SubjectScope): Promise<Scanned> => {
  const { database, tenantId } = context;
  if ('scan' in scope) return scanNewest(database, tenantId, scope.environmentIds, scope.scan);
  const summary = await reading(context, (trx) => summariseSubject(trx, scope.lookup));
  return { ...summary, isComplete: true };
};

/**
 * How much is kept about a person, before anything is asked for; and where people wrote the value down themselves, which
 * no request touches. @throws `SUBJECT-PROPERTY-UNKNOWN`.
 */
export const previewSubject = async (context: EnvironmentContext, subject: SubjectOf): Promise<SubjectPreview> => {
  const value = subject.value.trim();
  const scope = await reading(context, (trx) => subjectScope(trx, context, { ...subject, value }));
  const { counts, first, last, isComplete } = await summarise(context, scope);
  const holds = await reading(context, (trx) =>
    readHoldsOnPerson(trx, { environmentIds: scope.environmentIds, value }, context.clock.now()),
  );
  const mentions = await reading(context, (trx) => findSupportMentions(trx, scope.environmentIds, value));
  return {
    counts: counts.map((each) => ({ ...each })),
    first: first?.toISOString() ?? null,
    last: last?.toISOString() ?? null,
    isComplete,
    holds: holds.map(({ scope: on, reason, until }) => ({ scope: on, reason, until: until?.toISOString() ?? null })),
    supportLists: SUPPORT_ENTITIES.filter((entity) => mentions.includes(entity)),
  };
};
