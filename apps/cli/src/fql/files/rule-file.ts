import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CLAUSE_SECTIONS, type ClauseSection } from '@redoubt/domain';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { CliError } from '../../cli-error.ts';
import { clauseShape, type Facts, factsSchema, firstIssue, type Rules, rulesSchema } from '../eval/request.ts';

/** A text written in the file, or kept in one beside it. */
const text = z.union([z.string(), z.strictObject({ file: z.string() })]);
const clause = z.strictObject({
  ...clauseShape,
  code: text,
  view: z.enum(['code', 'visual']).optional(),
  section: z.enum(CLAUSE_SECTIONS).optional(),
});

const ruleFileSchema = z.strictObject({
  ...rulesSchema.shape,
  ...factsSchema.shape,
  rule: z.string().optional(),
  // What files of a configuration say besides (docs/operate/configuration.md).
  assessment: z.string().optional(),
  branch: z.string().optional(),
  standsFor: z.string().optional(),
  description: z.string().optional(),
  active: z.boolean().optional(),
  kind: rulesSchema.shape.kind.default('decision'),
  condition: text.nullish(),
  clauses: z.array(clause),
  tests: z
    .array(
      z.strictObject({
        ...factsSchema.shape,
        name: z.string(),
        expect: z.custom<JsonObject>(isJsonObject, 'Invalid input: expected what the answer is to hold'),
      }),
    )
    .default([]),
});

export type RuleTest = { readonly name: string; readonly expect: JsonObject; readonly facts: Facts };

/** A rule with its example events (`docs/language/cli.md`). */
export type RuleFile = {
  readonly name: string;
  /** One of a whole configuration, whose other files hold what it names. */
  readonly isOfConfiguration: boolean;
  /** Whose events it reads, and where its clauses stand, as files of a configuration say. */
  readonly assessment: string | null;
  readonly sections: readonly (ClauseSection | null)[];
  readonly rules: Rules;
  /** What holds for every test that does not say otherwise. */
  readonly facts: Facts;
  readonly tests: readonly RuleTest[];
};

const refuse = (name: string, reason: string, cause?: unknown): never => {
  throw new CliError(`${name}: ${reason}`, { exitCode: 2, cause });
};

const factsOf = (members: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name in factsSchema.shape)) as Facts;

const readYaml = (name: string, source: string): unknown => {
  const document = parseDocument(source);
  const [error] = document.errors;
  if (error) refuse(name, error.message);
  return document.toJS() as unknown;
};

/** Reads a rule file; null where the file holds something else. Complains with the place of what is wrong. */
export const readRuleFile = async (name: string, path: string): Promise<RuleFile | null> => {
  const source = await readFile(path, 'utf8');
  const value = readYaml(name, source);
  if (!isJsonObject(value) || !('clauses' in value)) return null;
  const result = ruleFileSchema.safeParse(value);
  if (!result.success) return refuse(name, firstIssue(result.error));
  const { rule, kind, assessment, condition, clauses, parameters, tests, ...shared } = result.data;
  const textOf = async (given: z.output<typeof text>): Promise<string> => {
    if (typeof given === 'string') return given;
    const beside = resolve(dirname(path), given.file);
    return readFile(beside, 'utf8').catch((error: unknown) =>
      refuse(name, `${given.file} cannot be read: ${(error as Error).message}.`, error),
    );
  };
  return {
    name: rule ?? name,
    isOfConfiguration: assessment !== undefined,
    assessment: assessment ?? null,
    sections: clauses.map(({ section }) => section ?? null),
    rules: {
      kind,
      condition: await textOf(condition ?? ''),
      clauses: await Promise.all(
        clauses.map(async ({ code, view: _view, section: _section, ...rest }) => ({
          ...rest,
          code: await textOf(code),
        })),
      ),
      ...(parameters ? { parameters } : {}),
    },
    facts: factsOf(shared),
    tests: tests.map(({ name: testName, expect, ...facts }) => ({ name: testName, expect, facts: factsOf(facts) })),
  };
};

/** The facts of a test: its own, and the file's where it has none; payloads are put together member by member. */
export const factsOfTest = (shared: Facts, own: Facts): Facts & { readonly payload: JsonObject } => ({
  ...shared,
  ...own,
  payload: { ...shared.payload, ...own.payload },
});
