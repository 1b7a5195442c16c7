import type { SymbolTable as WireSymbolTable } from '@redoubt/contracts';
import type { SymbolTable } from '@redoubt/fql-editor';

type JsonSample = NonNullable<Exclude<NonNullable<SymbolTable['calls']>, 'any'>[number]['sample']>;

/** The wire's symbol table as the checker takes it. */
export const checkerSymbols = ({
  attributes,
  lists,
  velocities,
  functions,
  sources,
  graphTexts,
  graphAttributes,
  calls,
  assessments,
  queues,
  limits,
}: WireSymbolTable): SymbolTable => ({
  attributes: attributes.map(({ path, type, description, values, example }) => ({
    path,
    type: values ? 'enum' : type,
    description,
    ...(values ? { values } : {}),
    ...(example === undefined ? {} : { example: typeof example === 'string' ? example : JSON.stringify(example) }),
  })),
  lists,
  velocities: velocities.map(({ name }) => name),
  functions,
  sources,
  ...(graphTexts ? { graphTexts } : {}),
  ...(graphAttributes ? { graphAttributes } : {}),
  calls: calls.map(({ name, parameters, sample }) => ({
    name,
    parameters,
    ...(sample === null ? {} : { sample: sample as JsonSample }),
  })),
  assessments: assessments.map(({ name, target, apis, sample }) => ({
    name,
    target,
    apis,
    ...(sample === null ? {} : { sample: sample as JsonSample }),
  })),
  ...(queues ? { queues } : {}),
  limits,
});
