import {
  ASSESSMENT_KINDS,
  attributePlace,
  BODY_MODES,
  DEFAULT_BODY_MODE,
  MAX_ATTRIBUTE_PATH,
  SEARCH_ATTRIBUTE_TYPES,
  VELOCITY_WINDOW_MODES,
  type AssessmentKind,
  type BodyMode,
  type SearchAttributeType,
  type VelocityWindowMode,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findWindowMode,
  listEnvironments,
  listSearchAttributes,
  type StoredSearchAttribute,
  type TenantTransaction,
} from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../context.ts';
import { putBodyMode } from '../../integration/put-body-mode.command.ts';
import { createSearchAttribute, deleteSearchAttribute } from '../../search/search-attributes.commands.ts';
import { putVelocitySettings } from '../../velocities/velocity-settings.command.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';

/** Version of the layout of files. */
const FORMAT = 1;
const PATH = 'environment.yaml';

/** An attribute of the product's events that is searchable. */
type SearchAttributeContent = {
  readonly event: AssessmentKind;
  readonly path: string;
  readonly type: SearchAttributeType;
};

type EnvironmentContent = {
  readonly windowMode: VelocityWindowMode;
  readonly bodyMode: BodyMode;
  /** Null where the file says nothing of them: they stay as they are. */
  readonly searchable: readonly SearchAttributeContent[] | null;
};

const schema = z.strictObject({
  format: z.literal(FORMAT),
  velocityWindows: z.enum(VELOCITY_WINDOW_MODES),
  /** Left out by files of the time before it could be chosen. */
  bodies: z.enum(BODY_MODES).default(DEFAULT_BODY_MODE),
  /** Likewise; then they stay as they are. */
  searchable: z
    .array(
      z.strictObject({
        event: z.enum(ASSESSMENT_KINDS as [AssessmentKind, ...AssessmentKind[]]),
        path: z.string().trim().min(1).max(MAX_ATTRIBUTE_PATH),
        type: z.enum(SEARCH_ATTRIBUTE_TYPES),
      }),
    )
    .nullable()
    .default(null),
});

const keyOf = ({ event, path }: SearchAttributeContent): string => `${event} ${path.toLowerCase()}`;

/** Under the path that it is kept under; one that leads nowhere is refused when it is put. */
const spelled = (attribute: SearchAttributeContent): SearchAttributeContent => {
  const place = attributePlace(attribute.event, attribute.path);
  return 'path' in place ? { ...attribute, path: place.path } : attribute;
};

const inOrder = (attributes: readonly SearchAttributeContent[]): readonly SearchAttributeContent[] =>
  attributes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const hereOf = async (trx: TenantTransaction, environmentId: Id): Promise<readonly StoredSearchAttribute[]> =>
  (await listSearchAttributes(trx)).filter(
    (each) => each.environmentId === environmentId && each.work?.task !== 'remove',
  );

/** Makes what is searchable as a file says; another type is another attribute, and comes once the former is gone. */
const putSearchable = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  wanted: readonly SearchAttributeContent[],
  fill: boolean,
): Promise<void> => {
  const here = await hereOf(trx, context.environmentId);
  const same = (a: SearchAttributeContent, b: StoredSearchAttribute): boolean =>
    keyOf(a) === keyOf({ ...b, event: b.kind }) && a.type === b.type;
  for (const each of here) {
    if (!wanted.some((one) => same(one, each))) await deleteSearchAttribute(context, each.id);
  }
  for (const each of wanted) {
    if (here.some((one) => same(each, one))) continue;
    await createSearchAttribute(context, { eventType: each.event, path: each.path, type: each.type, fill });
  }
};

/** Settings of the environment as a whole; its name and place belong to the installation, not to the configuration. */
export const environmentKind: ResourceKind<EnvironmentContent> = {
  kind: 'environment',
  capability: 'functionsAndVelocities',
  writtenWith: ['rootEnvironmentsUpdate', 'assessments'],
  owns: (path) => path === PATH,
  nameOf: () => 'environment',
  filesOf: ({ windowMode, bodyMode, searchable }) => [
    yamlFile(PATH, {
      format: FORMAT,
      velocityWindows: windowMode,
      bodies: bodyMode,
      searchable: inOrder(searchable ?? []).map(({ event, path, type }) => ({ event, path, type })),
    }),
  ],
  read: yamlReader(schema, (members, source) => ({
    content: {
      windowMode: members.velocityWindows,
      bodyMode: members.bodies,
      searchable: members.searchable && members.searchable.map(spelled),
    },
    placeOf: () => ({ path: source.file.path, ...source.placeOf([]) }),
  })),
  load: async (trx, { environmentId }) => {
    const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
    return [
      {
        windowMode: await findWindowMode(trx, environmentId),
        bodyMode: environment?.bodyMode ?? DEFAULT_BODY_MODE,
        searchable: (await hereOf(trx, environmentId)).map(({ kind, path, type }) => ({ event: kind, path, type })),
      },
    ];
  },
  settle: (content, current) =>
    content.searchable === null && current ? { ...content, searchable: current.searchable } : content,
  put: async (trx, context, { windowMode, bodyMode, searchable }, { velocityStart }) => {
    await putVelocitySettings(context, { windowMode });
    await putBodyMode(context, { bodyMode });
    if (searchable !== null) await putSearchable(trx, context, searchable, velocityStart === 'withHistory');
  },
};
