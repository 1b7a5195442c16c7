import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { PRODUCT_NAME } from '../../shell/product.ts';
import styles from '../../session/session.module.css';

/** Where sign-out ends; nothing here needs a session. */
export const SignedOutPage = () => {
  const text = useText('shell');
  return (
    <main className={styles.full}>
      <div className={styles.card}>
        <p className="fs-18 lh-24 strong">{PRODUCT_NAME}</p>
        <h1 className="fs-20 lh-28">{text('signedOut.title')}</h1>
        <p className="quiet">{text('signedOut.body')}</p>
        <div className="row-wrap">
          <CommandButton
            primary
            command={{ id: 'signIn', text: text('signedOut.signIn'), onSelect: () => location.assign('/') }}
          />
        </div>
      </div>
    </main>
  );
};
