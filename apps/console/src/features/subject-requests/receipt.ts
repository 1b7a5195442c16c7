import type { SubjectRequest } from '@redoubt/contracts';

/** A receipt to hand to the person who asked: everything about a request except their identity. */
export const receiptOf = (
  request: SubjectRequest,
  labels: { readonly subject: string; readonly kinds: string },
): string =>
  JSON.stringify(
    {
      request: request.id,
      type: request.type,
      status: request.status,
      subject: labels.subject,
      digest: request.subject,
      requested: request.requested,
      dueAt: request.dueAt,
      decided: request.decided,
      completedAt: request.completedAt,
      events: labels.kinds,
      first: request.first,
      last: request.last,
    },
    null,
    2,
  );

/** Days until a request is due; negative once it is late. Nothing for those that are over. */
export const daysLeft = ({ status, dueAt }: Pick<SubjectRequest, 'status' | 'dueAt'>, nowMs: number): number | null =>
  status === 'Pending' || status === 'Processing' || status === 'Failed'
    ? Math.floor((Date.parse(dueAt) - nowMs) / 86_400_000)
    : null;
