import type { VelocitySymbolTable } from '@redoubt/contracts';
import type { SymbolTable } from '@redoubt/fql-editor';

/** Names of the velocities of other sets. */
export const takenNames = (wire: VelocitySymbolTable, ownSetId: string): readonly string[] =>
  wire.velocities.filter(({ setId }) => setId !== ownSetId).map(({ name }) => name);

/** The wire's symbol table as the checker takes it. */
export const checkerSymbols = (wire: VelocitySymbolTable, taken: readonly string[]): SymbolTable => ({
  attributes: wire.attributes.map(({ path, type, description, values }) => ({
    path,
    type: values ? 'enum' : type,
    description,
    ...(values ? { values } : {}),
  })),
  lists: wire.lists,
  functions: wire.functions,
  sources: wire.sources,
  velocitySet: { events: wire.events.map(({ name }) => name), takenNames: taken },
  limits: wire.limits,
});
