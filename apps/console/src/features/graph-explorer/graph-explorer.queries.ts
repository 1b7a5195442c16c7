import { searchGraph, type BodyIn } from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** What is connected with a value; it stays as it is until it is asked for anew. */
export const graphQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof searchGraph>) =>
  read(
    call,
    searchGraph,
    { params: { environmentId }, body },
    { staleTime: Infinity, placeholderData: keepPreviousData },
  );
