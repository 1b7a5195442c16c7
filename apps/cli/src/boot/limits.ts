import { readLimits, type Limits } from '@redoubt/services';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

/** How much may be published, as the server of this data has it. */
export const limitsOf = ({ variables }: CliContext): Limits => {
  const { RULE_LIMITS: text = '' } = variables;
  const limits = readLimits(text);
  if (limits === null) throw new CliError('RULE_LIMITS must be name=number pairs separated by commas.');
  return limits;
};
