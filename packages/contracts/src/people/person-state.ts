import { MAX_ASSIGNED_AT_ONCE, MAX_ASSIGNMENT_REASON } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/access/people';

const people = z.array(guid).min(1).max(MAX_ASSIGNED_AT_ONCE);
const counted = z.strictObject({ count: z.number().int() });

const errors = [
  'ACCESS-HOLDER-UNKNOWN',
  'ACCESS-NO-PERSON',
  'ACCESS-PERSON-REFUSED',
  'ACCESS-SELF-REFUSED',
  'ACCESS-STATE-SAME',
] as const;

export const disablePeople = defineEndpoint({
  id: 'access.people.disable',
  summary:
    'Take every right in the tenant from people, all of these or none: sign-ins and tokens end, cases in review go back; roles stay with them.',
  method: 'POST',
  path: `${base}/disabling`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({ people, reason: z.string().trim().min(1).max(MAX_ASSIGNMENT_REASON) }),
  response: counted,
  errors: [...errors, 'ACCESS-LAST-ADMINISTRATOR'],
});

export const enablePeople = defineEndpoint({
  id: 'access.people.enable',
  summary: 'Let what disabled people hold count again, all of these or none; they sign in anew.',
  method: 'POST',
  path: `${base}/enabling`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({ people, reason: z.string().trim().max(MAX_ASSIGNMENT_REASON).default('') }),
  response: counted,
  errors,
});
