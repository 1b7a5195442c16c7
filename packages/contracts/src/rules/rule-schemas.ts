import { CLAUSE_SECTIONS, DECIDING_TYPES, RULE_STATUSES, RULE_TYPES, RUN_MODES } from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentName as assessment,
  authorship,
  decisionCounts,
  guid,
  instant,
  json,
  versionTag,
} from '../common.ts';
import { draftOf, publishedOf, publishedVersion } from '../versioned.ts';

export const MAX_CLAUSE_CHARACTERS = 100_000;
export const MAX_CLAUSES = 100;

export const ruleName = z.string().trim().min(1).max(120);

export const clause = z.strictObject({
  id: guid,
  name: z.string().trim().min(1).max(120),
  code: z.string().max(MAX_CLAUSE_CHARACTERS),
  /** The stage it runs in, of those the assessment has; the first one where absent. */
  section: z.enum(CLAUSE_SECTIONS).optional(),
  /** How the editor shows it; code where absent. Says nothing about what the clause means. */
  view: z.enum(['code', 'visual']).optional(),
});
export type Clause = z.infer<typeof clause>;

/** What a rule says: one optional condition and its clauses, and the sample kept with it. */
export const ruleText = z.strictObject({
  condition: z.string().max(MAX_CLAUSE_CHARACTERS),
  clauses: z.array(clause).min(1).max(MAX_CLAUSES),
  samplePayload: json,
});
export type RuleText = z.infer<typeof ruleText>;

/** Whether a rule decides, acts on what was decided, or routes the case that a review becomes. */
export const ruleType = z.enum(RULE_TYPES);

/** What stands in the rule list of an assessment. */
export const decidingType = z.enum(DECIDING_TYPES);

export const ruleSummary = z.strictObject({
  id: guid,
  type: ruleType,
  name: z.string(),
  description: z.string(),
  status: z.enum(RULE_STATUSES),
  /** Position among published rules of its type from 1; null for a rule that was never published. */
  order: z.number().int().nullable(),
  conditionExcerpt: z.string(),
  clauseCount: z.number().int(),
  publishedVersion: z.number().int().nullable(),
  changed: authorship,
  /** Whether a publication waits for a second person. */
  requested: z.boolean(),
  /** Clauses that fired in the last 24 hours, and the decisions they made. */
  hits24h: z.number().int(),
  decisions24h: decisionCounts,
  /** How a version that was published in the last 24 hours does beside the one before, each for `spanMs`; else null. */
  sincePublished: z
    .strictObject({
      version: z.number().int(),
      before: z.number().int(),
      publishedAt: instant,
      spanMs: z.number().int(),
      after: z.strictObject({ hits: z.number().int(), decisions: decisionCounts }),
      earlier: z.strictObject({ hits: z.number().int(), decisions: decisionCounts }),
    })
    .nullable(),
});
export type RuleSummary = z.infer<typeof ruleSummary>;

/** A branch as what stands in it names it. */
const branchName = z.strictObject({ name: z.string(), apiName: z.string() });

export const ruleSet = z.strictObject({
  environmentId: guid,
  assessment,
  /** Null for production. */
  branch: branchName.nullable(),
  runMode: z.enum(RUN_MODES),
  /** The sample new rules start with. */
  samplePayload: json,
  /** Whether that sample was chosen by a user; it is the one of the product otherwise. */
  ownSample: z.boolean(),
  /** Tag of order and settings; rules carry their own. */
  version: versionTag,
  rules: z.array(ruleSummary),
  /** Post-decision actions, which run when everything is decided. */
  actions: z.array(ruleSummary),
  /** Whether this assessment may have actions: built-in ones have none. */
  hasActions: z.boolean(),
  drafts: z.array(ruleSummary),
  /** Rules of the ancestors, root first: they run before these and are read-only here. */
  inherited: z.array(
    z.strictObject({
      environmentId: guid,
      environmentName: z.string(),
      runMode: z.enum(RUN_MODES),
      rules: z.array(ruleSummary),
      actions: z.array(ruleSummary),
    }),
  ),
  /** Whether a second person approves what gets published here, and whether the caller may choose that. */
  approval: z.strictObject({ required: z.boolean(), canChange: z.boolean() }),
  canWrite: z.boolean(),
});
export type RuleSet = z.infer<typeof ruleSet>;

export const publishedRule = publishedOf(ruleText);

/** A requested publication, with the text as it was then. */
export const publishRequest = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  note: z.string(),
  /** The older version it brings back; null for the draft. */
  restores: z.number().int().nullable(),
  /** Null once it was declined: then it is the draft, if that is there. */
  text: ruleText.nullable(),
  asked: authorship,
  /** Whether the caller asked, and so cannot approve or decline. */
  isOwn: z.boolean(),
  /** Null while it is open. */
  declined: authorship.extend({ reason: z.string() }).nullable(),
});
export type PublishRequest = z.infer<typeof publishRequest>;

export const ruleDetail = z.strictObject({
  id: guid,
  environmentId: guid,
  assessment,
  type: ruleType,
  /** Null for a rule of production. */
  branch: branchName.nullable(),
  name: z.string(),
  description: z.string(),
  status: z.enum(RULE_STATUSES),
  order: z.number().int().nullable(),
  published: publishedRule.nullable(),
  draft: draftOf(ruleText).nullable(),
  history: z.array(publishedVersion),
  /** The publication that was asked for last, until it is approved or taken back. */
  request: publishRequest.nullable(),
  /** Whether a second person approves what gets published here. */
  needsApproval: z.boolean(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type RuleDetail = z.infer<typeof ruleDetail>;

/** A located message of the checker. Lines and columns count from 1, offsets from 0. */
export const diagnostic = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'hint']),
  /** `condition` or the clause id. */
  part: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
  params: z.record(z.string(), z.string()),
  /** English text, for logs and the command line; screens translate the code. */
  message: z.string(),
});
export type RuleDiagnostic = z.infer<typeof diagnostic>;
