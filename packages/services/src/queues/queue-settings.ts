import type { QueueChoices } from '@redoubt/contracts';
import { fail, hasCaseManagement, isCaseOrdering, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { QueueSettings, TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { requireClean } from '../problems.ts';
import { readCaseConfiguration } from '../case-settings/read-case-settings.ts';
import { readAttributes } from '../symbols/assessment-symbols.ts';

type Choice = QueueChoices['assessments'][number];

/** Kinds of attributes that have an order. */
const ORDERED: ReadonlySet<string> = new Set(['string', 'number', 'dateTime', 'enum']);

/**
 * Paths that hold one value: what stands inside a list has several. `attributes` are in schema order, parents before
 * their members.
 */
const singleValued = (attributes: readonly { readonly path: string; readonly type: string }[]): readonly string[] => {
  const lists = attributes.filter(({ type }) => type === 'array').map(({ path }) => `${path}.`);
  return attributes
    .filter(({ path, type }) => ORDERED.has(type) && !lists.some((prefix) => path.startsWith(prefix)))
    .map(({ path }) => path);
};

/** Assessments whose reviews become cases, with what their queues may say; those of the product come first. */
export const readQueueChoices = async (trx: TenantTransaction, environmentId: Id): Promise<readonly Choice[]> => {
  const defined = (await readAssessmentsInTree(trx, environmentId)).filter(({ kind, definition }) =>
    hasCaseManagement(kind, definition),
  );
  const named: readonly { readonly assessment: AssessmentName; readonly name: string | null }[] = [
    { assessment: 'purchase', name: null },
    ...defined.map(({ kind, friendlyName }) => ({ assessment: kind, name: friendlyName })),
  ];
  const choices: Choice[] = [];
  for (const { assessment, name } of named) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    const attributes = await readAttributes(trx, environmentId, assessment);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    const { decisions, defaultDecision } = await readCaseConfiguration(trx, environmentId, assessment);
    choices.push({
      assessment,
      name,
      decisions: decisions.map((each) => ({ name: each.name, caseAction: each.caseAction })),
      defaultDecision,
      attributes: [...singleValued(attributes)],
    });
  }
  return choices;
};

/** Whether cases are ordered by an attribute of the event, in place of an ordering of the product. */
export const isAttributeOrder = (orderBy: string): boolean => !isCaseOrdering(orderBy);

/**
 * Refuses what a queue of an assessment cannot say. Throws QUEUE-ASSESSMENT, QUEUE-DECISION, QUEUE-ORDER, REQ-INVALID.
 */
export const requireQueueSettings = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
  settings: QueueSettings,
): Promise<void> => {
  requireClean({ 'body.description': settings.description });
  const choice = (await readQueueChoices(trx, environmentId)).find((each) => each.assessment === assessment);
  if (choice === undefined) throw fail('QUEUE-ASSESSMENT', { assessment });
  const decisions = choice.decisions.map(({ name }) => name);
  if (!decisions.includes(settings.defaultDecision))
    throw fail('QUEUE-DECISION', { decision: settings.defaultDecision, decisions });
  if (isAttributeOrder(settings.orderBy) && !choice.attributes.includes(settings.orderBy))
    throw fail('QUEUE-ORDER', { attribute: settings.orderBy });
};
