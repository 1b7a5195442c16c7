import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './map.module.css';
import type { Route } from './routes-between.ts';

/** How far places are apart, and how fast a person was between two of them. */
export const RouteList = ({ routes }: { readonly routes: readonly Route[] }): ReactNode => {
  const say = useText('casework');
  const formats = useFormats();
  const whole = (value: number): string => formats.number(Math.round(value));
  const distance = ({ km, leastKm, mostKm, isRough }: Route): string => {
    if (km === null) return say('map.sameCountry');
    if (!isRough) return say('map.km', { km: whole(km) });
    return leastKm > 0
      ? say('map.about', { km: whole(km), least: whole(leastKm) })
      : say('map.upTo', { farthest: whole(mostKm) });
  };
  return (
    <ul className={styles.routes} aria-label={say('map.distances')}>
      {routes.map((route) => (
        <li key={`${route.from.kind} ${route.to.kind}`} className="row-wrap">
          <span className="quiet">
            {say('map.way', { from: say(`map.kind.${route.from.kind}`), to: say(`map.kind.${route.to.kind}`) })}
          </span>
          <span>
            {distance(route)}
            {route.kmPerHour === null
              ? null
              : ` · ${say(route.isRough ? 'map.speedAtLeast' : 'map.speed', { speed: whole(route.kmPerHour) })}`}
          </span>
        </li>
      ))}
    </ul>
  );
};
