import { useState, type ReactNode } from 'react';
import type { MapView } from './map-view.ts';
import { MapFrame } from './MapFrame.tsx';
import { MaximisedMap } from './MaximisedMap.tsx';

/** A map in its frame, which can fill the window for a while. */
export const FramedMap = (props: {
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
  readonly children: ReactNode;
}): ReactNode => {
  const { view, onView, children } = props;
  const [isMaximised, setMaximised] = useState(false);
  return (
    <>
      <MapFrame view={view} onView={onView} onMaximise={() => setMaximised(true)}>
        {children}
      </MapFrame>
      {isMaximised ? (
        <MaximisedMap onClose={() => setMaximised(false)}>
          <MapFrame view={view} onView={onView}>
            {children}
          </MapFrame>
        </MaximisedMap>
      ) : null}
    </>
  );
};
