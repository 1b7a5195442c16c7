import { getSetUp, setUpTenant, type SetUp } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, IdText, Loading } from '@redoubt/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';
import { useEffect, type ReactNode } from 'react';
import type { Newcomer } from '../session.ts';
import { PRODUCT_NAME } from '../../shell/product.ts';
import { SetUpForm } from './SetUpForm.tsx';
import { SetUpProgress } from './SetUpProgress.tsx';
import styles from './set-up.module.css';

const POLL_MS = 2000;

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <main className={styles.full}>
      <div className={styles.card}>
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 className="fs-20 lh-28">{title}</h1>
        {children}
      </div>
    </main>
  );
};

const AskAdministrator = ({ newcomer, onRetry }: { readonly newcomer: Newcomer; readonly onRetry: () => void }) => {
  const text = useText('firstRun');
  const shell = useText('shell');
  const { account, site } = newcomer;
  return (
    <Frame title={text('setUp.notYet', { tenant: site.tenantName })}>
      <p className="quiet">{text('setUp.ask')}</p>
      <dl className={styles.facts}>
        <dt>{shell('blocked.user')}</dt>
        <dd>{account.username}</dd>
        <dt>{shell('blocked.tenantId')}</dt>
        <dd>
          <IdText id={account.tenantId} length={40} name={shell('blocked.tenantId')} />
        </dd>
      </dl>
      <div className="row-wrap">
        <CommandButton primary command={{ id: 'retry', text: shell('blocked.retry'), onSelect: onRetry }} />
        <CommandButton
          appearance="outline"
          command={{ id: 'signOut', text: shell('user.signOut'), onSelect: newcomer.signOut }}
        />
      </div>
    </Frame>
  );
};

const isUnderWay = (setUp: SetUp | undefined): boolean => setUp?.state === 'Provisioning';

/**
 * First-run set-up (`docs/reference/console.md#set-up-attestation-tours`): a form for the global administrator,
 * progress that may be left and returned to, and for every other person whom to ask.
 */
export const SetUpPage = ({ newcomer }: { readonly newcomer: Newcomer }) => {
  const text = useText('firstRun');
  const { call, site, signOut } = newcomer;
  const query = useQuery(
    read(
      call,
      getSetUp,
      {},
      { staleTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false) },
    ),
  );
  const start = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof setUpTenant>>[1]['body']) => call(setUpTenant, { body }),
    onSettled: () => query.refetch(),
  });
  const setUp = query.data;
  const isReady = setUp?.state === 'Ready';
  useEffect(() => {
    if (isReady) location.replace('/');
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
  if (isReady || start.isPending || setUp.state !== 'NotProvisioned')
    return (
      <Frame title={text('setUp.inProgress')}>
        <SetUpProgress
          setUp={setUp}
          busy={start.isPending || isReady}
          error={start.error}
          onContinue={(body) => start.mutate(body)}
          tenantName={site.tenantName}
        />
      </Frame>
    );
  return (
    <Frame title={text('setUp.title')}>
      <p className="quiet">{text('setUp.lead', { product: PRODUCT_NAME, tenant: site.tenantName })}</p>
      <SetUpForm
        tenantName={site.tenantName}
        geographies={setUp.geographies}
        error={start.error}
        onStart={(body) => start.mutate(body)}
        onSignOut={signOut}
      />
    </Frame>
  );
};
