import { replaceFix } from '../diagnostics/problem.ts';
import type { AttributeNode, JsonNode } from '../syntax/nodes.ts';
import type { CheckedExpression } from './checked.ts';
import { symbolPath, report, type ReviewedPath, slotFor, type Scope } from './scope.ts';
import { checkScore } from './scores/scores.ts';
import { didYouMean } from '../diagnostics/suggest.ts';

/** Values the engine adds to the payload; no schema lists them. */
const GENERATED_ROOTS: ReadonlySet<string> = new Set([
  'riskscore',
  'botscore',
  'deviceattributes',
  'ruleevaluation',
  '_metadata',
  'metadata',
]);

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether the schema says nothing below some ancestor of the path, so that anything may stand there. */
const isBelowOpenObject = (scope: Scope, path: string): boolean => {
  const { attributes } = scope.rule.names;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const ancestor = path.slice(0, dot);
    const type = attributes.get(ancestor)?.type;
    if (type !== 'object' && type !== 'array') continue;
    const prefix = `${ancestor}.`;
    for (const known of attributes.keys()) if (known.startsWith(prefix)) return false;
    return true;
  }
  return false;
};

const isKnown = (scope: Scope, path: string): boolean => {
  const { attributes } = scope.rule.names;
  if (attributes.has(path) || GENERATED_ROOTS.has(path.split('.')[0] ?? '')) return true;
  const prefix = `${path}.`;
  for (const known of attributes.keys()) {
    if (known.startsWith(prefix)) return true;
    // One segment means its first occurrence anywhere in the payload.
    if (!path.includes('.') && lastSegment(known) === path) return true;
  }
  return isBelowOpenObject(scope, path);
};

const reviewed = (scope: Scope, path: string): ReviewedPath => {
  const before = scope.rule.reviewed.get(path);
  if (before) return before;
  const { attributes } = scope.rule.names;
  const known = isKnown(scope, path);
  const suggestion = known ? null : didYouMean(path, attributes.keys());
  const review = { known, spelled: suggestion === null ? undefined : attributes.get(suggestion)?.path };
  scope.rule.reviewed.set(path, review);
  return review;
};

const reviewPath = (scope: Scope, node: AttributeNode | JsonNode): void => {
  const { attributes, limits } = scope.rule.names;
  if (node.steps.length > limits.membersPerPath) {
    const found = String(node.steps.length);
    report(scope, 'FQL-PATH-TOO-LONG', node, { found, limit: String(limits.membersPerPath) });
    return;
  }
  if (attributes.size === 0 || node.steps.length === 0) return;
  const path = symbolPath(node.steps);
  const { known, spelled } = reviewed(scope, path);
  if (!known) {
    report(
      scope,
      spelled === undefined ? 'FQL-UNKNOWN-ATTRIBUTE' : 'FQL-MISSPELT-ATTRIBUTE',
      node,
      { name: node.path, ...(spelled === undefined ? {} : { suggestion: spelled }) },
      spelled === undefined ? {} : { fix: replaceFix(node, `${node.kind === 'json' ? '@@' : '@'}"${spelled}"`) },
    );
    return;
  }
  let ancestor = '';
  node.steps.forEach((step, index) => {
    if (step.kind !== 'key') return;
    ancestor += `${ancestor === '' ? '' : '.'}${step.key.toLowerCase()}`;
    const next = node.steps[index + 1];
    if (next?.kind === 'key' && attributes.get(ancestor)?.type === 'array') {
      report(scope, 'FQL-CROSSES-ARRAY', node, {
        path: node.path,
        array: attributes.get(ancestor)?.path ?? ancestor,
      });
    }
  });
};

/**
 * `@"…"` is read raw and typed where it is used; `@@"…"` is a JSON node (`docs/language/guide.md#what-texts-refer-to`).
 */
export const checkAttribute = (scope: Scope, node: AttributeNode | JsonNode): CheckedExpression => {
  const base = { shown: true, from: node.from, to: node.to } as const;
  if (node.steps.length === 0) return { ...base, op: 'payload', type: 'Json' };
  reviewPath(scope, node);
  checkScore(scope, node);
  const slot = slotFor(scope, node);
  if (node.kind === 'attribute') return { ...base, op: 'slot', slot, type: 'Untyped' };
  return {
    ...base,
    op: 'convert',
    type: 'Json',
    operand: { ...base, shown: false, op: 'slot', slot, type: 'Untyped' },
  };
};
