import { useText } from '@redoubt/i18n';
import { useAfter } from '@redoubt/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { PRODUCT_NAME } from '../shell/product.ts';
import { LazyPart } from '../routes/LazyPart.tsx';
import { BlockedPage } from './BlockedPage.tsx';
import type { Session, Start } from './session.ts';
import styles from './session.module.css';

const STILL_AFTER_MS = 10_000;

/** Full-page spinner while signing in. */
export const Starting = () => {
  const text = useText('shell');
  const late = useAfter(STILL_AFTER_MS);
  return (
    <main className="grid place-center min-h-full py-8 px-4 bg-page">
      <div className="stack-3 middle" role="status">
        <span className={styles.spinner} aria-hidden />
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <p className="muted">{late ? text('start.still') : text('start.signingIn')}</p>
        {late ? <a href={location.href}>{text('start.retry')}</a> : null}
      </div>
    </main>
  );
};

/** Most people never need set-up. */
const loadSetUp = async () => (await import('./set-up/SetUpPage.tsx')).SetUpPage;

export type SessionGateProps = {
  /** Runs the start-up; given once. */
  readonly start: () => Promise<Start>;
  readonly children: (session: Session) => ReactNode;
};

/** Shows the application to a signed-in user with an environment to work in; else what is missing. */
export const SessionGate = ({ start, children }: SessionGateProps) => {
  const [state, setState] = useState<Start | null>(null);
  useEffect(() => {
    let current = true;
    void start().then((next) => {
      if (current) setState(next);
    });
    return () => {
      current = false;
    };
  }, [start]);
  if (state === null || state.kind === 'redirecting') return <Starting />;
  if (state.kind === 'setUp')
    return (
      <LazyPart
        load={loadSetUp}
        texts={['firstRun', 'environments']}
        props={{ newcomer: state.newcomer }}
        fallback={<Starting />}
      />
    );
  if (state.kind === 'blocked') return <BlockedPage blocked={state.blocked} signOut={state.signOut} />;
  return children(state.session);
};
