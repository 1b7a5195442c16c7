import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { FunctionSymbol } from '../../program/symbol-table.ts';
import {
  CONDITION_PART,
  type PartId,
  type RuleSource,
  SCORES,
  type ScoreName,
  type ScoreStages,
} from '../../program/source.ts';
import type { AttributeNode, JsonNode } from '../../syntax/nodes.ts';
import type { Span } from '../../program/span.ts';
import { symbolPath, report, type Scope } from '../scope.ts';

const BY_PATH: ReadonlyMap<string, ScoreName> = new Map(SCORES.map((score) => [score.toLowerCase(), score]));

/** The score an attribute names; a longer path is a value of the event, whatever its last name. */
export const scoreOf = (path: string): ScoreName | undefined => BY_PATH.get(path);

const TOO_EARLY: Readonly<Record<ScoreName, DiagnosticCode>> = {
  botScore: 'FQL-BOT-SCORE-EARLY',
  riskScore: 'FQL-RISK-SCORE-EARLY',
};

/** Whether events are known to carry an attribute of the name, anywhere. */
const isCarried = (scope: Scope, path: string): boolean => {
  for (const known of scope.rule.names.attributes.keys()) if (known === path || known.endsWith(`.${path}`)) return true;
  return false;
};

/** Scores with a stage in the rule that are not known yet when a part runs; nothing reads them there. */
const unknownIn = (stages: ScoreStages | undefined, part: PartId, known: readonly ScoreName[]): readonly ScoreName[] =>
  (stages?.scores ?? []).filter((score) => part === CONDITION_PART || !known.includes(score));

/** As `unknownIn`, by the name of the part. */
export const unknownScores = ({ stages, clauses }: RuleSource, part: PartId): readonly ScoreName[] =>
  unknownIn(stages, part, clauses.find(({ id }) => id === part)?.scores ?? []);

const isKnown = ({ rule, part, scores }: Scope, score: ScoreName): boolean =>
  !unknownIn(rule.stages, part, scores).includes(score);

const refuseEarly = (scope: Scope, score: ScoreName, span: Span, name: string): void =>
  report(
    scope,
    scope.part === CONDITION_PART ? 'FQL-SCORE-IN-CONDITION' : TOO_EARLY[score],
    span,
    { name },
    { severity: scope.rule.stages?.severity ?? 'error' },
  );

/** A score is read in a text that runs when it is known (`docs/reference/deciding.md#sections-of-clauses`). */
export const checkScore = (scope: Scope, node: AttributeNode | JsonNode): void => {
  const { stages, names } = scope.rule;
  const path = symbolPath(node.steps);
  const score = scoreOf(path);
  if (score === undefined || !stages?.scores.includes(score)) return;
  if (!isKnown(scope, score)) refuseEarly(scope, score, node, node.path);
  else if (names.attributes.size > 0 && !isCarried(scope, path))
    report(scope, 'FQL-SCORE-NOT-CARRIED', node, { name: node.path });
};

/** A property of a function is read where the scores that it reads are known; of several, the last one is named. */
export const checkScoresOfProperty = (
  scope: Scope,
  owner: string,
  { name, scores = [] }: FunctionSymbol['properties'][number],
  span: Span,
): void => {
  const early = scores.findLast((score) => !isKnown(scope, score));
  if (early !== undefined) refuseEarly(scope, early, span, `Functions.${owner}.${name} (${early})`);
};
