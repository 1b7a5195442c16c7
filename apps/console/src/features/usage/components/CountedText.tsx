import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import type { Counted } from '../usage-parts.ts';

/** How many calls count, and what they are: the same words on both pages, so that both can be compared. */
export const CountedText = ({ counted }: { readonly counted: Counted }): ReactNode => {
  const text = useText('usage');
  const formats = useFormats();
  return (
    <span className="push-end">
      <b>{text('countedCalls', { count: counted.all, calls: formats.number(counted.all) })}</b>{' '}
      {text('countedParts', {
        assessments: text('countedAssessments', {
          count: counted.assessments,
          calls: formats.number(counted.assessments),
        }),
        others: text('countedOthers', { count: counted.others, calls: formats.number(counted.others) }),
      })}
    </span>
  );
};
