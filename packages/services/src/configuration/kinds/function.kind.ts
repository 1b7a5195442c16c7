import {
  EVENT_EXAMPLES,
  FUNCTION_TYPES,
  MAX_FUNCTION_NAME,
  MAX_FUNCTION_OUTPUTS,
  MAX_FUNCTION_PARAMETERS,
  nameKey,
  type FunctionParameter,
  type FunctionOutput,
} from '@redoubt/domain';
import { referencePlaces } from '@redoubt/fql';
import { canonicalJson, invariant, isJsonObject, type Json } from '@redoubt/kernel';
import {
  functionStore,
  listFunctions,
  listPublishedFunctions,
  type StoredFunctionText,
  type TenantTransaction,
} from '@redoubt/storage';
import { z } from 'zod';
import { changedBy } from '../../activity/record-activity.ts';
import type { EnvironmentContext } from '../../context.ts';
import { createFunction, deleteFunction, publishFunction, renameFunction } from '../../functions/function.commands.ts';
import { storableFunctionText } from '../../symbols/function-text.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { codeBlock, yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';
import { clausePlaces, namingParts, withKnownIds } from './rules/clauses.ts';

type FunctionContent = {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  readonly outputs: readonly Omit<FunctionOutput, 'id'>[];
  readonly payload: Json;
};

const type = z.enum(FUNCTION_TYPES);
const name = z.string().max(MAX_FUNCTION_NAME);
const fallback = z.custom<Json>((value) => value !== undefined, 'expected a value');

const schema = z.strictObject({
  function: name,
  description: z.string().max(500).default(''),
  parameters: z
    .array(z.strictObject({ name, type, default: fallback }))
    .max(MAX_FUNCTION_PARAMETERS)
    .default([]),
  outputs: z
    .array(
      z.strictObject({
        name,
        description: z.string().max(500).default(''),
        type,
        default: fallback,
        code: z.string().max(20_000),
      }),
    )
    .min(1)
    .max(MAX_FUNCTION_OUTPUTS),
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”').optional(),
});

const EXAMPLE: Json = EVENT_EXAMPLES.purchase.full;

const find = async (trx: TenantTransaction, context: EnvironmentContext, named: string) =>
  (await listFunctions(trx, context.environmentId)).find((each) => nameKey(each.name) === nameKey(named));

const meaningOf = ({ parameters, outputs }: Pick<FunctionContent, 'parameters' | 'outputs'>): string =>
  canonicalJson([
    parameters.map((each) => [each.name, each.type, each.fallback]),
    outputs.map((each) => [each.name, each.description, each.type, each.fallback, each.code]),
  ]);

const matchesFile = (content: FunctionContent, text: StoredFunctionText): boolean =>
  meaningOf(content) === meaningOf(text) && canonicalJson(content.payload) === canonicalJson(text.samplePayload);

/** Functions that others of the same files call come before them. A cycle stays as it is and is refused where it closes. */
const calledFirst = (contents: readonly FunctionContent[]): readonly FunctionContent[] => {
  const left = new Map(contents.map((content) => [nameKey(content.name), content]));
  const arranged: FunctionContent[] = [];
  const visit = (content: FunctionContent): void => {
    if (!left.delete(nameKey(content.name))) return;
    for (const { code } of content.outputs) {
      for (const { of, name: called } of referencePlaces('functionProperty', code)) {
        const other = of === 'function' ? left.get(nameKey(called)) : undefined;
        if (other) visit(other);
      }
    }
    arranged.push(content);
  };
  for (const content of contents) visit(content);
  return arranged;
};

/** Published functions of the environment. */
export const functionKind: ResourceKind<FunctionContent> = {
  kind: 'function',
  capability: 'functionsAndVelocities',
  owns: (path) => /^functions\/[^/]+\.ya?ml$/.test(path),
  nameOf: (content) => content.name,
  arrange: calledFirst,
  filesOf: ({ name: named, description, parameters, outputs, payload }) => [
    yamlFile(`functions/${fileNameOf(named)}.yaml`, {
      function: named,
      ...(description === '' ? {} : { description }),
      ...(parameters.length === 0
        ? {}
        : { parameters: parameters.map((each) => ({ name: each.name, type: each.type, default: each.fallback })) }),
      outputs: outputs.map((each) => ({
        name: each.name,
        ...(each.description === '' ? {} : { description: each.description }),
        type: each.type,
        default: each.fallback,
        code: codeBlock(each.code),
      })),
      ...(canonicalJson(payload) === canonicalJson(EXAMPLE) ? {} : { payload }),
    }),
  ],
  read: yamlReader(schema, ({ function: named, description, parameters, outputs, payload = EXAMPLE }, source) => ({
    content: {
      name: named.trim(),
      description,
      parameters: parameters.map(({ default: value, ...each }) => ({ ...each, fallback: value })),
      outputs: outputs.map(({ default: value, ...each }) => ({ ...each, fallback: value })),
      payload,
    },
    placeOf: (path) => {
      const steps = /^body\.text\.(\w+)\[(\d+)\]/.exec(path);
      if (steps) return { path: source.file.path, ...source.placeOf([steps[1] ?? '', Number(steps[2])]) };
      return clausePlaces(source, { clauses: 'outputs', code: 'code', whole: 'function' })(path);
    },
  })),
  replaceInTexts: (content, replace) => ({
    ...content,
    outputs: content.outputs.map((output) => ({ ...output, code: replace('functionProperty', output.code) })),
  }),
  load: async (trx, { environmentId }) =>
    (await listPublishedFunctions(trx, environmentId)).map((each) => ({
      name: each.name,
      description: each.description,
      parameters: each.parameters,
      outputs: each.outputs,
      payload: each.samplePayload,
    })),
  put: async (trx, context, content) => {
    const { description, parameters, payload } = content;
    const known = await find(trx, context, content.name);
    const published = known && (await functionStore.readVersions(trx, known.id))[0];
    if (known && (content.name !== known.name || description !== known.description)) {
      await renameFunction(context, known.id, { version: tagOf(known.version), name: content.name, description });
    }
    if (published && matchesFile(content, published)) return;
    const outputs = withKnownIds(content.outputs, published?.outputs ?? []);
    const text = storableFunctionText({
      parameters: parameters.map((each) => ({ ...each })),
      outputs: outputs.map((each) => ({ ...each })),
      samplePayload: payload,
    });
    const draft = known && (await functionStore.findDraft(trx, known.id));
    if (!known) {
      const blank = { parameters: [], outputs: [], samplePayload: payload };
      await createFunction(context, { name: content.name, description, text: blank });
    }
    const stored = await find(trx, context, content.name);
    invariant(stored, `function ${content.name} is there`);
    const { by, at } = changedBy(context);
    const basedOnVersion = stored.publishedVersion ?? 0;
    await functionStore.saveDraft(trx, context.tenantId, stored.id, {
      ...text,
      basedOnVersion,
      savedBy: by,
      savedAt: at,
    });
    await namingParts(
      outputs.map(({ id }) => id),
      () => publishFunction(context, stored.id, { version: tagOf(stored.version), description, note: 'Imported' }),
    );
    if (draft) await functionStore.saveDraft(trx, context.tenantId, stored.id, draft);
  },
  remove: async (trx, context, content) => {
    const stored = await find(trx, context, content.name);
    if (stored) await deleteFunction(context, stored.id, tagOf(stored.version));
  },
};
