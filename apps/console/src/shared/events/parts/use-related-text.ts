import type { RelatedEvent } from '@redoubt/contracts';
import { isDefinedKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** Says a later event in one phrase: its kind, and what it tells as it was sent. Labels have words of their own. */
export const useRelatedText = (): ((event: RelatedEvent) => string) => {
  const text = useText('events');
  const common = useText('common');
  return useCallback(
    ({ kind, name, summary }: RelatedEvent) => {
      const what = name ?? (isDefinedKind(kind) ? kind : text(`related.${kind}`));
      const statement =
        kind === 'label' && (summary === 'Fraud' || summary === 'NonFraud') ? common(`label.${summary}`) : summary;
      return statement === '' ? what : `${what}: ${statement}`;
    },
    [text, common],
  );
};
