import type { Catalogue as WireCatalogue } from '@redoubt/contracts';
import type { Catalogue } from '@redoubt/fql-editor';

type JsonSample = NonNullable<Exclude<NonNullable<Catalogue['calls']>, 'any'>[number]['sample']>;

/** The wire's catalogue as the checker takes it. */
export const checkerCatalogue = ({
  attributes,
  lists,
  velocities,
  functions,
  sources,
  calls,
  assessments,
  limits,
}: WireCatalogue): Catalogue => ({
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
  limits,
});
