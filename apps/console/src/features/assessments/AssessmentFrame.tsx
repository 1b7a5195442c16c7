import type { AssessmentDetail } from '@redoubt/contracts';
import type { DefinedAssessmentKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, ErrorState, Loading, PageTabs, type Command } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, usePathParams } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { assessmentQuery } from './assessments.queries.ts';
import styles from './assessments.module.css';

export type AssessmentFrameProps = {
  readonly page: 'configuration' | 'schema';
  readonly commands?: (detail: AssessmentDetail) => readonly Command[];
  readonly children: (detail: AssessmentDetail) => ReactNode;
};

/** One defined assessment: its name, its pages as tabs, and the page on screen. */
export const AssessmentFrame = ({ page, commands, children }: AssessmentFrameProps) => {
  const text = useText('assessments');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { assessmentId } = usePathParams('/fraud/assessments/:assessmentId/configuration');
  // What is none is refused by the server, in words.
  const query = useQuery(assessmentQuery(call, environmentId, assessmentId as DefinedAssessmentKind));
  const detail = query.data;
  const params = { assessmentId };
  const tabs = [
    {
      id: 'rules',
      text: routes('assessmentRules.title'),
      href: hrefOf('/fraud/assessments/:assessmentId/rules', params),
    },
    {
      id: 'configuration',
      text: text('configuration'),
      href: hrefOf('/fraud/assessments/:assessmentId/configuration', params),
    },
    { id: 'schema', text: text('schema'), href: hrefOf('/fraud/assessments/:assessmentId/schemaDetails', params) },
  ];
  return (
    <ConsolePage
      title={detail?.friendlyName ?? assessmentId}
      chips={
        detail ? (
          <>
            <Chip>{text(`template.${detail.template}`)}</Chip>
            {detail.canWrite ? null : <ReadOnlyChip />}
          </>
        ) : null
      }
      commands={detail && commands ? commands(detail) : []}
      strongFirst={false}
    >
      <PageTabs label={detail?.friendlyName ?? assessmentId} tabs={tabs} current={page} />
      {query.isPending ? <Loading rows={8} rowHeight={32} columns={[2, 4, 2]} /> : null}
      {query.isError && !detail ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {detail ? <div className={styles.main}>{children(detail)}</div> : null}
    </ConsolePage>
  );
};
