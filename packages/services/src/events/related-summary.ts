import { kindFacts } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { RelatedRecord } from '@redoubt/storage';

const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The one value of a later event that people look for, as sent: its status, or what the label says. */
export const relatedSummary = ({ kind, body }: RelatedRecord): string => {
  if (kindFacts(kind).role === 'label') {
    return text(body.labelState) ?? (body.isFraud === false ? 'NonFraud' : 'Fraud');
  }
  if (kind === 'bankEvent') return [text(body.type), text(body.status)].filter((part) => part !== null).join(' ');
  return text(body.statusType) ?? text(body.status) ?? '';
};
