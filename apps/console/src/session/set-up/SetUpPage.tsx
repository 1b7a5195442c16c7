import { getSetUp, resumeSetUp, type SetUp } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, IdText, Loading, useCopy } from '@redoubt/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { read, readKey } from '../../api/read.ts';
import type { Newcomer } from '../session.ts';
import { PRODUCT_NAME } from '../../shell/product.ts';
import { TENANT_PARAMETER } from '../site-configuration.ts';
import { SetUpProgress } from './SetUpProgress.tsx';
import { SetUpWizard } from './SetUpWizard.tsx';
import styles from './set-up.module.css';

const POLL_MS = 2000;

type FrameProps = { readonly title: string; readonly isWide?: boolean; readonly children: ReactNode };

const Frame = ({ title, isWide = false, children }: FrameProps) => {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <main className={styles.full}>
      <div className={isWide ? styles.wide : styles.card}>
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 className="fs-20 lh-28">{title}</h1>
        {children}
      </div>
    </main>
  );
};

type AskAdministratorProps = { readonly newcomer: Newcomer; readonly onRetry: () => void };

/** Who may set the tenant up, and a request to send them. */
const AskAdministrator = ({ newcomer, onRetry }: AskAdministratorProps) => {
  const text = useText('firstRun');
  const shell = useText('shell');
  const common = useText('common');
  const { copied, copy } = useCopy();
  const { account, site } = newcomer;
  const { tenantId, username } = account;
  const link = `${location.origin}/setup?${TENANT_PARAMETER}=${tenantId}`;
  const request = text('setUp.request', {
    product: PRODUCT_NAME,
    tenant: site.tenantName,
    link,
    id: tenantId,
    user: username,
  });
  return (
    <Frame title={text('setUp.notYet', { tenant: site.tenantName })}>
      <p className="quiet">{text('setUp.ask', { tenant: site.tenantName })}</p>
      <dl className={styles.facts}>
        <dt>{text('setUp.who')}</dt>
        <dd>{text('setUp.globalAdministrator')}</dd>
        <dt>{shell('blocked.user')}</dt>
        <dd>{username}</dd>
        <dt>{shell('blocked.tenantId')}</dt>
        <dd>
          <IdText id={tenantId} length={40} name={shell('blocked.tenantId')} />
        </dd>
      </dl>
      <p className={styles.request}>{request}</p>
      <div className="row-wrap">
        <CommandButton
          primary
          command={{
            id: 'copy',
            text: copied ? common('action.copied') : text('setUp.copyRequest'),
            onSelect: () => void copy(request),
          }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'retry', text: shell('blocked.retry'), onSelect: onRetry }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'signOut', text: shell('user.signOut'), onSelect: newcomer.signOut }}
        />
      </div>
    </Frame>
  );
};

const isUnderWay = (setUp: SetUp | undefined): boolean => setUp?.state === 'Provisioning';

/** Set-up that was left before its environment was Active: how far it is, and going on. */
const Unfinished = ({ newcomer, setUp }: { readonly newcomer: Newcomer; readonly setUp: SetUp }) => {
  const text = useText('firstRun');
  const { call, site } = newcomer;
  const { environment } = setUp;
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: (environmentId: string) => call(resumeSetUp, { body: { environmentId } }),
    onSettled: () => client.invalidateQueries({ queryKey: readKey(getSetUp, {}) }),
  });
  return (
    <Frame title={text('setUp.inProgress')}>
      <SetUpProgress
        setUp={setUp}
        busy={resume.isPending || environment === null}
        error={resume.error}
        onContinue={() => environment && resume.mutate(environment.id)}
        tenantName={site.tenantName}
      />
    </Frame>
  );
};

/**
 * First-run set-up (`docs/reference/console.md#set-up-attestation-tours`): steps for the global administrator, which may
 * be left and returned to, and for every other person whom to ask.
 */
export const SetUpPage = ({ newcomer }: { readonly newcomer: Newcomer }) => {
  const text = useText('firstRun');
  const { call } = newcomer;
  const isOwn = useRef(false);
  const query = useQuery(
    read(
      call,
      getSetUp,
      {},
      { staleTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false) },
    ),
  );
  const setUp = query.data;
  const isReady = setUp?.state === 'Ready';
  useEffect(() => {
    // Who set it up sees what comes next; for any other person, or in an older tab, the console opens.
    if (isReady) location.replace(isOwn.current ? '/setup' : '/');
  }, [isReady]);
  if (query.isError)
    return (
      <Frame title={text('setUp.title')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Frame>
    );
  if (!setUp)
    return (
      <Frame title={text('setUp.title')}>
        <Loading rows={4} />
      </Frame>
    );
  if (!setUp.maySetUp && !isReady) return <AskAdministrator newcomer={newcomer} onRetry={() => location.reload()} />;
  if (setUp.state !== 'NotProvisioned') return <Unfinished newcomer={newcomer} setUp={setUp} />;
  return (
    <Frame title={text('setUp.title')} isWide>
      <SetUpWizard
        newcomer={newcomer}
        setUp={setUp}
        onFinished={() => {
          isOwn.current = true;
          void query.refetch();
        }}
        onRefused={query.refetch}
      />
    </Frame>
  );
};
