import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { WORLD } from './map-view.ts';
import styles from './map.module.css';
import { FramedMap } from './FramedMap.tsx';
import shapes from './world-shapes.json' with { type: 'json' };

/** How strong the fewest events colour their country, in percent. */
const FAINTEST = 12;
/** Countries that the list beside the map names. */
const LISTED = 10;

/** Events of one country. */
export type CountryCount = { readonly code: string; readonly events: number };

/** Countries coloured by how many events they have, with a list that says the same in words. */
export const CountriesMap = ({ counts }: { readonly counts: readonly CountryCount[] }): ReactNode => {
  const say = useText('casework');
  const formats = useFormats();
  const [view, setView] = useState(WORLD);
  const nameOf = useMemo(() => {
    const names = new Intl.DisplayNames([formats.language], { type: 'region', fallback: 'code' });
    return (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
  }, [formats.language]);
  const largest = counts.toSorted((a, b) => b.events - a.events).slice(0, LISTED);
  const byCode = new Map(counts.map(({ code, events }) => [code, events]));
  const most = largest[0]?.events ?? 0;
  // By the root: few countries have most of the events, and the others would all look empty.
  const strengthOf = (events: number): number => FAINTEST + (100 - FAINTEST) * Math.sqrt(events / most);
  const label = say('map.label', { places: formats.list(largest.map(({ code }) => nameOf(code))) });
  const drawing = (
    <svg
      className={styles.map}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {shapes.map(({ code, path }, at) => {
        const events = byCode.get(code) ?? 0;
        const fill =
          events === 0
            ? undefined
            : `color-mix(in srgb, var(--chart-1) ${strengthOf(events).toFixed(0)}%, var(--bg-page))`;
        return (
          <path key={code || at} d={path} className={styles.country} style={{ fill }}>
            {events === 0 ? null : <title>{`${nameOf(code)}: ${formats.number(events)}`}</title>}
          </path>
        );
      })}
    </svg>
  );
  return (
    <Section title={say('map.title')}>
      <FramedMap view={view} onView={setView}>
        {drawing}
      </FramedMap>
      <ul className="plain-list row-wrap" aria-label={say('map.places')}>
        {largest.map(({ code, events }) => (
          <li key={code}>
            {nameOf(code)} <span className="soft">{formats.number(events)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
