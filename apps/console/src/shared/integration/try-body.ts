import { kindFacts, type BodyNotice, type BodyProblem } from '@redoubt/domain';
import type { GuidedApi } from './guided-api.ts';

/** A sample of an API under an id of its own, so that each try is a new event. */
export const freshSample = (api: GuidedApi, id: string, size: 'minimal' | 'full' = 'minimal'): string => {
  const body = structuredClone(api.samples[size]) as Record<string, unknown>;
  const idPath = kindFacts(api.id).id;
  if (idPath !== '') {
    const path = idPath.split('.');
    let place: Record<string, unknown> = body;
    for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
    place[path.at(-1) ?? ''] = id;
  }
  return JSON.stringify(body, null, 2);
};

export type ReadBody =
  | {
      readonly body: Record<string, unknown>;
      readonly problems: readonly BodyProblem[];
      /** What would be accepted though the schema does not know it. */
      readonly notices: readonly BodyNotice[];
    }
  | { readonly notJson: string };

/** What was typed as a body, with everything the API would refuse or take unknown. */
export const readBody = (api: GuidedApi, text: string): ReadBody => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { notJson: '{ }' };
    const shaped = structuredClone(body);
    const problems = api.check(shaped);
    return { body: body as Record<string, unknown>, problems, notices: api.notices(shaped) };
  } catch (error) {
    return { notJson: error instanceof Error ? error.message : String(error) };
  }
};
