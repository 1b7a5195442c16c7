import type pg from 'pg';
import { insertRows } from '../../database/insert-rows.ts';
import type { StoredAssessment } from '../../log/log-event.ts';
import { attributeLinks, decisionLinks, valuesInRow } from './links.ts';

export type LinkRow = {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly attribute: number;
  readonly value: string;
  readonly event_time: number;
  readonly position: number;
};
const COLUMNS = {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  attribute: 'int2',
  value: 'text',
  event_time: 'timestamptz',
  position: 'int8',
} as const;
const LINKS = insertRows<LinkRow>('search-links', 'event_link', COLUMNS);
const MISSING_LINKS = insertRows<LinkRow>('search-missing-links', 'event_link', COLUMNS, 'on conflict do nothing');

/** Rows that lead to an event from its values that its row in search does not hold as they are compared, and from the clauses that fired. */
export const linkRowsOf = (event: StoredAssessment): readonly LinkRow[] => {
  const { tenantId: tenant_id, environmentId: environment_id, eventTimeMs: event_time, position, facts } = event;
  const inRow = valuesInRow(facts);
  const links = [...attributeLinks(facts).filter(({ a, v }) => inRow.get(a) !== v), ...decisionLinks(facts)];
  return links.map(({ a: attribute, v: value }) => ({
    tenant_id,
    environment_id,
    attribute,
    value,
    event_time,
    position,
  }));
};

/** In the order of their key: neighbours in the index are written one after the other. */
const byAttribute = (a: LinkRow, b: LinkRow): number =>
  a.attribute - b.attribute || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

/** Writes links that are not there. */
export const insertLinks = async (client: pg.ClientBase, links: readonly LinkRow[]): Promise<void> => {
  if (links.length === 0) return;
  await client.query(LINKS.statement(links.toSorted(byAttribute)));
};

/** Writes those of some links that are missing. */
export const insertMissingLinks = async (client: pg.ClientBase, links: readonly LinkRow[]): Promise<void> => {
  if (links.length === 0) return;
  await client.query(MISSING_LINKS.statement(links.toSorted(byAttribute)));
};
