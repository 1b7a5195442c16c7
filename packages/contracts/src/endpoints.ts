import type { Endpoint } from './endpoint.ts';
import * as features from './features.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'method' in value;

/** A row, or the rows of a record that holds nothing else (`PUBLIC_EVENTS`, `PROVISIONING`). */
const rowsOf = (value: unknown): readonly Endpoint[] => {
  if (isEndpoint(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly unknown[] = Object.values(value);
  return members.every(isEndpoint) ? members : [];
};

/** The endpoint table: every call the server answers for people and applications, each once, by the name of its row. */
export const ENDPOINTS: readonly Endpoint[] = [...new Set(Object.values(features).flatMap(rowsOf))];
