import type { SymbolTable } from '@redoubt/contracts';
import type { AttributeSymbol, FunctionSymbol, ListSymbol } from '@redoubt/fql';
import type { SeenAttribute } from './seen-attributes.ts';

export type WireAttribute = SymbolTable['attributes'][number];

export const exampleOf = (seen: SeenAttribute | undefined): Pick<WireAttribute, 'example'> =>
  seen === undefined || seen.example === null ? {} : { example: seen.example };

/** An attribute of a schema as the console gets it, with an example where recent events had a value. */
export const wireAttribute = (attribute: AttributeSymbol, seen?: SeenAttribute): WireAttribute => ({
  path: attribute.path,
  type: attribute.type === 'enum' ? 'string' : attribute.type,
  source: 'schema',
  description: attribute.description ?? '',
  ...(attribute.values ? { values: [...attribute.values] } : {}),
  ...exampleOf(seen),
});

/** A list as the console gets it; one whose rows are kept elsewhere cannot be read everywhere. */
export const wireList = ({ name, columns, remote }: ListSymbol): SymbolTable['lists'][number] => ({
  name,
  columns: [...columns],
  ...(remote ? { remote } : {}),
});

/** A function as the console gets it. */
export const wireFunction = ({
  scope = 'here',
  name,
  parameters,
  properties,
}: FunctionSymbol): SymbolTable['functions'][number] => ({
  scope,
  name,
  parameters: parameters.map((parameter) => ({ ...parameter })),
  properties: properties.map(({ name: property, type = 'String', scores, uncountable }) => ({
    name: property,
    type,
    ...(scores ? { scores: [...scores] } : {}),
    ...(uncountable ? { uncountable: { kind: uncountable.kind, chain: [...uncountable.chain] } } : {}),
  })),
});
