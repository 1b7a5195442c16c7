import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../shell/product.ts';
import styles from './attestation.module.css';

/** The statement of the product, sentence by sentence. */
const BuiltInStatement = () => {
  const text = useText('firstRun');
  return (
    <>
      <p>{text('attestation.what', { product: PRODUCT_NAME })}</p>
      <p>{text('attestation.never')}</p>
      <ul>
        <li>{text('attestation.use.credit')}</li>
        <li>{text('attestation.use.insurance')}</li>
        <li>{text('attestation.use.employment')}</li>
        <li>{text('attestation.use.housing')}</li>
        <li>{text('attestation.use.law')}</li>
      </ul>
      <p>{text('attestation.local')}</p>
    </>
  );
};

const OwnStatement = ({ text }: { readonly text: string }) =>
  text.split(/\n{2,}/).map((paragraph, index) => (
    <p key={`${index} ${paragraph.slice(0, 20)}`} className={styles.own}>
      {paragraph}
    </p>
  ));

type StatementProps = {
  /** The operator's own; null for the one of the product. */
  readonly text: string | null;
  /** Version of the text, printed with it. */
  readonly version: string;
  /** Shown above it. */
  readonly children?: ReactNode;
};

/** The statement that administrators accept. A page that shows it prints it alone. */
export const Statement = ({ text: own, version, children }: StatementProps) => {
  const text = useText('firstRun');
  return (
    <section className={styles.statement} aria-label={text('attestation.statement')}>
      <p className={styles.printedOnly}>
        {PRODUCT_NAME} · {text('attestation.title')} · {version}
      </p>
      {children}
      {own === null ? <BuiltInStatement /> : <OwnStatement text={own} />}
    </section>
  );
};
