/** What the server needs of the log for the graph of shared values. */
export { startGraphFeed, type GraphBatch } from './graph-feed.ts';
export { graphValue, ownGraphValue, type GraphStep } from './graph-step.ts';
