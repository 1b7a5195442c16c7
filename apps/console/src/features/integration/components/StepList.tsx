import type { IntegrationStatus } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { stepStates, STEPS, type Step } from '../steps.ts';
import styles from './integration.module.css';
import { StateChip } from './StateChip.tsx';

const LINKS: Readonly<Record<Step, string>> = {
  application: hrefOf('/integration/aadapp/manage'),
  call: hrefOf('/integration/api/:id', { id: 'purchase' }, { view: 'code' }),
  accepted: hrefOf('/integration/api/:id', { id: 'purchase' }, { view: 'try' }),
  decided: hrefOf('/search'),
  devices: hrefOf('/integration/devicefingerprinting/try'),
  followed: hrefOf('/integration/api/:id', { id: 'purchaseStatus' }),
  clean: hrefOf('/data/apimanagement/errors'),
};

/** The way from nothing to a sound integration, each step ticked by what was really called. */
export const StepList = ({ status }: { readonly status: IntegrationStatus }): ReactNode => {
  const text = useText('integration');
  const states = stepStates(status);
  const done = STEPS.filter((step) => states[step] === 'done').length;
  return (
    <Section title={text('steps.title')} meta={text('steps.meta', { done, all: STEPS.length })}>
      <ol className="plain-list">
        {STEPS.map((step) => (
          <li key={step} className={styles.step}>
            <StateChip state={states[step]} />
            <div>
              <Link href={LINKS[step]}>
                <b>{text(`steps.${step}.title`)}</b>
              </Link>
              <p className="soft">{text(`steps.${step}.body`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
};
