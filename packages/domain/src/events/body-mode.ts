/** Whether a value of another type in a body is read as the original's serializer did, or refused (ADR 0059). */
export const BODY_MODES = ['lenient', 'strict'] as const;
export type BodyMode = (typeof BODY_MODES)[number];
export const DEFAULT_BODY_MODE: BodyMode = 'lenient';
