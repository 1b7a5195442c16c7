import { getAttributes, getOntology } from '@redoubt/contracts';
import type { OntologyEntity } from '@redoubt/domain';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export const ontologyQuery = (call: ApiCall, environmentId: string) =>
  read(call, getOntology, { params: { environmentId } });

/** Attributes with what the newest events carried: read again whenever the user comes back to the page. */
export const attributesQuery = (call: ApiCall, environmentId: string, entity: OntologyEntity) =>
  read(call, getAttributes, { params: { environmentId }, query: { entity } }, { staleTime: 0 });
