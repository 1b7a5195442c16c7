import { allows } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';

export const mayWriteFunctions = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'functionsAndVelocities:write');
