import { getAttributes, getOntology } from '@redoubt/contracts';
import type { OntologyEntity } from '@redoubt/domain';
import { queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';

export const ontologyQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: ['ontology', environmentId] as const,
    queryFn: ({ signal }) => call(getOntology, { params: { environmentId }, signal }),
  });

/** Attributes with what the newest events carried: read again whenever the user comes back to the page. */
export const attributesQuery = (call: ApiCall, environmentId: string, entity: OntologyEntity) =>
  queryOptions({
    queryKey: ['ontology', environmentId, 'attributes', entity] as const,
    queryFn: ({ signal }) => call(getAttributes, { params: { environmentId }, query: { entity }, signal }),
    staleTime: 0,
  });
