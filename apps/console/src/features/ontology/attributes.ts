import type { OntologyAttribute, OntologyAttributes } from '@redoubt/contracts';
import { csvText } from '../../shared/files/csv-text.ts';

/** What the grid can be narrowed to. */
export const ONLY = ['custom', 'searchable', 'linkable', 'personal', 'neverSent'] as const;
export type Only = (typeof ONLY)[number];

/** An attribute is known by the event that carries it and its path. */
export const attributeId = ({ event, path }: Pick<OntologyAttribute, 'event' | 'path'>): string => `${event} ${path}`;

const MATCHES: Readonly<Record<Only, (attribute: OntologyAttribute) => boolean>> = {
  custom: ({ source }) => source === 'custom' || source === 'sent',
  searchable: ({ isSearchable }) => isSearchable,
  linkable: ({ linkableAs }) => linkableAs !== null,
  personal: ({ personalData }) => personalData !== null,
  neverSent: ({ sent }) => sent === 0,
};

/** Attributes whose path, name or description has the words, narrowed to one group where one is chosen. */
export const narrowed = (
  attributes: readonly OntologyAttribute[],
  find: string,
  only: Only | undefined,
): readonly OntologyAttribute[] => {
  const wanted = find.trim().toLowerCase();
  return attributes.filter(
    (attribute) =>
      (only === undefined || MATCHES[only](attribute)) &&
      [attribute.path, attribute.name, attribute.description].some((text) => text.toLowerCase().includes(wanted)),
  );
};

/** The part of the newest events that carried an attribute, from 0 to 100; null where nothing can be said. */
export const percentSent = (
  { event, sent }: Pick<OntologyAttribute, 'event' | 'sent'>,
  looked: OntologyAttributes['looked'],
): number | null => {
  const events = looked.find((each) => each.event === event)?.events ?? 0;
  return sent === null || events === 0 ? null : (sent / events) * 100;
};

/** How rules, velocities and functions write it. */
export const ruleReference = (path: string): string => `@"${path}"`;

/** Attributes as CSV, in the words of the API. */
export const attributesCsv = (attributes: readonly OntologyAttribute[], looked: OntologyAttributes['looked']): string =>
  csvText([
    [
      'event',
      'path',
      'name',
      'type',
      'source',
      'searchable',
      'linkableAs',
      'personalData',
      'sent',
      'looked',
      'usedBy',
      'description',
    ],
    ...attributes.map((attribute) => [
      attribute.event,
      attribute.path,
      attribute.name,
      attribute.type,
      attribute.source,
      String(attribute.isSearchable),
      attribute.linkableAs ?? '',
      attribute.personalData ?? '',
      attribute.sent ?? '',
      looked.find(({ event }) => event === attribute.event)?.events ?? 0,
      attribute.usedBy.map(({ kind, name }) => `${kind} ${name}`).join('; '),
      attribute.description,
    ]),
  ]);
