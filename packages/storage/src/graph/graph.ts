/** What the server needs of the log for the graph of shared values. */
export { startGraphFeed, type GraphBatch } from './graph-feed.ts';
export { graphStepOf, graphValue, type GraphStep, type GraphValues } from './graph-step.ts';
