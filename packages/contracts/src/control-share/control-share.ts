import {
  CONTROLLED_DECISIONS,
  MAX_CONTROL_LIMITS,
  MAX_CONTROL_SHARE_PERCENT,
  MAX_CONTROLLED_RULES,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, typedCurrency, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const path = '/platform/v1/environments/:environmentId/control-share';
const sharePercent = z.number().min(0).max(MAX_CONTROL_SHARE_PERCENT);

export const controlLimit = z.strictObject({
  currency: typedCurrency,
  amount: z.number().positive().max(1e12),
});

/** Which part of what rules stop passes. */
export const controlShare = z.strictObject({
  sharePercent,
  decisions: z.array(z.enum(CONTROLLED_DECISIONS)),
  limits: z.array(controlLimit).max(MAX_CONTROL_LIMITS),
  rules: z.array(z.strictObject({ ruleId: guid, sharePercent })).max(MAX_CONTROLLED_RULES),
});

const controlShareDetail = controlShare.extend({
  /** Rules that decide purchases here: those of the environment and of those above it. */
  ruleNames: z.array(z.strictObject({ ruleId: guid, name: z.string(), environment: z.string() })),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type ControlShareDetail = z.infer<typeof controlShareDetail>;

export const getControlShare = defineEndpoint({
  id: 'controlShare.get',
  summary: 'Which part of the purchases that rules stop passes, so that what they become is known.',
  method: 'GET',
  path,
  permission: 'decisionRules:read',
  params: environmentParams,
  response: controlShareDetail,
});

export const putControlShare = defineEndpoint({
  id: 'controlShare.put',
  summary: 'Choose which part of the purchases that rules stop passes. Letting more pass always needs a second person.',
  method: 'PUT',
  path,
  permission: 'decisionRules:write',
  secondPerson: true,
  params: environmentParams,
  body: controlShare.extend({ version: versionTag }),
  response: controlShareDetail,
  errors: ['CONTROL-SHARE-STALE'],
});
