import type { EventDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, FactList, Link, Section, type Fact } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { caseHref, caseQuery, type CaseDetail } from './cases.queries.ts';

const useCaseOf = ({ environmentId, eventType, eventId, case: has }: EventDetail): CaseDetail | undefined => {
  const call = useCall();
  const may = useMay();
  const { data } = useQuery({
    ...caseQuery(call, { environmentId, eventType, eventId }),
    enabled: has === 'there' && may('caseReview:read'),
    retry: false,
  });
  return data;
};

/** State of the case that an event made, and the way to it; nothing where there is none to see. */
export const CaseChip = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const text = useText('cases');
  const go = useGo();
  const of = useCaseOf(detail)?.case;
  return of === undefined ? null : (
    <Chip onSelect={() => go(caseHref(of))}>{text('panel.chip', { state: text(`state.${of.state}`) })}</Chip>
  );
};

/** The case that an event made: where it is, who has it, what was decided; nothing where there is none to see. */
export const CasePanel = ({ detail }: { readonly detail: EventDetail }): ReactNode => {
  const text = useText('cases');
  const formats = useFormats();
  const provided = useProvidedNames();
  const may = useMay();
  const data = useCaseOf(detail);
  if (!data) return null;
  const { case: of } = data;
  const verdict = of.decision;
  const facts: readonly Fact[] = [
    [
      text('panel.queue'),
      may('queues:read') ? (
        <Link key="queue" href={hrefOf('/casemanagement/queues/:queueId', { queueId: of.queueId })}>
          {of.queue}
        </Link>
      ) : (
        of.queue
      ),
    ],
    ...(of.endedAt === null ? [[text('panel.due'), formats.dateTime(of.dueAt)] as const] : []),
    ...(of.assignee === null ? [] : [[text('panel.assignee'), of.assignee.name] as const]),
    ...(of.lease === null ? [] : [[text('panel.agent'), of.lease.agent] as const]),
    ...(verdict === null
      ? []
      : ([
          [text('panel.decision'), provided.shown(verdict.name)],
          [text('panel.reason'), provided.shown(verdict.reason)],
          [text('panel.by'), verdict.by],
        ] as const)),
    ...(of.endedAt === null ? [] : [[text('panel.at'), formats.dateTime(of.endedAt)] as const]),
  ];
  return (
    <Section
      title={text('panel.title')}
      meta={<Chip solid>{text(`state.${of.state}`)}</Chip>}
      end={<Link href={caseHref(of)}>{text('panel.open')}</Link>}
    >
      <FactList facts={facts} />
    </Section>
  );
};
