import type { EventDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useCallback } from 'react';
import { valueAt } from './event-facts.ts';

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Who an event is about, by the name that was sent, else by the id of the account. */
export const customerOf = (request: unknown): string | undefined => {
  const name = [valueAt(request, 'user.firstName'), valueAt(request, 'user.lastName')]
    .map(asText)
    .filter(Boolean)
    .join(' ');
  return name === '' ? (asText(valueAt(request, 'user.displayName')) ?? asText(valueAt(request, 'user.userId'))) : name;
};

/** Says in one line what an event is: "Purchase of €1,149.00 by Nadia Ferrant". */
export const useEventTitle = (): ((
  detail: Pick<EventDetail, 'request' | 'eventType' | 'assessmentName'>,
) => string) => {
  const text = useText('events');
  const formats = useFormats();
  return useCallback(
    ({ request, eventType, assessmentName }) => {
      const amount = valueAt(request, 'totalAmount');
      const currency = asText(valueAt(request, 'currency'));
      const isBuiltIn = eventType === 'accountCreation' || eventType === 'accountLogin' || eventType === 'signUp';
      const kind = assessmentName ?? text(isBuiltIn ? `title.${eventType}` : 'title.purchase');
      const what =
        typeof amount === 'number' ? text('title.purchaseOf', { amount: formats.currency(amount, currency) }) : kind;
      const customer = customerOf(request);
      return customer === undefined ? what : text('title.by', { what, customer });
    },
    [text, formats],
  );
};
