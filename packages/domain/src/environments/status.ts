/** States of an environment (`entities.md` §1). */
export const ENVIRONMENT_STATUSES = [
  'New',
  'Creating',
  'Active',
  'CreateFailed',
  'Error',
  'SoftDeleting',
  'Deleted',
  'Deleting',
  'DeleteFailed',
] as const;
export type EnvironmentStatus = (typeof ENVIRONMENT_STATUSES)[number];
