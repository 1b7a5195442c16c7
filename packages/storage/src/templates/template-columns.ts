import { nameKey } from '@redoubt/domain';

/** What a template is, whatever it holds. */
export type StoredTemplate = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  readonly description: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly version: number;
};

export const TEMPLATE_COLUMNS = [
  'template_id as id',
  'environment_id as environmentId',
  'name',
  'description',
  'created_by as createdBy',
  'created_at as createdAt',
  'version',
] as const;

/** The same as a new row. */
export const templateRow = (tenantId: string, template: Omit<StoredTemplate, 'version'>) => ({
  tenant_id: tenantId,
  template_id: template.id,
  environment_id: template.environmentId,
  name: template.name,
  name_key: nameKey(template.name),
  description: template.description,
  created_by: template.createdBy,
  created_at: template.createdAt,
});
