import {
  BODY_MODES,
  DEFAULT_BODY_MODE,
  VELOCITY_WINDOW_MODES,
  type BodyMode,
  type VelocityWindowMode,
} from '@redoubt/domain';
import { findWindowMode, listEnvironments } from '@redoubt/storage';
import { z } from 'zod';
import { putBodyMode } from '../../integration/put-body-mode.command.ts';
import { putVelocitySettings } from '../../velocities/velocity-settings.command.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, yamlFile } from '../yaml-file.ts';

/** Version of the layout of files. */
const FORMAT = 1;
const PATH = 'environment.yaml';

type EnvironmentContent = { readonly windowMode: VelocityWindowMode; readonly bodyMode: BodyMode };

const schema = z.strictObject({
  format: z.literal(FORMAT),
  velocityWindows: z.enum(VELOCITY_WINDOW_MODES),
  /** Left out by files of the time before it could be chosen. */
  bodies: z.enum(BODY_MODES).default(DEFAULT_BODY_MODE),
});

/** Settings of the environment as a whole; its name and place belong to the installation, not to the configuration. */
export const environmentKind: ResourceKind<EnvironmentContent> = {
  kind: 'environment',
  capability: 'functionsAndVelocities',
  owns: (path) => path === PATH,
  nameOf: () => 'environment',
  filesOf: ({ windowMode, bodyMode }) => [
    yamlFile(PATH, { format: FORMAT, velocityWindows: windowMode, bodies: bodyMode }),
  ],
  read: async (file, { complain }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, complain);
    if (!members) return null;
    return {
      content: { windowMode: members.velocityWindows, bodyMode: members.bodies },
      placeOf: () => ({ path: file.path, ...source.placeOf([]) }),
    };
  },
  load: async (trx, { environmentId }) => {
    const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
    return [
      {
        windowMode: await findWindowMode(trx, environmentId),
        bodyMode: environment?.bodyMode ?? DEFAULT_BODY_MODE,
      },
    ];
  },
  put: async (_trx, context, { windowMode, bodyMode }) => {
    await putVelocitySettings(context, { windowMode });
    await putBodyMode(context, { bodyMode });
  },
};
