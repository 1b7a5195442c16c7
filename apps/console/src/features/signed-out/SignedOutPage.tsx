import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState } from 'react';
import { SESSION_ENDED_KEY } from '../../session/session.ts';
import { PRODUCT_NAME } from '../../shell/product.ts';
import styles from '../../session/session.module.css';

const signInAgain = (): void => {
  sessionStorage.removeItem(SESSION_ENDED_KEY);
  location.assign('/');
};

/** Where sign-out ends; nothing here needs a session. */
export const SignedOutPage = () => {
  const text = useText('shell');
  const [wasEnded] = useState(() => sessionStorage.getItem(SESSION_ENDED_KEY) !== null);
  return (
    <main className="grid place-center min-h-full py-8 px-4 bg-page">
      <div className={styles.card}>
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 className="fs-20 lh-28">{text('signedOut.title')}</h1>
        <p className="quiet">{text(wasEnded ? 'signedOut.ended' : 'signedOut.body')}</p>
        <div className="row-wrap">
          <CommandButton primary command={{ id: 'signIn', text: text('signedOut.signIn'), onSelect: signInAgain }} />
        </div>
      </div>
    </main>
  );
};
