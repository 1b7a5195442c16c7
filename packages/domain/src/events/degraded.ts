/**
 * What a decision can lack of what its rules asked for. A decision that lacks any of it is degraded: it was made with a default
 * in its place.
 */
export const DEGRADED_REASONS = ['externalCall', 'externalAssessment', 'list', 'velocity', 'model'] as const;
export type DegradedReason = (typeof DEGRADED_REASONS)[number];
