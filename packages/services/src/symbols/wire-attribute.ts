import type { SymbolTable } from '@redoubt/contracts';
import type { AttributeSymbol } from '@redoubt/fql';
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
