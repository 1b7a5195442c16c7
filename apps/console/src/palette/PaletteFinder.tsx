import type { SearchMatch } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useCall, useConsole, useMay } from '../app/console-context.tsx';
import { hrefOf, useGo } from '../routes/address.ts';
import { inventoryQuery } from '../shared/resources/inventory.queries.ts';
import { resourceHref } from '../shared/resources/resource-href.ts';
import { useResourceName, useTypeText } from '../shared/resources/use-type-text.ts';
import { editorHref } from '../shared/rules/links.ts';
import { useSettled } from '../shared/use-settled.ts';
import { symbolsQuery } from '../shared/rules/rules.queries.ts';
import { formatAddress } from '../shared/search/search-address.ts';
import { MATCH_PAUSE_MS, matchesQuery, questionOf } from '../shared/search/search-matches.ts';
import { useMatchText } from '../shared/search/use-match-text.ts';
import { velocitySetHref } from '../shared/velocities/address.ts';
import type { FoundItems, PaletteItem } from './palette-items.ts';

const NOTHING: readonly PaletteItem[] = [];
/** Shorter texts are words of pages and names, not facts of events. */
const MIN_LETTERS = 3;

/** Events and customers that hold what was typed: only what is there is offered. */
const useEventItems = (words: string): readonly PaletteItem[] => {
  const text = useText('shell');
  const { environment } = useConsole();
  const call = useCall();
  const go = useGo();
  const may = useMay();
  const sayMatch = useMatchText();
  const typed = words.trim();
  const settled = useSettled(typed, MATCH_PAUSE_MS);
  const asked = settled.length >= MIN_LETTERS && may('search:read') ? settled : '';
  const { data } = useQuery(matchesQuery(call, environment.id, asked, true));
  return useMemo(() => {
    if (asked === '' || asked !== typed || data === undefined) return NOTHING;
    const hrefFor = (match: SearchMatch): string =>
      match.environmentId === null
        ? hrefOf('/search', undefined, formatAddress(questionOf(match, asked, true)))
        : hrefOf('/search/:eventType/:envId/:id', {
            eventType: match.eventType,
            envId: match.environmentId,
            id: asked,
          });
    return data.map((match): PaletteItem => ({
      id: `${match.eventType} ${match.field} ${match.environmentId}`,
      group: match.field === 'eventId' ? 'event' : 'customer',
      text: match.field === 'eventId' ? text('palette.openEvent', { id: asked }) : asked,
      context: sayMatch.context(match),
      run: () => go(hrefFor(match)),
    }));
  }, [asked, typed, data, text, go, sayMatch]);
};

/** Rules, lists, velocities, functions, calls and assessments by name. */
const useResourceItems = (): readonly PaletteItem[] => {
  const { environment } = useConsole();
  const call = useCall();
  const go = useGo();
  const enabled = useMay()('decisionRules:read');
  const typeText = useTypeText();
  const { shown } = useProvidedNames();
  const nameOf = useResourceName();
  const { data: inventory } = useQuery({ ...inventoryQuery(call, environment.id), enabled, staleTime: 60_000 });
  const place = { environmentId: environment.id, assessment: 'purchase', family: 'deciding' } as const;
  const { data: symbols } = useQuery({ ...symbolsQuery(call, place), enabled });
  return useMemo(() => {
    const owners = new Map(inventory?.rules.map(({ key, environmentId }) => [key, environmentId]));
    const resources = (inventory?.resources ?? []).flatMap((resource): readonly PaletteItem[] => {
      const { key, type, id, name, assessment } = resource;
      const isInherited = resource.environmentName !== null;
      const href =
        type === 'rule' && isInherited && id !== null && assessment !== null
          ? editorHref({ assessment, id }, owners.get(key))
          : resourceHref(resource);
      if (href === null) return [];
      const text = nameOf(resource);
      // A name that came with the product is found in the reader's language and as it is stored.
      const other = text === name ? shown(name) : name;
      const context = other === text ? typeText(resource) : `${typeText(resource)} · ${other}`;
      return [{ id: key, group: 'resource', text, context, run: () => go(href) }];
    });
    const velocities = (symbols?.velocities ?? []).map(({ name, setId, setName }): PaletteItem => ({
      id: name,
      group: 'velocity',
      text: name,
      context: setName,
      run: () => go(velocitySetHref(setId)),
    }));
    return [...resources, ...velocities];
  }, [inventory, symbols, go, typeText, nameOf, shown]);
};

/** Finds what the server knows for the palette, and shows nothing itself: it is a chunk of its own, the palette opens at once. */
export const PaletteFinder = (props: {
  readonly words: string;
  readonly onFound: (items: FoundItems) => void;
}): null => {
  const { words, onFound } = props;
  const events = useEventItems(words);
  const resources = useResourceItems();
  // Before the browser paints, so that what was found for other words is never seen.
  useLayoutEffect(() => onFound({ events, resources }), [events, resources, onFound]);
  return null;
};
