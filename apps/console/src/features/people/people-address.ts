import { PERSON_KINDS, PERSON_STATUSES, ROLES, ROLE_SOURCES, type Role } from '@redoubt/domain';
import { z } from 'zod';
import type { PeopleQuestion } from './people.queries.ts';

const ALL_ROLES = [...new Set<Role>([...ROLES.Standard, ...ROLES.PSP])] as [Role, ...Role[]];

export const PEOPLE_KINDS = [...PERSON_KINDS, 'Group'] as const;
export const PEOPLE_SOURCES = [...ROLE_SOURCES, 'above'] as const;
export const PEOPLE_SORTS = ['name', 'username', 'lastSeen', 'ends'] as const;

const text = z.string().optional().catch(undefined);

/** What the page keeps in its address: filters, order, the row that is open, and what is being done. */
export const peopleAddress = z.object({
  find: text,
  scope: z.enum(['here', 'all']).default('here').catch('here'),
  kind: z.enum(PEOPLE_KINDS).optional().catch(undefined),
  status: z.enum(PERSON_STATUSES).optional().catch(undefined),
  role: z.enum(ALL_ROLES).optional().catch(undefined),
  source: z.enum(PEOPLE_SOURCES).optional().catch(undefined),
  ending: z.literal('true').optional().catch(undefined),
  sort: z.enum(PEOPLE_SORTS).default('name').catch('name'),
  order: z.enum(['ascending', 'descending']).default('ascending').catch('ascending'),
  person: text,
  do: z.enum(['assign', 'change']).optional().catch(undefined),
});
export type PeopleAddress = z.output<typeof peopleAddress>;

/** What the server is asked. */
export const questionOf = ({ find, scope, kind, status, role, source, ending, sort, order }: PeopleAddress) =>
  ({
    scope,
    sort,
    order,
    ...(find === undefined ? {} : { find }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(source === undefined ? {} : { source }),
    ...(ending === undefined ? {} : { ending }),
  }) satisfies PeopleQuestion;

/** Whether a filter keeps a person out. */
export const isNarrowed = ({ find, scope, kind, status, role, source, ending }: PeopleAddress): boolean =>
  scope === 'here' || [find, kind, status, role, source, ending].some((each) => each !== undefined);
