import {
  getLinkedEvents,
  getLinkSummary,
  type CaseSummary,
  type LinkedEvent,
  type LinkingAttribute,
} from '@redoubt/contracts';
import { useFormats } from '@redoubt/i18n';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { endpointKey } from '../../../../api/read.ts';
import { useCall } from '../../../../app/console-context.tsx';
import { caseQuery } from '../../../../shared/cases/cases.queries.ts';
import { LinksPane } from '../../../../shared/casework/LinksPane.tsx';
import type { EventRef } from '../../../../shared/events/events.queries.ts';
import { BulkPanel } from '../../../../shared/cases/deciding/BulkPanel.tsx';
import { sumOf } from '../../../../shared/cases/deciding/selected-cases.ts';
import { SelectionBar } from '../../../../shared/cases/deciding/SelectionBar.tsx';

/** States that the command for many cases decides; a case that settles or ended is none of them. */
const DECIDABLE: ReadonlySet<string> = new Set(['Pending', 'InReview', 'OnHold', 'Escalated']);

const caseIdOf = (linked: LinkedEvent): string => linked.case?.id ?? '';

/** Cases that share values with one, of which those of its environment and assessment are decided together. */
export const CaseLinks = (props: {
  readonly of: CaseSummary;
  readonly event: EventRef;
  /** The attribute by which links are looked for at first. */
  readonly first?: LinkingAttribute | undefined;
}): ReactNode => {
  const { of, event, first } = props;
  const formats = useFormats();
  const call = useCall();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly LinkedEvent[]>([]);
  const [panel, setPanel] = useState<{ readonly cases: readonly LinkedEvent[]; readonly first: string } | null>(null);
  const { data } = useQuery(caseQuery(call, of));
  const canReview = data?.canReview ?? false;
  const canChoose = (linked: LinkedEvent): boolean =>
    canReview &&
    linked.case !== null &&
    linked.case.id !== of.id &&
    DECIDABLE.has(linked.case.state) &&
    linked.environmentId === of.environmentId &&
    linked.eventType === of.eventType;
  const amountOf = (cases: readonly LinkedEvent[]): string | undefined => {
    const sum = sumOf(cases);
    return sum && formats.currency(sum.amount, sum.currency);
  };
  const bar = (all: readonly LinkedEvent[]): ReactNode =>
    chosen.length === 0 || panel !== null ? null : (
      <SelectionBar
        count={chosen.length}
        amount={amountOf(chosen)}
        decisions={data?.decisions ?? []}
        takesKeys={false}
        disabledReason={undefined}
        onDecide={(first) => setPanel({ cases: chosen, first })}
        onAll={() => setChosen(all.filter(canChoose))}
        onClear={() => setChosen([])}
      />
    );
  return (
    <>
      {panel === null ? null : (
        <BulkPanel
          environmentId={of.environmentId}
          caseIds={panel.cases.map(caseIdOf)}
          amount={amountOf(panel.cases)}
          decisions={data?.decisions ?? []}
          blockable={data?.canBlock ?? []}
          first={panel.first}
          onDecided={() => {
            setChosen([]);
            for (const endpoint of [getLinkedEvents, getLinkSummary])
              void client.invalidateQueries({ queryKey: endpointKey(endpoint, of.environmentId) });
          }}
          onClose={() => setPanel(null)}
        />
      )}
      <LinksPane event={event} ofCase first={first} choosing={{ chosen, onChoose: setChosen, canChoose, bar }} />
    </>
  );
};
