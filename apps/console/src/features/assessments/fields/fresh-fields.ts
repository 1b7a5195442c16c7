import type { CustomFieldInput } from '@redoubt/contracts';
import {
  definedSchema,
  proposeFields,
  schemaAttributes,
  type DefinedTemplate,
  type FieldType,
  type SectionName,
} from '@redoubt/domain';
import { newField } from './field-rows.ts';

/** What a schema has before fields of one's own are added. */
export type StandardSchema = { readonly template: DefinedTemplate; readonly sections: readonly SectionName[] };

type Seen = { readonly path: string; readonly type: FieldType; readonly sample: unknown };

/** Fields that were seen and that neither the schema nor the ones chosen before know. */
export const freshFields = (
  seen: readonly Seen[],
  { template, sections }: StandardSchema,
  chosen: readonly CustomFieldInput[],
): readonly CustomFieldInput[] => {
  const standard = schemaAttributes(definedSchema({ template, definition: { sections, fields: [] } }));
  const known = new Set([...standard, ...chosen].map(({ path }) => path.toLowerCase()));
  return seen
    .filter(({ path }) => !known.has(path.toLowerCase()) && !/^_?metadata(\.|$)/i.test(path))
    .map(({ path, type, sample }) => newField(path, type, sample));
};

export type ReadExample =
  | { readonly seen: ReturnType<typeof proposeFields> }
  /** Why it is no JSON object. */
  | { readonly reason: string };

/** The fields of a body that was pasted. */
export const readExample = (pasted: string): ReadExample => {
  try {
    const body: unknown = JSON.parse(pasted);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { reason: '{ }' };
    return { seen: proposeFields([body as Parameters<typeof proposeFields>[0][number]]) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
};
