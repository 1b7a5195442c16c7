import {
  ASSESSMENT_KINDS,
  BUILT_IN_SUBJECT_PATH,
  BUILT_IN_SUBJECTS,
  definedSubjectIds,
  fail,
  textAt,
  type DefinedAssessmentKind,
} from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  type StoredAssessmentDefinition,
  type StoredEvent,
  type SubjectLookup,
  type SubjectScan,
  type TenantTransaction,
} from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import type { SubjectOf } from '../secrets/subject-keys.ts';

/** Assessments of an environment's tree whose events can be a person's, besides the built-in ones. */
export const subjectAssessments = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly StoredAssessmentDefinition[]> => {
  const root = rootOf(await listEnvironments(trx), environmentId);
  return (await listAssessments(trx)).filter(
    (each) => each.environmentId === root && definedSubjectIds(each).length > 0,
  );
};

/** How the events of a person are found: through an index, or by reading all events of an assessment. */
export type SubjectScope = { readonly environmentIds: readonly Id[] } & (
  | { readonly lookup: SubjectLookup }
  | { readonly scan: SubjectScan }
);

/** Where the search rows of defined assessments keep the user id. */
const INDEXED_USER_IDS = ['user.id', 'user.userId'];
const EVENT_ID_PATH = 'metadata.eventId';

const saysAt = (event: StoredEvent, property: string, value: string): boolean => {
  const body = JSON.parse(event.requestText) as Json;
  return isJsonObject(body) && textAt(body, property)?.trim() === value;
};

const requireDeclared = async (
  trx: TenantTransaction,
  environmentId: Id,
  { assessment, property }: SubjectOf,
): Promise<DefinedAssessmentKind> => {
  const stored = (await subjectAssessments(trx, environmentId)).find(({ kind }) => kind === assessment);
  if (stored === undefined || !definedSubjectIds(stored).includes(property))
    throw fail('SUBJECT-PROPERTY-UNKNOWN', { property });
  return stored.kind;
};

/**
 * Where to look for a person: the environment and all below it.
 *
 * @throws `SUBJECT-PROPERTY-UNKNOWN` for what is no declared data-subject id, `ENV-UNKNOWN`.
 */
export const subjectScope = async (
  trx: TenantTransaction,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  subject: SubjectOf,
): Promise<SubjectScope> => {
  const environmentIds = scopeIds(await loadSubtree(trx, environmentId), true);
  const { assessment, property, value } = subject;
  const place = { tenantId, environmentIds, value };
  if (assessment === BUILT_IN_SUBJECTS) {
    if (property !== BUILT_IN_SUBJECT_PATH) throw fail('SUBJECT-PROPERTY-UNKNOWN', { property });
    return { environmentIds, lookup: { ...place, kinds: ASSESSMENT_KINDS, by: 'userId', isAccount: true } };
  }
  const kind = await requireDeclared(trx, environmentId, subject);
  if (property === EVENT_ID_PATH)
    return { environmentIds, lookup: { ...place, kinds: [kind], by: 'eventId', isAccount: false } };
  if (INDEXED_USER_IDS.includes(property))
    return { environmentIds, lookup: { ...place, kinds: [kind], by: 'userId', isAccount: false } };
  return { environmentIds, scan: { kind, matches: (event) => saysAt(event, property, value) } };
};
