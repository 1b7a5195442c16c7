// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import { getMe } from '@redoubt/contracts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { familyKey, ownKey, readKey } from './read.ts';

declare const client: QueryClient;

// Keys of the cache are made by the functions of the API alone.
client.getQueryData(readKey(getMe, {}));
void client.invalidateQueries({ queryKey: familyKey(getMe, 'e') });
void client.invalidateQueries({ queryKey: ownKey('window', 'e') });

// @ts-expect-error -- an array that is written out
client.getQueryData(['me']);
// @ts-expect-error -- an array that is written out
void client.invalidateQueries({ queryKey: ['me'] });
// @ts-expect-error -- an array that is written out
queryOptions({ queryKey: ['me', 'now'] as const, queryFn: () => 1 });
