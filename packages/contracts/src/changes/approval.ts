import { z } from 'zod';
import { environmentParams } from '../common.ts';
import { defineEndpoint } from '../define.ts';

export const putPublishApproval = defineEndpoint({
  id: 'rules.approval',
  summary: 'Choose whether a second person approves what changes decisions of an environment.',
  method: 'PUT',
  path: '/platform/v1/environments/:environmentId/publish-approval',
  permission: 'rootEnvironmentsUpdate:write',
  params: environmentParams,
  secondPerson: true,
  body: z.strictObject({ required: z.boolean() }),
  response: z.strictObject({ required: z.boolean() }),
});
