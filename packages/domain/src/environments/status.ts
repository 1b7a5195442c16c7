/** States of an environment (`docs/reference/access.md#environments`). */
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

/**
 * Groupings of states (`docs/reference/access.md#environments`). Deleting and DeleteFailed belong to none; SoftDeleting
 * is not pending.
 */
export const STATUS_GROUPS = {
  /** Can be opened. */
  active: ['Active'],
  /** Progress is polled. */
  pending: ['New', 'Creating'],
  /** Row actions are disabled. */
  busy: ['New', 'Creating', 'SoftDeleting'],
  /** Shows its reason, and a retry where there is one. */
  failed: ['CreateFailed', 'Error'],
} as const satisfies Record<string, readonly EnvironmentStatus[]>;
export type StatusGroup = keyof typeof STATUS_GROUPS;

export const isInGroup = (status: EnvironmentStatus, group: StatusGroup): boolean =>
  (STATUS_GROUPS[group] as readonly EnvironmentStatus[]).includes(status);

/** Words a status is shown with; translated as `environmentStatus.<label>`. */
export const STATUS_LABELS = ['New', 'Creating', 'Active', 'Deleting', 'Failed'] as const;
export type StatusLabel = (typeof STATUS_LABELS)[number];

const LABELS: Readonly<Record<EnvironmentStatus, StatusLabel | null>> = {
  New: 'New',
  Creating: 'Creating',
  Active: 'Active',
  CreateFailed: 'Failed',
  Error: 'Failed',
  SoftDeleting: 'Deleting',
  Deleted: null,
  Deleting: null,
  DeleteFailed: null,
};

/** The label of a status; null for the three that have none. */
export const statusLabel = (status: EnvironmentStatus): StatusLabel | null => LABELS[status];

/** Whether a person may open an environment: access and status Active (`docs/reference/access.md#environments`). */
export const isAccessible = (environment: {
  readonly hasAccess: boolean;
  readonly status: EnvironmentStatus;
}): boolean => environment.hasAccess && environment.status === 'Active';

/** What a geography is shown as; null where it has no friendly name. */
export const geographyLabel = (
  geography: { readonly code: string; readonly friendlyName: string | null } | null,
): string | null => geography?.friendlyName ?? null;
