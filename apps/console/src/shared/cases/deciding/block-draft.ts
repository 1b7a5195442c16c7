import type { CaseBlock, CaseDecisionOption } from '@redoubt/contracts';
import { CASE_BLOCK_ENTITIES, canBlockWith, type CaseBlockEntity } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';

/** For how many days values are blocked; null blocks them for good. */
export const BLOCK_DAYS = [30, 90, 365, null] as const;
export type BlockDays = (typeof BLOCK_DAYS)[number];

/** What an agent wants to be blocked with a decision. */
export type BlockDraft = { readonly entities: readonly CaseBlockEntity[]; readonly days: BlockDays };

export const NO_BLOCK: BlockDraft = { entities: [], days: 90 };

/** Whether what a tab kept is such a choice. */
export const isBlockDraft = (value: unknown): value is BlockDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { entities, days } = value as Record<string, unknown>;
  return (
    Array.isArray(entities) &&
    entities.every((each) => CASE_BLOCK_ENTITIES.some((entity) => entity === each)) &&
    BLOCK_DAYS.some((each) => each === days)
  );
};

/** The choice without an entity that it has, or with one that it has not. */
export const withEntity = ({ entities, days }: BlockDraft, entity: CaseBlockEntity): BlockDraft => ({
  entities: entities.includes(entity)
    ? entities.filter((each) => each !== entity)
    : CASE_BLOCK_ENTITIES.filter((each) => each === entity || entities.includes(each)),
  days,
});

/** Everything that is offered, or nothing of it where all of it was chosen. */
export const withAll = ({ entities, days }: BlockDraft, offered: readonly CaseBlockEntity[]): BlockDraft => ({
  entities: offered.every((each) => entities.includes(each)) ? [] : [...offered],
  days,
});

/** What is chosen of what is offered with a decision. */
export const chosenEntities = (
  draft: BlockDraft,
  decision: Pick<CaseDecisionOption, 'caseAction' | 'labelAction'> | undefined,
  offered: readonly CaseBlockEntity[],
): readonly CaseBlockEntity[] =>
  decision !== undefined && canBlockWith(decision) ? offered.filter((each) => draft.entities.includes(each)) : [];

/** When a choice that is made now ends; null for good. */
export const blockedUntil = (days: BlockDays, nowMs: number): string | null =>
  days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();

/** What is sent with a decision; nothing where nothing is blocked. */
export const blockBody = (
  entities: readonly CaseBlockEntity[],
  days: BlockDays,
  nowMs: number,
): { block?: CaseBlock } =>
  entities.length === 0 ? {} : { block: { entities: [...entities], until: blockedUntil(days, nowMs) } };
