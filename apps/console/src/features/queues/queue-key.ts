import type { Queue } from '@redoubt/contracts';

/** Which queue of which environment: General has the same id in every one. */
export const keyOf = ({ id, environment }: Pick<Queue, 'id' | 'environment'>): string => `${environment.id}.${id}`;
