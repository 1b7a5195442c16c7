import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { spread } from './spread.ts';

/** A graph as it is sent to the thread that lays it out. Items are numbered by their place. */
export type LayoutTask = {
  /** Where each item begins: x and y in turn. */
  readonly places: Float64Array;
  /** Pixels. */
  readonly radii: Float64Array;
  /** Ends of each link in turn. */
  readonly ends: Uint32Array;
  readonly weights: Float64Array;
  /** Pixels of the picture. */
  readonly box: { readonly width: number; readonly height: number };
};

/** Where items are now: x and y in turn. The last one has circles moved apart, and nothing follows. */
export type LayoutStep = { readonly places: Float64Array; readonly isLast: boolean };

/** Iterations between looks at the clock; fixed, so that the same graph settles the same way. */
const BATCH = 10;
/** Between two pictures of a layout under way; drawing one holds up the page for longer, the more there is. */
const pauseFor = (items: number): number => (items > 1500 ? 600 : items > 400 ? 200 : 40);
const iterationsFor = (items: number): number => (items > 1500 ? 80 : items > 400 ? 150 : 300);

/**
 * Lays a graph out by ForceAtlas2 (Jacomy et al. 2014, PLoS ONE 9(6)), and then moves circles apart.
 *
 * @param report gets the places now and then, and at the end
 */
const layOut = ({ places, radii, ends, weights, box }: LayoutTask, report: (step: LayoutStep) => void): void => {
  const graph = new Graph({ type: 'undirected' });
  for (const [at, radius] of radii.entries())
    graph.addNode(at, { x: places[2 * at], y: places[2 * at + 1], size: radius });
  for (const [at, weight] of weights.entries()) graph.addEdge(ends[2 * at], ends[2 * at + 1], { weight });
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: radii.length > 400, adjustSizes: false };
  const read = (): Float64Array => {
    const now = new Float64Array(places.length);
    let at = 0;
    graph.forEachNode((_id, { x, y }) => {
      now[at] = Number(x);
      now[at + 1] = Number(y);
      at += 2;
    });
    return now;
  };
  let reportedMs = performance.now();
  for (let left = iterationsFor(radii.length); left > 0; left -= BATCH) {
    forceAtlas2.assign(graph, { iterations: Math.min(BATCH, left), settings });
    if (performance.now() - reportedMs < pauseFor(radii.length)) continue;
    report({ places: read(), isLast: false });
    reportedMs = performance.now();
  }
  const settled = read();
  const circles = Array.from(radii, (radius, at) => ({
    x: settled[2 * at] ?? 0,
    y: settled[2 * at + 1] ?? 0,
    radius,
  }));
  report({ places: Float64Array.from(spread(circles, box).flatMap(({ x, y }) => [x, y])), isLast: true });
};

/** What this thread has of `self`: types of workers and of pages cannot be in one program. */
type Thread = {
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<LayoutTask>) => void) => void;
  readonly postMessage: (step: LayoutStep) => void;
};
const thread = globalThis as unknown as Thread;
thread.addEventListener('message', ({ data }) => layOut(data, (step) => thread.postMessage(step)));
