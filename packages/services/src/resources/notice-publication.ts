import { rulesPath } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { ResourceType } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';

type Published = {
  readonly type: ResourceType;
  readonly id: Id;
  readonly name: string;
  /** Of a rule. */
  readonly assessment: string | undefined;
};

/** Address of it inside the console. */
const linkOf = ({ type, id, assessment }: Published): string => {
  if (type === 'Function') return `/data/functions?function=${id}`;
  if (type === 'VelocitySet') return `/data/velocities?set=${id}`;
  if (assessment === undefined) return '/settings/audit';
  if (type === 'RoutingRule') return `/casemanagement/routingrules?assessment=${assessment}&rule=${id}`;
  return `${rulesPath(assessment)}?rule=${id}`;
};

/** Tells those who may read rules that something else decides from now on. */
export const noticePublication = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  published: Published,
): Promise<void> => {
  if (context.isImport === true) return;
  await raiseNotice(trx, context, {
    code: 'PUBLISHED',
    severity: 'Information',
    params: { name: published.name, by: context.actor.name },
    link: linkOf(published),
    environmentId: context.environmentId,
    authorId: context.actor.id,
  });
};
