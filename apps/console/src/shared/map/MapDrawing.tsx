import type { ReactNode } from 'react';
import type { MapView } from './map-view.ts';
import styles from './map.module.css';
import type { Regions } from './region-shapes.ts';
import type { DrawnPlace } from './routes-between.ts';
import shapes from './world-shapes.json' with { type: 'json' };

/** Degrees of longitude below which regions can be distinguished. */
const REGIONS_BELOW = 120;

export type MapDrawingProps = {
  readonly label: string;
  readonly view: MapView;
  readonly drawn: readonly DrawnPlace[];
  readonly countries: ReadonlySet<string>;
  readonly regions: Regions;
};

/** Countries, regions of those that have a place, and a pin at each place. */
export const MapDrawing = ({ label, view, drawn, countries, regions }: MapDrawingProps): ReactNode => {
  const { x, y, width, height } = view;
  return (
    <svg
      className={styles.map}
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {shapes.map(({ code, path }, at) => (
        <path key={code || at} d={path} className={styles.country} data-here={countries.has(code) || undefined} />
      ))}
      {width < REGIONS_BELOW
        ? [...regions].map(([country, shown]) =>
            shown.map(({ code, name, path }) => (
              <path key={`${country} ${code} ${name}`} d={path} className={styles.region}>
                <title>{name}</title>
              </path>
            )),
          )
        : null}
      {drawn.map(({ place, at, precision }) => {
        // A line of no length with round ends is a dot whose size does not follow the view.
        const dot = `M${at.longitude + 180} ${90 - at.latitude}h0`;
        return (
          <g key={place.kind}>
            <path className={styles.halo} d={dot} />
            <path className={styles.pin} d={dot} data-kind={place.kind} data-precision={precision} />
          </g>
        );
      })}
    </svg>
  );
};
