import {
  ASSESSMENT_KINDS,
  holdsTexts,
  searchableFields,
  type LoggedAssessmentKind,
  type SearchableType,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listSearchAttributes, type TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { Subtree } from '../environments/subtree.ts';
import { attributesInScope, fieldsOf } from './attributes-in-scope.ts';

/** A searchable field of the customer's own that holds texts, of one kind of event. */
export type OwnTextField = {
  readonly kind: LoggedAssessmentKind;
  readonly path: string;
  readonly type: SearchableType;
};

/** Fields of the customer's own that hold texts and that events of an environment and those below it can be searched by. */
export const readOwnTextFields = async (
  trx: TenantTransaction,
  environmentId: Id,
  { byId }: Subtree,
): Promise<readonly OwnTextField[]> => {
  const attributes = attributesInScope(await listSearchAttributes(trx), environmentId, [...byId.values()]);
  const assessments = await readAssessmentsInTree(trx, environmentId);
  return [
    ...ASSESSMENT_KINDS.flatMap((kind) => fieldsOf(attributes, kind).map((field) => ({ ...field, kind }))),
    ...assessments.flatMap(({ kind, definition }) => searchableFields(definition).map((field) => ({ ...field, kind }))),
  ].filter(({ type }) => holdsTexts(type));
};
