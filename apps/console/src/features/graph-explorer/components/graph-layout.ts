import type Graph from 'graphology';
import type { LayoutStep, LayoutTask } from './layout-worker.ts';

export type Place = { readonly x: number; readonly y: number };

/** Where an item begins: on a circle by its distance from the start, at an angle that its place in the list gives. */
export const firstPlace = (at: number, steps: number): Place => {
  // The golden angle spreads any number of items without two in one direction.
  const angle = at * 2.399963;
  const radius = steps === 0 ? 0.01 : steps + (at % 7) / 20;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

const taskOf = (graph: Graph, box: LayoutTask['box']): LayoutTask => {
  const numbers = new Map(graph.mapNodes((id) => id).map((id, at) => [id, at]));
  const places = new Float64Array(2 * graph.order);
  const radii = new Float64Array(graph.order);
  const ends = new Uint32Array(2 * graph.size);
  const weights = new Float64Array(graph.size);
  let at = 0;
  graph.forEachNode((_id, { x, y, size }) => {
    [places[2 * at], places[2 * at + 1], radii[at]] = [Number(x), Number(y), Number(size)];
    at += 1;
  });
  at = 0;
  graph.forEachEdge((_id, { weight }, from, to) => {
    [ends[2 * at], ends[2 * at + 1], weights[at]] = [numbers.get(from) ?? 0, numbers.get(to) ?? 0, Number(weight)];
    at += 1;
  });
  return { places, radii, ends, weights, box };
};

/** Moves all items at once: one event, so that the picture is drawn once. */
const move = (graph: Graph, places: Float64Array): void => {
  let at = 0;
  graph.updateEachNodeAttributes(
    (_id, attributes) => {
      at += 2;
      return { ...attributes, x: places[at - 2], y: places[at - 1] };
    },
    { attributes: ['x', 'y'] },
  );
};

/**
 * Settles a graph in a thread of its own; the page answers meanwhile.
 *
 * @param isAtOnce for those who want no motion: the picture changes once, when it is settled
 * @param onSettled once nothing moves any more
 * @returns ends it
 */
export const settle = (
  graph: Graph,
  box: LayoutTask['box'],
  isAtOnce: boolean,
  onSettled: () => void,
): (() => void) => {
  const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data: { places, isLast } }: MessageEvent<LayoutStep>) => {
    if (isLast || !isAtOnce) move(graph, places);
    if (!isLast) return;
    worker.terminate();
    onSettled();
  });
  worker.postMessage(taskOf(graph, box));
  return () => worker.terminate();
};
