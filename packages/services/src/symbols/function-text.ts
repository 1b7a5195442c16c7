import type { FunctionText } from '@redoubt/contracts';
import { functionFallback, isFunctionName, type FunctionDefinition, type FunctionType } from '@redoubt/domain';
import type { PlanFunctionSource } from '@redoubt/engine';
import type { RuleSource } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import type { PublishedFunction, StoredFunctionText } from '@redoubt/storage';
import { contentHash } from '../content-hash.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';

/** A function as the language takes it: a clause is named as its output is, and declares its type. */
export const functionSourceOf = (name: string, { parameters, outputs }: FunctionDefinition): RuleSource => ({
  kind: 'function',
  name,
  condition: '',
  parameters: parameters.map(({ name: parameter, type, fallback }) => ({ name: parameter, type, fallback })),
  clauses: outputs.map(({ id, name: output, type, fallback, code }) => ({
    id,
    name: output,
    code,
    result: type,
    fallback,
  })),
});

/** Names a text by its content; descriptions and sample do not count. */
export const functionHash = (name: string, { parameters, outputs }: FunctionDefinition): string =>
  contentHash({
    name,
    parameters: parameters.map(({ name: parameter, type, fallback }) => ({ name: parameter, type, fallback })),
    outputs: outputs.map(({ id, name: output, type, fallback, code }) => ({ id, name: output, type, fallback, code })),
  });

/** A published function as plans take it. */
export const planFunction = ({ id, name, version, ...text }: PublishedFunction): PlanFunctionSource => ({
  id,
  name,
  version,
  text: functionSourceOf(name, text),
});

const repeated = (names: readonly string[]): number[] => {
  const keys = names.map((name) => name.toLowerCase());
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
};

/**
 * Takes a text from a request: names are identifiers and distinct, defaults fit their types. Throws REQ-INVALID with
 * every place that is wrong.
 */
export const storableFunctionText = (text: FunctionText): StoredFunctionText => {
  const samplePayload = (text.samplePayload ?? null) as Json;
  requireClean({
    'body.text.samplePayload': samplePayload,
    'body.text.parameters': text.parameters as unknown as Json,
    'body.text.outputs': text.outputs as unknown as Json,
  });
  const problems: Problem[] = [];
  const reportProblem = (path: string, message: string): void => {
    problems.push({ path: `body.text.${path}`, message });
  };
  const kept = <Part extends { name: string; type: FunctionType; fallback?: unknown }>(
    place: string,
    parts: readonly Part[],
  ): (Omit<Part, 'fallback'> & { fallback: Json })[] => {
    for (const index of repeated(parts.map(({ name }) => name)))
      reportProblem(`${place}[${index}].name`, 'is there twice');
    return parts.map((part, index) => {
      if (!isFunctionName(part.name)) reportProblem(`${place}[${index}].name`, 'is no name for it');
      const fallback = functionFallback(part.type, part.fallback as Json);
      if (fallback === undefined) reportProblem(`${place}[${index}].fallback`, `is no ${part.type}`);
      return { ...part, fallback: fallback ?? null };
    });
  };
  const parameters = kept('parameters', text.parameters);
  const outputs = kept('outputs', text.outputs);
  for (const index of repeated(outputs.map(({ id }) => id))) reportProblem(`outputs[${index}].id`, 'is there twice');
  if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
  return { parameters, outputs, samplePayload };
};
