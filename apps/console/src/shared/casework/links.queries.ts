import { getLinkedEvents, getLinkSummary, type LinkingAttribute } from '@redoubt/contracts';
import { ownPathOf } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import { useAttributeText } from '../events/use-attribute-text.ts';
import { searchAttributesQuery } from '../search/search.queries.ts';

/** How many days around an event its links are looked for at first. */
export const LINK_DAYS = 30;

/** Links that a list shows, and the most that are exported. */
const SHOWN = 100;
export const MOST_LINKS = 500;

/** What links of an event are looked for. */
export type LinkChoice = {
  readonly attributes: readonly LinkingAttribute[];
  readonly match: 'any' | 'all';
  readonly days: number;
};

export type LinkList = 'cases' | 'decided' | 'all';

export const linksQuery = (
  call: ApiCall,
  environmentId: string,
  ref: EventRef,
  { attributes, match, days }: LinkChoice,
  list: LinkList,
  limit = SHOWN,
) =>
  read(
    call,
    getLinkedEvents,
    { params: { environmentId, ...ref }, query: { attributes: attributes.join(','), match, days, list, limit } },
    { enabled: attributes.length > 0 },
  );

/** How many events share each value of one, and what became of them. */
export const linkSummaryQuery = (call: ApiCall, environmentId: string, ref: EventRef, days: number) =>
  read(call, getLinkSummary, { params: { environmentId, ...ref }, query: { days } });

/** Says attributes in words; those that the customer made searchable by the name they gave. */
export const useAttributeName = (
  attributes: readonly LinkingAttribute[],
): ((attribute: LinkingAttribute) => string) => {
  const say = useText('casework');
  const provided = useProvidedNames();
  const texts = useAttributeText();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const hasOwn = attributes.some((each) => ownPathOf(each) !== null);
  const { data } = useQuery({ ...searchAttributesQuery(call, environmentId), enabled: hasOwn });
  return useCallback(
    (attribute) => {
      const path = ownPathOf(attribute);
      if (path === null) return say(`attribute.${attribute as Exclude<LinkingAttribute, `own:${string}`>}`);
      const name = data?.attributes.find(({ field }) => field === attribute)?.name;
      return name ? provided.shown(name) : (texts.nameWithPart(path) ?? path.replace(/^customData\./, ''));
    },
    [say, provided, texts, data],
  );
};
