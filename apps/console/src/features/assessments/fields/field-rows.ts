import { updateObservation, type CustomFieldInput } from '@redoubt/contracts';
import type { FieldType } from '@redoubt/domain';
import { z } from 'zod';

/** A field without a name yet. */
export const newField = (path = '', type: FieldType = 'string', sample: unknown = null): CustomFieldInput => ({
  path,
  friendlyName: '',
  type,
  sample,
  required: false,
  searchable: false,
});

const { element: field } = updateObservation.body.shape.fields;

/** Fields of the customer's own as they are typed; a row without a name is none. */
export const fieldRows = z
  .array(field.extend({ path: z.string().trim().max(400) }))
  .transform((rows) => rows.filter(({ path }) => path !== ''));
