import { MAX_FUNCTION_OUTPUTS, MAX_FUNCTIONS, MAX_RULE_TEMPLATES } from '@redoubt/domain';
import { DEFAULT_RULE_LIMITS, type RuleLimits } from '@redoubt/fql';

/**
 * How much may be published (`docs/language/guide.md#limits`, `docs/reference/limits.md`). Checked when a user
 * publishes, never of what is published already: a limit that becomes lower takes nothing away.
 */
export type Limits = RuleLimits & {
  readonly functionsPerEnvironment: number;
  readonly ruleTemplatesPerEnvironment: number;
};

/** The documented values. */
export const DEFAULT_LIMITS: Limits = {
  functionsPerEnvironment: MAX_FUNCTIONS,
  ruleTemplatesPerEnvironment: MAX_RULE_TEMPLATES,
  ...DEFAULT_RULE_LIMITS,
};

const isLimit = (name: string): name is keyof Limits => Object.hasOwn(DEFAULT_LIMITS, name);

/** Limits of the size of texts. */
const SIZES: ReadonlySet<keyof Limits> = new Set([
  'membersPerPath',
  'expressionsPerText',
  'expressionsPerRule',
  'variablesPerRule',
  'patternsPerRule',
  'charactersPerRule',
]);

/** Most that an installation may choose; velocities and outputs are read in one request. */
const mostOf = (name: keyof Limits): number => {
  // What a rule of the documented size costs is measured; a larger one could hold decisions up.
  if (SIZES.has(name)) return DEFAULT_LIMITS[name];
  return name === 'velocitiesPerSet' || name === 'propertiesPerFunction' ? MAX_FUNCTION_OUTPUTS : 10_000;
};

/**
 * Limits as a setting says them, `functionsPerEnvironment=60,velocitiesPerFunction=20`; those it does not name have the
 * documented value. Null for a text that names none or is no whole number in its bounds.
 */
export const readLimits = (text: string): Limits | null => {
  const chosen: [string, number][] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = '', digits = ''] = /^(\w+)=(\d{1,6})$/.exec(part) ?? [];
    const value = Number(digits);
    if (!isLimit(name) || value < 1 || value > mostOf(name)) return null;
    chosen.push([name, value]);
  }
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(chosen) };
};

/** The limits of texts in a context, as the checker takes them. */
export const ruleLimitsOf = ({ limits = DEFAULT_LIMITS }: { readonly limits?: Limits | undefined }): RuleLimits => {
  const { functionsPerEnvironment: _functions, ruleTemplatesPerEnvironment: _templates, ...ofTexts } = limits;
  return ofTexts;
};
