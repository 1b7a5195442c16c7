import { TargetRegular } from '@fluentui/react-icons';
import type { EventPlace } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';
import { use, useMemo, useState, type ReactNode } from 'react';
import { drawnPlace } from './drawn-places.ts';
import { boxOf, fitting, viewAround, WORLD, type MapView } from './map-view.ts';
import { MapDrawing } from './MapDrawing.tsx';
import styles from './map.module.css';
import { FramedMap } from './FramedMap.tsx';
import { loadRegions } from './region-shapes.ts';
import { RouteList } from './RouteList.tsx';
import { routesBetween, type DrawnPlace } from './routes-between.ts';

/** Degrees of longitude shown round a point, and how much of its neighbours round a region or a country. */
const NEAR = 12;
const MARGIN = { region: 3, country: 1.15 } as const;

const viewOf = ({ at, precision, path }: DrawnPlace): MapView =>
  precision === 'point' || path === null
    ? viewAround(at.longitude + 180, 90 - at.latitude, NEAR)
    : fitting(boxOf(path), MARGIN[precision]);

/** Degrees of longitude that a view of all places shows at least, and how much is round them. */
const WIDE = 40;
const ROUND = 1.5;

/** All places with what is round them; the whole world where there are none. */
const viewOfAll = (drawn: readonly DrawnPlace[]): MapView => {
  if (drawn.length === 0) return WORLD;
  const xs = drawn.map(({ at }) => at.longitude + 180);
  const ys = drawn.map(({ at }) => 90 - at.latitude);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(WIDE, (east - west) * ROUND);
  return viewAround((west + east) / 2, (north + south) / 2, width, (south - north) * ROUND);
};

/** Places of an event on the shapes of the world, with a list that says the same in words. */
export const WorldMap = (props: {
  readonly places: readonly EventPlace[];
  /** All places in one view with their distances; the picture says the rest. */
  readonly isCompact?: boolean;
}): ReactNode => {
  const { places, isCompact = false } = props;
  const say = useText('casework');
  const formats = useFormats();
  const countries = useMemo(() => new Set(places.map(({ country }) => country)), [places]);
  const regions = use(loadRegions(countries));
  const drawn = useMemo(() => places.flatMap((place) => drawnPlace(place, regions)), [places, regions]);
  const [view, setView] = useState(() => viewOfAll(drawn));
  const countryName = useMemo(() => {
    const names = new Intl.DisplayNames([formats.language], { type: 'region', fallback: 'code' });
    return (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
  }, [formats.language]);
  const nameOf = ({ name, country }: EventPlace): string => [name, countryName(country)].filter(Boolean).join(', ');
  const label = say('map.label', { places: formats.list(places.map(nameOf)) });
  const drawing = <MapDrawing label={label} view={view} drawn={drawn} countries={countries} regions={regions} />;
  if (isCompact)
    return (
      <>
        {drawing}
        <RouteList routes={routesBetween(drawn)} />
      </>
    );
  return (
    <>
      <FramedMap view={view} onView={setView}>
        {drawing}
      </FramedMap>
      <ul className={styles.places} aria-label={say('map.places')}>
        {places.map((place) => {
          const shown = drawn.find((each) => each.place === place);
          return (
            <li key={place.kind} className="row-wrap-middle min-h-28">
              <span className={styles.mark} data-kind={place.kind} aria-hidden />
              <span className="quiet">{say(`map.kind.${place.kind}`)}</span>
              <span title={place.at === null ? undefined : formats.dateTime(place.at)}>{nameOf(place)}</span>
              {shown ? (
                <>
                  {shown.precision === 'point' ? null : (
                    <span className="soft">{say(`map.precision.${shown.precision}`)}</span>
                  )}
                  <IconButton
                    dense
                    icon={TargetRegular}
                    label={say('map.centre', { place: nameOf(place) })}
                    onClick={() => setView(viewOf(shown))}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
      <RouteList routes={routesBetween(drawn)} />
    </>
  );
};
