import type Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { GraphModel } from '../model/graph-model.ts';

export type Place = { readonly x: number; readonly y: number };

/** Iterations of one frame, so that a large graph settles before one's eyes and the page answers meanwhile. */
const BATCH = 10;

const iterationsFor = (nodes: number): number => (nodes > 1500 ? 80 : nodes > 400 ? 150 : 300);

/** Where an item begins: on a circle by its distance from the start, at an angle that its place in the list gives. */
export const firstPlace = (at: number, steps: number): Place => {
  // The golden angle spreads any number of items without two in one direction.
  const angle = at * 2.399963;
  const radius = steps === 0 ? 0.01 : steps + (at % 7) / 20;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

/**
 * Settles a graph by ForceAtlas2 (Jacomy et al. 2014, PLoS ONE 9(6)), some iterations a frame. The same graph settles the
 * same way.
 *
 * @param isAtOnce for those who want no motion
 * @returns ends it
 */
export const settle = (graph: Graph, { items }: GraphModel, isAtOnce: boolean): (() => void) => {
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: items.length > 400, adjustSizes: false };
  let left = iterationsFor(items.length);
  if (isAtOnce) {
    forceAtlas2.assign(graph, { iterations: left, settings });
    return () => undefined;
  }
  let frame = 0;
  const next = (): void => {
    forceAtlas2.assign(graph, { iterations: Math.min(BATCH, left), settings });
    left -= BATCH;
    if (left > 0) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
};
