import { z } from 'zod';
import { hrefOf } from '../../routes/address.ts';
import { RULE_VIEWS } from '../rules/address.ts';

const field = z.string().optional().catch(undefined);

/** The velocity page's own part of the address. */
export const velocitiesAddress = z.object({
  /** The set that is open; none shows the list. */
  set: field,
  view: z.enum(RULE_VIEWS).optional().catch(undefined),
  /** Text that sets, their velocities and keys must contain. */
  q: z.string().default('').catch(''),
  /** `templates` beside the list. */
  show: z.enum(['templates']).optional().catch(undefined),
});

/** Address of the list. */
export const velocitySetListHref = (): string => hrefOf('/data/velocities');

/** Address of the editor of a set. */
export const velocitySetHref = (set: string): string => hrefOf('/data/velocities', undefined, { set });
