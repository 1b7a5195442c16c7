import * as contracts from '@redoubt/contracts';
import { getAttributes, getOntology } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const ontologyBindings: readonly Binding[] = [
  bind(contracts.getOntology, ({ context }) => getOntology(context)),
  bind(contracts.getAttributes, ({ context, query }) => getAttributes(context, query.entity)),
];
