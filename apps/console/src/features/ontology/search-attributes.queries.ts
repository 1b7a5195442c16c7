import {
  cancelSearchBackfill,
  createSearchAttribute,
  deleteSearchAttribute,
  startFieldBackfill,
  startSearchBackfill,
  type BodyOf,
  type SearchAttributes,
} from '@redoubt/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { searchAttributesKey } from '../../shared/search/search.queries.ts';

/** Makes attributes searchable, ends that, and looks through stored events for them. */
export const useSearchAttributeWrites = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const onSuccess = (attributes: SearchAttributes): void => {
    client.setQueryData(searchAttributesKey(environmentId), attributes);
    void client.invalidateQueries({ queryKey: ['ontology', environmentId, 'attributes'] });
  };
  const of = (attributeId: string) => ({ params: { environmentId, attributeId } });
  return {
    create: useMutation({
      mutationFn: (body: BodyOf<typeof createSearchAttribute>) => call(createSearchAttribute, { params, body }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(deleteSearchAttribute, of(id)), onSuccess }),
    start: useMutation({ mutationFn: (id: string) => call(startSearchBackfill, of(id)), onSuccess }),
    fill: useMutation({
      mutationFn: (body: BodyOf<typeof startFieldBackfill>) => call(startFieldBackfill, { params, body }),
      onSuccess,
    }),
    cancel: useMutation({ mutationFn: (id: string) => call(cancelSearchBackfill, of(id)), onSuccess }),
  };
};
