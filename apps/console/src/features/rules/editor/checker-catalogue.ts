import type { Catalogue as WireCatalogue } from '@redoubt/contracts';
import type { Catalogue } from '@redoubt/fql-editor';

/** The wire's catalogue as the checker takes it. */
export const checkerCatalogue = ({ attributes, lists, velocities, functions, sources }: WireCatalogue): Catalogue => ({
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
});
