import { HOLD_SCOPES, SUBJECT_REQUEST_STATUSES, SUBJECT_REQUEST_TYPES } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { supportEntity } from '../support-lists/support-lists.ts';

const base = '/platform/v1/environments/:environmentId/subjectrequests';
const requestParams = environmentParams.extend({ requestId: guid });

/** Who is meant: an assessment, or `builtIn` for the built-in ones together; the property that holds the id; the id. */
const subject = z.strictObject({
  assessment: z.string().min(1).max(20),
  property: z.string().min(1).max(400),
  value: z.string().trim().min(1).max(256),
});

/** Events by kind, as the log names kinds. */
const counts = z.array(z.strictObject({ kind: z.string(), count: z.number().int() }));

const subjectPolicy = z.strictObject({
  assessments: z.array(
    z.strictObject({
      assessment: z.string(),
      /** Null for the built-in events. */
      name: z.string().nullable(),
      properties: z.array(z.string()),
    }),
  ),
  /** Whether a second person has to approve a deletion. */
  approvalRequired: z.boolean(),
  mayChangeApproval: z.boolean(),
  exportDays: z.number().int(),
  dueDays: z.number().int(),
});
export type SubjectPolicy = z.infer<typeof subjectPolicy>;

const subjectPreview = z.strictObject({
  counts,
  first: instant.nullable(),
  last: instant.nullable(),
  /** False where there are more events than a preview reads; the request itself reads all. */
  isComplete: z.boolean(),
  /** Legal holds that a deletion would run into. */
  holds: z.array(z.strictObject({ scope: z.enum(HOLD_SCOPES), reason: z.string(), until: instant.nullable() })),
  /** Support lists that hold the value; requests leave them alone. */
  supportLists: z.array(supportEntity),
});
export type SubjectPreview = z.infer<typeof subjectPreview>;

const subjectRequest = z.strictObject({
  id: guid,
  type: z.enum(SUBJECT_REQUEST_TYPES),
  status: z.enum(SUBJECT_REQUEST_STATUSES),
  awaitsApproval: z.boolean(),
  /** Whether the caller asked for it, and can therefore not approve it. */
  isMine: z.boolean(),
  assessment: z.string(),
  assessmentName: z.string().nullable(),
  property: z.string(),
  /** Shown only to those who decide about the request, while it waits for them. */
  value: z.string().nullable(),
  /** Beginning of a keyed digest: the same for the same person. */
  subject: z.string(),
  requested: authorship,
  dueAt: instant,
  /** Who approved or cancelled it. */
  decided: authorship.nullable(),
  reason: z.string().nullable(),
  counts,
  first: instant.nullable(),
  last: instant.nullable(),
  /** Part of the log that was gone through, 0 to 1; null while that is not known. */
  progress: z.number().nullable(),
  problem: z.string().nullable(),
  completedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  hasExport: z.boolean(),
});
export type SubjectRequest = z.infer<typeof subjectRequest>;

const subjectRequestList = z.strictObject({ requests: z.array(subjectRequest) });
export type SubjectRequestList = z.infer<typeof subjectRequestList>;

export const getSubjectPolicy = defineEndpoint({
  id: 'subjectRequests.policy',
  summary: 'Ids that persons can be found by, and who has to agree to deletions.',
  method: 'GET',
  path: `${base}/policy`,
  permission: 'subjectRequestsView:read',
  params: environmentParams,
  response: subjectPolicy,
});

export const putSubjectApproval = defineEndpoint({
  id: 'subjectRequests.approval',
  summary: 'Choose whether a second person has to agree to deletions in an environment.',
  method: 'PUT',
  path: `${base}/approval`,
  permission: 'rootEnvironmentsUpdate:write',
  secondPerson: true,
  params: environmentParams,
  body: z.strictObject({ required: z.boolean() }),
  response: z.strictObject({ required: z.boolean() }),
});

export const previewSubject = defineEndpoint({
  id: 'subjectRequests.preview',
  summary: 'How much is kept about a person, in an environment and below.',
  method: 'POST',
  path: `${base}/preview`,
  permission: 'subjectRequestsSubmit:write',
  params: environmentParams,
  body: subject,
  response: subjectPreview,
  errors: ['SUBJECT-PROPERTY-UNKNOWN', 'ENV-UNKNOWN', 'SRCH-TIMEOUT'],
});

export const submitSubjectRequest = defineEndpoint({
  id: 'subjectRequests.submit',
  summary: 'Ask for an export or a deletion of what is kept about a person.',
  method: 'POST',
  path: base,
  permission: 'subjectRequestsSubmit:write',
  params: environmentParams,
  body: subject.extend({
    type: z.enum(SUBJECT_REQUEST_TYPES),
    /** The value once more; a deletion needs it. */
    confirmation: z.string().max(256).optional(),
  }),
  response: subjectRequest,
  errors: [
    'RESIDENCY-DOWNLOAD',
    'SUBJECT-PROPERTY-UNKNOWN',
    'SUBJECT-NOT-CONFIRMED',
    'SUBJECT-REQUEST-OPEN',
    'SUBJECT-HELD',
    'ENV-UNKNOWN',
  ],
});

export const getSubjectRequests = defineEndpoint({
  id: 'subjectRequests.list',
  summary: 'Subject requests of an environment, newest first.',
  method: 'GET',
  path: base,
  permission: 'subjectRequestsView:read',
  params: environmentParams,
  response: subjectRequestList,
});

export const approveSubjectRequest = defineEndpoint({
  id: 'subjectRequests.approve',
  summary: 'Agree to a deletion that another person asked for.',
  method: 'POST',
  path: `${base}/:requestId/approval`,
  permission: 'subjectRequestsSubmit:write',
  params: requestParams,
  response: subjectRequest,
  errors: ['SUBJECT-REQUEST-UNKNOWN', 'SUBJECT-REQUEST-STATE', 'SUBJECT-OWN-REQUEST'],
});

export const cancelSubjectRequest = defineEndpoint({
  id: 'subjectRequests.cancel',
  summary: 'Take back or decline a request that has not begun.',
  method: 'POST',
  path: `${base}/:requestId/cancellation`,
  permission: 'subjectRequestsSubmit:write',
  params: requestParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  response: subjectRequest,
  errors: ['SUBJECT-REQUEST-UNKNOWN', 'SUBJECT-REQUEST-STATE'],
});

export const retrySubjectRequest = defineEndpoint({
  id: 'subjectRequests.retry',
  summary: 'Go on with a request that failed.',
  method: 'POST',
  path: `${base}/:requestId/retry`,
  permission: 'subjectRequestsSubmit:write',
  params: requestParams,
  response: subjectRequest,
  errors: ['SUBJECT-REQUEST-UNKNOWN', 'SUBJECT-REQUEST-STATE'],
});

export const downloadSubjectExport = defineEndpoint({
  id: 'subjectRequests.export',
  summary: 'Everything kept about a person, as asked for.',
  method: 'GET',
  path: `${base}/:requestId/export`,
  permission: 'subjectRequestsSubmit:write',
  params: requestParams,
  /**
   * JSON: what was asked for, and the lists `events`, `cases` (what became of them, and what was done when), `notes`, `attachments`
   * with their content in base64, `changeRequests` and `savedViews` that name the person.
   */
  response: z.unknown(),
  responseType: 'file',
  errors: ['SUBJECT-REQUEST-UNKNOWN', 'SUBJECT-EXPORT-GONE', 'RESIDENCY-DOWNLOAD'],
});
