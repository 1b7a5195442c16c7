import type { NodeGraph } from '@redoubt/services';
import type { Metrics } from './metrics.ts';

/** Registers the numbers of the graph that this node keeps; all are 0 until a rule asks it. */
export const observeGraph = (metrics: Metrics, statistics: NodeGraph['statistics']): void => {
  const show = (name: string, help: string, of: (numbers: ReturnType<typeof statistics>) => number): void =>
    metrics.observe(`redoubt_graph_${name}`, help, () => of(statistics()));
  show('values', 'Different values that events of the graph hold.', ({ nodes }) => nodes);
  show('events', 'Events of the graph.', ({ events }) => events);
  show('edges', 'Values held by events, each once for every event.', ({ edges }) => edges);
  show('bytes', 'Memory that the graph has taken.', ({ bytes }) => bytes);
  show('dropped_events', 'Events dropped to stay within GRAPH_MEMORY_MB.', ({ droppedEvents }) => droppedEvents);
  show('position', 'Position in the log up to which the graph is built.', ({ position }) => position);
};
