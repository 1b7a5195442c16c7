import { CHANGE_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, json, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/changes';
const changeParams = environmentParams.extend({ changeId: guid });

const changeTarget = z.strictObject({
  /** Kind of record as the activity log names it. */
  type: z.string(),
  id: z.string(),
  name: z.string(),
});

/** The answer (202) to a call whose change waits for a second person. */
export const requestedChange = z.strictObject({ id: guid, target: changeTarget });
export type RequestedChange = z.infer<typeof requestedChange>;

const changeSummary = z.strictObject({
  id: guid,
  /** Id of the call that makes the change. */
  endpoint: z.string(),
  /** What is done to the target, as the activity log names it. */
  operation: z.string(),
  target: changeTarget,
  note: z.string(),
  state: z.enum(CHANGE_STATES),
  asked: authorship,
  /** Whether the caller asked, and so cannot decide. */
  isOwn: z.boolean(),
  decided: authorship.extend({ reason: z.string().nullable() }).nullable(),
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
});
export type ChangeSummary = z.infer<typeof changeSummary>;

const changes = z.strictObject({ changes: z.array(changeSummary), nextCursor });
export type Changes = z.infer<typeof changes>;

const unconditionalClause = z.strictObject({
  rule: z.string(),
  clause: z.string(),
  decision: z.enum(['Reject', 'Challenge']),
});
/** A clause that rejects or challenges every event that reaches its rule. */
export type UnconditionalClause = z.infer<typeof unconditionalClause>;

const changeDetail = changeSummary.extend({
  /** Clauses it would publish that reject or challenge every event, as they were when it was asked for. */
  unconditional: z.array(unconditionalClause),
  /** What it would write into the activity log: each record before and after. */
  differences: z.array(
    z.strictObject({
      operation: z.string(),
      type: z.string(),
      id: z.string(),
      name: z.string(),
      original: json,
      modified: json,
    }),
  ),
  /** What would be sent, without secrets; null once it is decided. */
  call: z
    .strictObject({
      body: json,
      /** The beginning of an uploaded file. */
      file: z.string().nullable(),
      isCut: z.boolean(),
    })
    .nullable(),
});
export type ChangeDetail = z.infer<typeof changeDetail>;

export const getChanges = defineEndpoint({
  id: 'changes.list',
  summary:
    'Changes of what decides that wait for a second person, or were decided; of the kinds the caller may look at.',
  method: 'GET',
  path: base,
  permission: 'signedIn',
  params: environmentParams,
  query: z.strictObject({
    state: z.enum(['open', 'decided']).default('open'),
    cursor: z.string().max(200).optional(),
  }),
  response: changes,
});

export const getChange = defineEndpoint({
  id: 'changes.get',
  summary: 'One requested change with what it would change.',
  method: 'GET',
  path: `${base}/:changeId`,
  permission: 'signedIn',
  params: changeParams,
  response: changeDetail,
  errors: ['CHANGE-UNKNOWN'],
});

const DECISION_ERRORS = ['CHANGE-UNKNOWN', 'CHANGE-DECIDED', 'CHANGE-OWN', 'AUTH-FORBIDDEN'] as const;

export const approveChange = defineEndpoint({
  id: 'changes.approve',
  summary: 'Make a change that another person asked for; needs the right to make it.',
  method: 'POST',
  path: `${base}/:changeId/approval`,
  permission: 'signedIn',
  params: changeParams,
  response: changeDetail,
  errors: [...DECISION_ERRORS, 'CHANGE-STALE'],
});

export const rejectChange = defineEndpoint({
  id: 'changes.reject',
  summary: 'Reject a change that another person asked for, saying why.',
  method: 'POST',
  path: `${base}/:changeId/refusal`,
  permission: 'signedIn',
  params: changeParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  response: changeDetail,
  errors: DECISION_ERRORS,
});

export const withdrawChange = defineEndpoint({
  id: 'changes.withdraw',
  summary: 'Take back a change that was asked for.',
  method: 'DELETE',
  path: `${base}/:changeId`,
  permission: 'signedIn',
  params: changeParams,
  response: changeDetail,
  errors: ['CHANGE-UNKNOWN', 'CHANGE-DECIDED', 'AUTH-FORBIDDEN'],
});
