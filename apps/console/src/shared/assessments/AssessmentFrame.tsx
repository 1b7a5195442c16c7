import type { AssessmentDetail } from '@redoubt/contracts';
import type { DefinedAssessmentKind } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { asFailure, Chip, Empty, ErrorState, Loading, type Command } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, usePathParams } from '../../routes/address.ts';
import { useRoute } from '../../routes/current-route.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { assessmentQuery } from './assessments.queries.ts';
import { AssessmentTabs, type AssessmentPart } from './AssessmentTabs.tsx';

export type AssessmentFrameProps = {
  readonly page: AssessmentPart;
  /** What a page about a part of it is called; it stands in place of the assessment's name. */
  readonly part?: (detail: AssessmentDetail) => string | undefined;
  readonly commands?: (detail: AssessmentDetail) => readonly Command[];
  readonly aside?: ReactNode;
  readonly children: (detail: AssessmentDetail) => ReactNode;
};

const FEATURES = ['caseManagement', 'search', 'reporting'] as const;

/** What an assessment is and what is switched on, in few words. */
const Facts = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const text = useText('assessments');
  return (
    <>
      <Chip>{detail.apiName}</Chip>
      <Chip>{text(`template.${detail.template}`)}</Chip>
      <Chip>{text(`sharing.${detail.sharing}`)}</Chip>
      {FEATURES.filter((feature) => detail.features[feature]).map((feature) => (
        <Chip key={feature}>{text(`feature.${feature}`)}</Chip>
      ))}
      {detail.canWrite ? null : <ReadOnlyChip />}
    </>
  );
};

/** One defined assessment: its name, its pages as tabs, and the page on screen. */
export const AssessmentFrame = ({ page, part, commands, aside, children }: AssessmentFrameProps) => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const routes = useText('routes');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const { assessmentId } = usePathParams('/fraud/assessments/:assessmentId/configuration');
  // What is none is refused by the server, in words.
  const assessment = assessmentId as DefinedAssessmentKind;
  const query = useQuery(assessmentQuery(call, environmentId, assessment));
  const detail = query.data;
  const route = useRoute();
  const name =
    (detail && provided.shown(detail.friendlyName)) ??
    (query.isPending && route ? routes(`${route.key}.title`) : assessmentId);
  const isGone = query.isError && ['ASSESSMENT-UNKNOWN', 'REQ-INVALID'].includes(asFailure(query.error).code);
  const storedPart = detail && part?.(detail);
  const partName = storedPart && provided.shown(storedPart);
  return (
    <ConsolePage
      title={partName ?? name}
      crumb={partName}
      named={{ '/fraud/assessments/:assessmentId': detail && provided.shown(detail.friendlyName) }}
      chips={detail ? <Facts detail={detail} /> : null}
      commands={detail && commands ? commands(detail) : []}
      awaits={query.isPending && commands !== undefined && may('assessments:write') ? ['commands'] : []}
      strongFirst={false}
      aside={aside}
      tabs={isGone ? null : <AssessmentTabs assessment={assessment} name={name} current={page} />}
    >
      {query.isPending ? <Loading rows={8} rowHeight={32} columns={[2, 4, 2]} /> : null}
      {isGone ? (
        <Empty
          title={text('gone')}
          body={text('goneNote')}
          action={{ text: text('title'), href: hrefOf('/fraud/assessments') }}
        />
      ) : query.isError && !detail ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {detail ? <div className="stack gap-6 min-w-0">{children(detail)}</div> : null}
    </ConsolePage>
  );
};
