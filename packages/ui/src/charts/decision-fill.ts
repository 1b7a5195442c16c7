import { decisionTone, toneFill, type DecisionName } from '../decision/tone.tsx';

/**
 * The colour of a decision in a chart of volume. Approvals are nearly everything and stay grey, so that what was stopped
 * is what one sees; icon and word beside it carry the decision's own colour.
 */
export const decisionFill = (decision: DecisionName): string =>
  decision === 'Approve' ? 'var(--chart-bar)' : toneFill(decisionTone(decision));
