import { useText } from '@redoubt/i18n';
import { LoadingBlock } from '@redoubt/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { loadChunk } from '../../../routes/chunk.ts';
import type { GraphCanvasProps } from './GraphCanvas.tsx';
import styles from './graph.module.css';

const GraphCanvas = lazy(async () => ({
  default: await loadChunk(async () => (await import('./GraphCanvas.tsx')).GraphCanvas),
}));

/** Whether the browser can draw the graph; the list is shown in any case. */
export const canDraw = (): boolean => typeof WebGL2RenderingContext !== 'undefined';

/** The picture, loaded once there is one to draw; a sentence where the browser cannot draw it. */
export const GraphPicture = (props: GraphCanvasProps): ReactNode => {
  const text = useText('graphExplorer');
  if (!canDraw()) return <p className="soft px-page">{text('noPicture')}</p>;
  return (
    <Suspense
      fallback={
        <div className={styles.canvas}>
          <LoadingBlock height="100%" />
        </div>
      }
    >
      <GraphCanvas {...props} />
    </Suspense>
  );
};
