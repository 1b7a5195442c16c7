import {
  cancelSearchBackfill,
  createSearchAttribute,
  deleteSearchAttribute,
  getAttributes,
  getSearchAttributes,
  startFieldBackfill,
  startSearchBackfill,
  type BodyIn,
} from '@redoubt/contracts';
import { useWrite } from '../../api/use-write.ts';

const ATTRIBUTES = { answers: { read: getSearchAttributes }, changes: [getAttributes] } as const;

const toOne = (attributeId: string) => ({ params: { attributeId } });

/** Makes attributes searchable, ends that, and looks through stored events for them. */
export const useSearchAttributeMutations = () => ({
  create: useWrite(createSearchAttribute, (body: BodyIn<typeof createSearchAttribute>) => ({ body }), ATTRIBUTES),
  remove: useWrite(deleteSearchAttribute, toOne, ATTRIBUTES),
  start: useWrite(startSearchBackfill, toOne, ATTRIBUTES),
  fill: useWrite(startFieldBackfill, (body: BodyIn<typeof startFieldBackfill>) => ({ body }), ATTRIBUTES),
  cancel: useWrite(cancelSearchBackfill, toOne, ATTRIBUTES),
});
