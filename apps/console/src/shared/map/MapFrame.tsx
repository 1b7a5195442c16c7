import { AddRegular, FullScreenMaximizeRegular, GlobeRegular, SubtractRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { IconButton } from '@redoubt/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './map.module.css';
import { moved, WORLD, zoomed, type MapView } from './map-view.ts';

const ZOOM = 1.6;

const MOVES: Readonly<Record<string, (view: MapView) => MapView>> = {
  ArrowLeft: (view) => moved(view, -1, 0),
  ArrowRight: (view) => moved(view, 1, 0),
  ArrowUp: (view) => moved(view, 0, -1),
  ArrowDown: (view) => moved(view, 0, 1),
  '+': (view) => zoomed(view, ZOOM),
  '-': (view) => zoomed(view, 1 / ZOOM),
  '0': () => WORLD,
};

export type MapFrameProps = {
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
  /** Absent where it is as large as it gets. */
  readonly onMaximise?: () => void;
  readonly children: ReactNode;
};

/** A map that is moved by its buttons, and by arrows, plus, minus and 0 while it has the focus. */
export const MapFrame = ({ view, onView, onMaximise, children }: MapFrameProps): ReactNode => {
  const say = useText('casework');
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.ctrlKey || event.altKey || event.metaKey ? undefined : MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onView(move(view));
  };
  return (
    // Keys of its buttons: whatever of them has the focus.
    <div className={styles.frame} role="group" aria-label={say('map.keys')} onKeyDown={onKeyDown}>
      {children}
      <div className={styles.tools} title={say('map.keys')}>
        <IconButton icon={AddRegular} label={say('map.zoomIn')} onClick={() => onView(zoomed(view, ZOOM))} />
        <IconButton icon={SubtractRegular} label={say('map.zoomOut')} onClick={() => onView(zoomed(view, 1 / ZOOM))} />
        <IconButton icon={GlobeRegular} label={say('map.world')} onClick={() => onView(WORLD)} />
        {onMaximise ? (
          <IconButton icon={FullScreenMaximizeRegular} label={say('map.maximise')} onClick={onMaximise} />
        ) : null}
      </div>
    </div>
  );
};
