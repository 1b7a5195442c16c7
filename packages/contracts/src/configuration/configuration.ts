import { z } from 'zod';
import { environmentParams } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { resourceKind } from './resource-kinds.ts';

const problem = z.strictObject({
  path: z.string(),
  /** Both count from 1; 0 where it is not about one line. */
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
});

const configurationImport = z.strictObject({
  changes: z.array(
    z.strictObject({
      kind: resourceKind,
      name: z.string(),
      /** `left`: only the environment has it, and it stays. */
      change: z.enum(['added', 'changed', 'removed', 'left']),
    }),
  ),
  unchanged: z.number().int(),
  /** Files that are no part of a configuration. */
  ignored: z.array(z.string()),
  /** Nothing is changed where there is one. */
  problems: z.array(problem),
  warnings: z.array(problem.extend({ code: z.string() })),
  applied: z.boolean(),
});
export type ConfigurationImport = z.infer<typeof configurationImport>;

export const importConfiguration = defineEndpoint({
  id: 'configuration.import',
  summary: 'Make an environment decide as configuration files say: all of it, or nothing where anything is refused.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/configuration',
  permission: 'decisionRules:write',
  secondPerson: true,
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    files: z
      .array(z.strictObject({ path: z.string().min(1).max(500), text: z.string() }))
      .min(1)
      .max(5000),
    /** Deletes what the files do not have. */
    prune: z.boolean().default(false),
    /** Lets files with `mode: add` take the place of what is there. */
    replace: z.boolean().default(false),
    /** Kinds of resources to leave alone. */
    without: z.array(resourceKind).default([]),
    /** Where the counts of new velocities begin. */
    velocityStart: z.enum(['withHistory', 'fromNow']).default('withHistory'),
    /** Values of the variables that the files name in place of secrets. */
    secrets: z.record(z.string().max(300), z.string().max(20_000)).default({}),
    /** False only tries: the answer says what would happen. */
    apply: z.boolean().default(true),
    /** Why, for the second person. */
    note: z.string().trim().max(500).default(''),
  }),
  response: configurationImport,
  errors: ['ENV-UNKNOWN', 'CONFIGURATION-STALE'],
});
