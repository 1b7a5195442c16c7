import { AddRegular } from '@fluentui/react-icons';
import type { SubjectRequest } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { holds } from '../../shared/list-page/holds.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { RequestPanel } from './components/RequestPanel.tsx';
import { SubjectTabs } from './components/SubjectTabs.tsx';
import { subjectPolicyQuery, subjectRequestsQuery, useSubjectMutations } from './subject-requests.queries.ts';
import { useRequestColumns } from './use-request-columns.tsx';
import { useSubjectNames } from './use-subject-names.ts';

const address = z.object({
  request: z.string().optional().catch(undefined),
  find: z.string().optional().catch(undefined),
});

const NONE: readonly SubjectRequest[] = [];
const idOf = ({ id }: SubjectRequest): string => id;

/** Whether deletions wait for a second person; a switch for those who may decide that. */
const ApprovalSwitch = (): ReactNode => {
  const text = useText('subjectRequests');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery(subjectPolicyQuery(call, environmentId));
  const { approval } = useSubjectMutations();
  if (data === undefined) return null;
  if (!data.mayChangeApproval) return data.approvalRequired ? <Chip solid>{text('approval.on')}</Chip> : null;
  return (
    <Chip pressed={data.approvalRequired} onSelect={() => approval.mutate(!data.approvalRequired)}>
      {text('approval.switch')}
    </Chip>
  );
};

/** What was asked for, how far it is, and who has to do something about it. */
export const SubjectRequestsPage = (): ReactNode => {
  const text = useText('subjectRequests');
  const routes = useText('routes');
  const call = useCall();
  const go = useGo();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ request: current = null, find = '' }, update] = useAddress(address);
  const query = useQuery(subjectRequestsQuery(call, environmentId));
  const columns = useRequestColumns();
  const { data } = query;
  const { assessmentName } = useSubjectNames();
  const requests = data?.requests ?? NONE;
  const rows = requests.filter((request) => {
    const { id, type, status, subject, requested } = request;
    const of = assessmentName(request.assessment, request.assessmentName);
    return holds(find, id, text(`type.${type}`), text(`status.${status}`), of, subject, requested.by);
  });
  const open = requests.find(({ id }) => id === current);
  const canSubmit = may('subjectRequestsSubmit:write');
  const searchHref = hrefOf('/settings/subject/search');
  const selection = useRowSelection(current, (id, options) => update({ request: id }, options));
  return (
    <ListPage
      title={routes('subjectRequests.title')}
      tabs={<SubjectTabs current="requests" />}
      canWrite={canSubmit}
      strongFirst={canSubmit}
      commands={canSubmit ? [{ id: 'new', text: text('new'), icon: AddRegular, href: searchHref }] : []}
      beforeFind={<ApprovalSwitch />}
      find={{
        text: text('filter'),
        value: find,
        onChange: (typed) => update({ find: typed }, { replace: true }),
      }}
      pane={open ? <RequestPanel key={open.id} request={open} canSubmit={canSubmit} onClose={selection.close} /> : null}
      grid={{
        label: routes('subjectRequests.title'),
        query,
        rows,
        isNarrowed: requests.length > 0,
        noResult: { title: text('noneFits.title'), body: text('noneFits.body') },
        rowId: idOf,
        columns,
        selection,
        empty: {
          title: text('empty.title'),
          body: text('empty.body'),
          action: canSubmit ? { text: text('new'), onSelect: () => go(searchHref) } : undefined,
        },
      }}
    />
  );
};
