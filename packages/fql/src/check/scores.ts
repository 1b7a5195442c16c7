import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { CONDITION_PART, SCORES, type ScoreName } from '../program/source.ts';
import type { AttributeNode, JsonNode } from '../syntax/nodes.ts';
import { cataloguePath, complain, type Scope } from './scope.ts';

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

/** A score is read in a text that runs when it is known (`decisioning.md` §2.4). */
export const checkScore = (scope: Scope, node: AttributeNode | JsonNode): void => {
  const { stages } = scope.rule;
  if (stages === undefined) return;
  const path = cataloguePath(node.steps);
  const score = scoreOf(path);
  if (score === undefined || !stages.scores.includes(score)) return;
  const params = { name: node.path };
  const { severity } = stages;
  if (scope.part === CONDITION_PART) complain(scope, 'FQL-SCORE-IN-CONDITION', node, params, { severity });
  else if (!scope.scores.includes(score)) complain(scope, TOO_EARLY[score], node, params, { severity });
  else if (scope.rule.names.attributes.size > 0 && !isCarried(scope, path))
    complain(scope, 'FQL-SCORE-NOT-CARRIED', node, params);
};
