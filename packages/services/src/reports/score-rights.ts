import { allows, fail } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';

const PERMISSION = 'scoreReport:read';

type Reader = Pick<EnvironmentContext, 'capabilities'>;

export const mayReadScores = ({ capabilities }: Reader): boolean => allows(capabilities, PERMISSION);

/**
 * Scores have a permission of their own: who reads reports without it learns none by groups, filters or bars either. Throws
 * AUTH-FORBIDDEN.
 */
export const checkScores = (dimensions: readonly (string | null)[], reader: Reader): void => {
  if (dimensions.includes('score') && !mayReadScores(reader)) throw fail('AUTH-FORBIDDEN', { permission: PERMISSION });
};
