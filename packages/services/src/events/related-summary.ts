import type { Json } from '@redoubt/kernel';
import type { RelatedRecord } from '@redoubt/storage';

const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The one value of a later event that people look for, as sent: status, chargeback status, or what the label says. */
export const relatedSummary = ({ kind, body }: RelatedRecord): string => {
  if (kind === 'purchaseStatus') return text(body.statusType) ?? '';
  if (kind === 'chargeback') return text(body.status) ?? '';
  return text(body.labelState) ?? (body.isFraud === false ? 'NonFraud' : 'Fraud');
};
