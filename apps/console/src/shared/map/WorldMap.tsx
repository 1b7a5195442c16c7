import type { EventPlace } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import type { Place } from './distance.ts';
import styles from './map.module.css';
import { routesBetween, type DrawnPlace } from './routes-between.ts';
import shapes from './world-shapes.json' with { type: 'json' };

/** Degrees from the upper left corner of the shapes: longitude to the right, latitude downwards. */
const WORLD = '0 5 360 145';
/** Degrees that are shown around a place. */
const AROUND = { width: 40, height: 16 };

const CENTRES = new Map(
  shapes.map(({ code, centre: [longitude = 0, latitude = 0] }) => [code, { latitude, longitude }]),
);

const drawnOf = (place: EventPlace): readonly DrawnPlace[] => {
  const at = place.point ?? CENTRES.get(place.country);
  return at === undefined ? [] : [{ place, at, isExact: place.point !== null }];
};
const xOf = ({ longitude }: Place): number => longitude + 180;
const yOf = ({ latitude }: Place): number => 90 - latitude;
const viewAround = (at: Place): string =>
  `${xOf(at) - AROUND.width / 2} ${yOf(at) - AROUND.height / 2} ${AROUND.width} ${AROUND.height}`;

/** Places of an event on the shapes of the world, with a list that says the same in words. */
export const WorldMap = ({ places }: { readonly places: readonly EventPlace[] }): ReactNode => {
  const say = useText('casework');
  const formats = useFormats();
  const [centred, setCentred] = useState<EventPlace['kind'] | null>(null);
  const drawn = useMemo(() => places.flatMap(drawnOf), [places]);
  const countryName = useMemo(() => {
    const names = new Intl.DisplayNames([formats.language], { type: 'region', fallback: 'code' });
    return (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
  }, [formats.language]);
  const nameOf = ({ name, country }: EventPlace): string => [name, countryName(country)].filter(Boolean).join(', ');
  const centre = drawn.find(({ place }) => place.kind === centred);
  const countries = new Set(places.map(({ country }) => country));
  // Pins keep their size on the screen, whatever part of the world is shown.
  const radius = centre ? 0.35 : 2.4;
  return (
    <>
      <svg
        className={styles.map}
        viewBox={centre ? viewAround(centre.at) : WORLD}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={say('map.label', { places: formats.list(places.map(nameOf)) })}
      >
        {shapes.map(({ code, path }, at) => (
          <path key={code || at} d={path} className={styles.country} data-here={countries.has(code) || undefined} />
        ))}
        {drawn.map(({ place, at, isExact }) => (
          <circle
            key={place.kind}
            className={styles.pin}
            data-kind={place.kind}
            data-rough={!isExact || undefined}
            cx={xOf(at)}
            cy={yOf(at)}
            r={radius}
          />
        ))}
      </svg>
      <ul className={styles.places} aria-label={say('map.places')}>
        {places.map((place) => {
          const isHere = drawn.some((each) => each.place === place);
          return (
            <li key={place.kind} className={styles.place}>
              <span className={styles.mark} data-kind={place.kind} aria-hidden />
              <span className="quiet">{say(`map.kind.${place.kind}`)}</span>
              <span title={place.at === null ? undefined : formats.dateTime(place.at)}>{nameOf(place)}</span>
              {isHere ? (
                <button
                  type="button"
                  aria-pressed={centred === place.kind}
                  aria-label={say('map.centre', { place: nameOf(place) })}
                  onClick={() => setCentred(centred === place.kind ? null : place.kind)}
                >
                  {say('map.show')}
                </button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {centre ? (
        <CommandButton command={{ id: 'world', text: say('map.world'), onSelect: () => setCentred(null) }} />
      ) : null}
      <ul className={styles.routes} aria-label={say('map.distances')}>
        {routesBetween(drawn).map(({ from, to, km, isRough, kmPerHour }) => (
          <li key={`${from.kind} ${to.kind}`} className={styles.route}>
            <span className="quiet">
              {say('map.way', { from: say(`map.kind.${from.kind}`), to: say(`map.kind.${to.kind}`) })}
            </span>
            <span>
              {km === null
                ? say('map.sameCountry')
                : say(isRough ? 'map.about' : 'map.km', { km: formats.number(Math.round(km)) })}
              {kmPerHour === null ? null : ` · ${say('map.speed', { speed: formats.number(Math.round(kmPerHour)) })}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
