import type Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { GraphModel } from '../model/graph-model.ts';
import { spread } from './spread.ts';

export type Place = { readonly x: number; readonly y: number };

/** Longest that the layout works before the next frame, so that a large graph settles while the page answers. */
const FRAME_MS = 10;

const iterationsFor = (nodes: number): number => (nodes > 1500 ? 80 : nodes > 400 ? 150 : 300);

/** Where an item begins: on a circle by its distance from the start, at an angle that its place in the list gives. */
export const firstPlace = (at: number, steps: number): Place => {
  // The golden angle spreads any number of items without two in one direction.
  const angle = at * 2.399963;
  const radius = steps === 0 ? 0.01 : steps + (at % 7) / 20;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

/** Moves circles apart that cover each other in a box of pixels. */
const makeRoom = (graph: Graph, box: { readonly width: number; readonly height: number }): void => {
  const ids = graph.nodes();
  const circles = ids.map((id) => {
    const { x, y, size } = graph.getNodeAttributes(id);
    return { x: Number(x), y: Number(y), radius: Number(size) };
  });
  const places = spread(circles, box);
  let at = -1;
  // One event for all of them: the picture is drawn once.
  graph.updateEachNodeAttributes((_id, attributes) => {
    at += 1;
    return { ...attributes, ...places[at] };
  });
};

/**
 * Settles a graph by ForceAtlas2 (Jacomy et al. 2014, PLoS ONE 9(6)), as many iterations a frame as its time allows, and then
 * moves circles apart. The same graph settles the same way.
 *
 * @param isAtOnce for those who want no motion
 * @returns ends it
 */
export const settle = (
  graph: Graph,
  { items }: GraphModel,
  box: { readonly width: number; readonly height: number },
  isAtOnce: boolean,
): (() => void) => {
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: items.length > 400, adjustSizes: false };
  let left = iterationsFor(items.length);
  if (isAtOnce) {
    forceAtlas2.assign(graph, { iterations: left, settings });
    makeRoom(graph, box);
    return () => undefined;
  }
  let frame = 0;
  let batch = 1;
  const next = (): void => {
    if (left <= 0) {
      makeRoom(graph, box);
      return;
    }
    const iterations = Math.min(batch, left);
    const beganMs = performance.now();
    forceAtlas2.assign(graph, { iterations, settings });
    const tookMs = performance.now() - beganMs;
    left -= iterations;
    batch = Math.max(1, Math.min(20, Math.floor((iterations * FRAME_MS) / Math.max(tookMs, 0.1))));
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
};
