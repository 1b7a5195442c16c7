/** Labels that an ad-hoc action may send. */
export const LABELS = ['Fraud', 'NonFraud', 'None'] as const;
