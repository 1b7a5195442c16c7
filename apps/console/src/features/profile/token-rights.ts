import type { EnvironmentSummary } from '@redoubt/contracts';
import { CAPABILITIES, withDescendants, type Access, type Capabilities, type Capability } from '@redoubt/domain';

/** What a token can be given in some environments: the most that is held in any of them, in the order of the role matrix. */
export const rightsToGive = (
  environments: readonly EnvironmentSummary[],
  environmentIds: readonly string[] | null,
): readonly (readonly [Capability, Access])[] => {
  const reached = new Set(environmentIds?.flatMap((id) => withDescendants(id, environments)));
  const inScope = environments.filter(({ id }) => environmentIds === null || reached.has(id));
  return CAPABILITIES.flatMap((capability): (readonly [Capability, Access])[] => {
    const held = inScope.map(({ capabilities }) => capabilities[capability]);
    if (held.includes('write')) return [[capability, 'write']];
    return held.includes('read') ? [[capability, 'read']] : [];
  });
};

/** What moving the configuration of an environment by `redoubt config` needs. */
const CONFIGURATION: readonly Capability[] = [
  'assessments',
  'decisionRules',
  'functionsAndVelocities',
  'externalCalls',
  'lists',
  'personalData',
  'queues',
  'queueAssignments',
  'routingRules',
];

export const TOKEN_PRESETS = ['read', 'configuration', 'all'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

/** Rights that are often wanted together, as far as they are held. */
export const presetRights = (preset: TokenPreset, rights: readonly (readonly [Capability, Access])[]): Capabilities => {
  const chosen = rights.flatMap(([capability, access]): (readonly [Capability, Access])[] => {
    if (preset === 'all') return [[capability, access]];
    if (preset === 'read') return [[capability, 'read']];
    return CONFIGURATION.includes(capability) ? [[capability, access]] : [];
  });
  return Object.fromEntries(chosen);
};

/** Rights without those that are no longer to be given, such as after an environment was left out. */
export const rightsLeft = (chosen: Capabilities, rights: readonly (readonly [Capability, Access])[]): Capabilities =>
  Object.fromEntries(
    rights.flatMap(([capability, most]) => {
      const access = chosen[capability];
      return access === undefined ? [] : [[capability, most === 'read' ? 'read' : access]];
    }),
  );
