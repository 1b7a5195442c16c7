import { Checkbox } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import styles from '../booster.module.css';
import type { TypedConnector } from './ConnectorRows.tsx';

const TERMS = ['what', 'who', 'law', 'back'] as const;

/** The terms with those who take part, opened before they can be agreed to. */
export const ConsentPart = ({
  connectors,
  isNeeded,
  isAgreed,
  onAgree,
}: {
  readonly connectors: readonly TypedConnector[];
  readonly isNeeded: boolean;
  readonly isAgreed: boolean;
  readonly onAgree: (isAgreed: boolean) => void;
}): ReactNode => {
  const text = useText('booster');
  const [isOpened, setOpened] = useState(false);
  const names = connectors.flatMap(({ name }) => (name.trim() === '' ? [] : [name]));
  return (
    <>
      <details className={styles.terms} onToggle={() => setOpened(true)}>
        <summary>{text('consent.open')}</summary>
        <ul>
          {TERMS.map((term) => (
            <li key={term}>{text(`consent.${term}`)}</li>
          ))}
          <li>{text('consent.participants', { names: names.length === 0 ? '–' : names.join(', ') })}</li>
        </ul>
      </details>
      <Checkbox
        label={text('consent.agree')}
        disabled={!isOpened || !isNeeded}
        checked={isAgreed}
        onChange={(_event, { checked }) => onAgree(checked === true)}
      />
      {isNeeded ? null : <p className="soft">{text('consent.notNeeded')}</p>}
    </>
  );
};
