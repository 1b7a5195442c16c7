import { VELOCITY_WINDOW_MODES, type VelocityWindowMode } from '@redoubt/domain';
import { findWindowMode } from '@redoubt/storage';
import { z } from 'zod';
import { putVelocitySettings } from '../../velocities/velocity-settings.command.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../yaml-file.ts';

/** Version of the layout of files. */
const FORMAT = 1;
const PATH = 'environment.yaml';

type EnvironmentContent = { readonly windowMode: VelocityWindowMode };

const schema = z.strictObject({
  format: z.literal(FORMAT),
  velocityWindows: z.enum(VELOCITY_WINDOW_MODES),
});

/** Settings of the environment as a whole; its name and place belong to the installation, not to the configuration. */
export const environmentKind: ResourceKind<EnvironmentContent> = {
  kind: 'environment',
  capability: 'functionsAndVelocities',
  owns: (path) => path === PATH,
  nameOf: () => 'environment',
  filesOf: ({ windowMode }) => [yamlFile(PATH, { format: FORMAT, velocityWindows: windowMode })],
  read: async (file, { complain }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, complain);
    if (!members) return null;
    return {
      content: { windowMode: members.velocityWindows },
      placeOf: () => ({ path: file.path, ...source.placeOf([]) }),
    };
  },
  load: async (trx, { environmentId }) => [{ windowMode: await findWindowMode(trx, environmentId) }],
  put: async (_trx, context, { windowMode }) => {
    await putVelocitySettings(context, { windowMode });
  },
};
