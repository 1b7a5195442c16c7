import { readFileSync } from 'node:fs';
import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { FEATURES, ROUTES } from '@redoubt/console/routes';
import type { ShownCase } from './demonstration-case.ts';

/** One picture to take: an address and, where a row of a list leads on, the link followed from there. */
export type Place = {
  readonly name: string;
  readonly path: string;
  readonly follow?: string;
  /** What is shown in place of an answer of the server, in a state that the demonstration is not in. */
  readonly given?: { readonly of: RegExp; readonly change: (answer: unknown) => unknown };
};

/** What stands for the parameters of the route table in the demonstration. */
const PARAMETERS: Readonly<Record<string, string>> = {
  assessmentId: 'assessment-1',
  observationId: '1',
  id: 'purchase',
  uploadId: 'unknown',
  entityKind: 'terminal',
  entityId: 'S001-T1',
};

const nameOf = (path: string): string =>
  path
    .replaceAll(/[:?=&]/g, '')
    .split('/')
    .filter(Boolean)
    .join('.') || 'home';

/** Every page of the console, redirects left out, and what opens from their lists. */
export const places = (
  event: { readonly environmentId: string; readonly id: string },
  shownCase: ShownCase = { queueId: GENERAL_QUEUE_ID, eventId: event.id },
): readonly Place[] => [
  ...ROUTES.filter((route) => !('redirectTo' in route) && route.permission !== 'anonymous').map(({ path }) => ({
    name: nameOf(path),
    path: path.includes('/:eventType/:envId/:id')
      ? path
          .replace(
            ':eventType/:envId/:id',
            `purchase/${event.environmentId}/${path.includes(':queueId') ? shownCase.eventId : event.id}`,
          )
          .replace(':queueId', shownCase.queueId)
      : path.replaceAll(/:(\w+)/g, (_whole, name: string) => ({ ...PARAMETERS, ...shownCase })[name] ?? ''),
  })),
  ...FEATURES.flatMap((feature): readonly Place[] => ('pictures' in feature ? feature.pictures : [])),
];

/** A name that the demonstration brings, as the console shows it in a language. */
export const shownIn = (language: string, name: string): string => {
  if (language === 'en-US') return name;
  const file = new URL(`../../packages/i18n/catalogues/${language}/provided.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>)[name] ?? name;
};
