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

const file = z.strictObject({ path: z.string().min(1).max(500), text: z.string() });

const configurationImport = z.strictObject({
  changes: z.array(
    z.strictObject({
      kind: resourceKind,
      name: z.string(),
      /** `left`: only the environment has it, and it stays. */
      change: z.enum(['added', 'changed', 'removed', 'left']),
      /** Its files before and after, where the call asks for them. */
      texts: z.strictObject({ isData: z.boolean(), before: z.array(file), after: z.array(file) }).optional(),
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

const kindNames: ReadonlySet<string> = new Set(resourceKind.options);

export const exportConfiguration = defineEndpoint({
  id: 'configuration.export',
  summary: 'What decides in an environment as files, of the kinds of resources that the caller may read.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/configuration',
  permission: 'decisionRules:read',
  params: environmentParams,
  query: z.strictObject({
    /** Kinds of resources to leave out, between commas. */
    without: z
      .string()
      .max(1000)
      .default('')
      .transform((text) => text.split(',').filter((kind) => kind !== ''))
      .refine((kinds) => kinds.every((kind) => kindNames.has(kind)))
      .transform((kinds) => kinds as z.infer<typeof resourceKind>[]),
  }),
  response: z.strictObject({ files: z.array(file) }),
  errors: ['RESIDENCY-DOWNLOAD'],
});

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
    files: z.array(file).min(1).max(5000),
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
    /** Whether the answer tells the files of what changes, before and after. */
    texts: z.boolean().default(false),
    /** Why, for the second person. */
    note: z.string().trim().max(500).default(''),
  }),
  response: configurationImport,
  errors: ['ENV-UNKNOWN', 'CONFIGURATION-STALE'],
});
