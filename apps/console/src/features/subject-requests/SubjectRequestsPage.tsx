import { AddRegular } from '@fluentui/react-icons';
import type { SubjectRequest } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { SplitPane, Chip, DataGrid, Empty, ErrorState, type GridHandle } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { RequestPanel } from './components/RequestPanel.tsx';
import styles from './components/subject-requests.module.css';
import { SubjectTabs } from './components/SubjectTabs.tsx';
import { subjectPolicyQuery, subjectRequestsQuery, useSubjectMutations } from './subject-requests.queries.ts';
import { useRequestColumns } from './use-request-columns.tsx';

const address = z.object({ request: z.string().optional().catch(undefined) });

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
  const common = useText('common');
  const call = useCall();
  const go = useGo();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const [{ request: current = null }, update] = useAddress(address);
  const [cursor, setCursor] = useState<string | null>(current);
  const grid = useRef<GridHandle>(null);
  const query = useQuery(subjectRequestsQuery(call, environmentId));
  const columns = useRequestColumns();
  const { data } = query;
  const requests = data?.requests ?? NONE;
  const open = requests.find(({ id }) => id === current);
  const canSubmit = may('subjectRequestsSubmit:write');
  const searchHref = hrefOf('/settings/subject/search');
  const close = (): void => {
    update({ request: undefined });
    grid.current?.focus();
  };
  return (
    <ConsolePage
      title={routes('subjectRequests.title')}
      fill
      bleed
      tabs={<SubjectTabs current="requests" />}
      commands={canSubmit ? [{ id: 'new', text: text('new'), icon: AddRegular, href: searchHref }] : []}
      commandsEnd={<ApprovalSwitch />}
      chips={canSubmit ? null : <Chip solid>{common('readOnly')}</Chip>}
    >
      <div className={styles.main}>
        <div className={styles.grid}>
          <SplitPane
            paneWidth="min(460px, 48%)"
            pane={open ? <RequestPanel key={open.id} request={open} canSubmit={canSubmit} onClose={close} /> : null}
          >
            {query.isError && !data ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : data && requests.length === 0 ? (
              <Empty
                title={text('empty.title')}
                body={text('empty.body')}
                action={canSubmit ? { text: text('new'), onSelect: () => go(searchHref) } : undefined}
              />
            ) : (
              <DataGrid
                ref={grid}
                label={routes('subjectRequests.title')}
                rows={requests}
                rowId={idOf}
                columns={columns}
                density={density}
                isLoading={query.isPending}
                current={cursor}
                onCurrent={(id) => {
                  setCursor(id);
                  if (current !== null) update({ request: id }, { replace: true });
                }}
                onOpen={({ id }) => update({ request: id })}
                onPeek={({ id }) => update({ request: id })}
                onClose={close}
              />
            )}
          </SplitPane>
        </div>
      </div>
    </ConsolePage>
  );
};
