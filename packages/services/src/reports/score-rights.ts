import { allows, fail } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';

/**
 * Scores have a permission of their own: who reads reports without it learns none by groups, filters or bars either. Throws
 * AUTH-FORBIDDEN.
 */
export const checkScores = (
  dimensions: readonly (string | null)[],
  { capabilities }: Pick<EnvironmentContext, 'capabilities'>,
): void => {
  const permission = 'scoreReport:read';
  if (dimensions.includes('score') && !allows(capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
};
