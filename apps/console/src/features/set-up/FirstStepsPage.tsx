import { CheckmarkCircleRegular, CircleRegular } from '@fluentui/react-icons';
import type { FirstSteps } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Empty, Link, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useMe } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { newRuleHref } from '../../shared/rules/links.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import styles from './first-steps.module.css';
import { firstStepsQuery } from './set-up.queries.ts';

type Step = FirstSteps['steps'][number];

/** Where each step is taken. */
const PLACES: Readonly<Record<Step['id'], string>> = {
  application: hrefOf('/integration/aadapp/create'),
  people: hrefOf('/settings/access'),
  rule: newRuleHref('purchase', 'highAmount'),
  event: hrefOf('/integration'),
};

const StepItem = ({ id, isDone }: Step): ReactNode => {
  const text = useText('firstRun');
  const Icon = isDone ? CheckmarkCircleRegular : CircleRegular;
  return (
    <li className={styles.step} data-state={isDone ? 'done' : 'open'}>
      <Icon fontSize={20} aria-hidden />
      <div>
        <Link href={PLACES[id]} className="strong">
          {text(`first.${id}.title`)}
        </Link>{' '}
        <span className="muted">{text(`setUp.step.${isDone ? 'done' : 'open'}`)}</span>
        <p className="quiet">{text(`first.${id}.text`)}</p>
      </div>
    </li>
  );
};

/** The tenant is set up: what it needs next, as far as the person may do it. */
export const FirstStepsPage = (): ReactNode => {
  const text = useText('firstRun');
  const routes = useText('routes');
  const { tenant } = useMe();
  const query = useQuery(firstStepsQuery(useCall()));
  const home = { id: 'home', text: text('first.home'), href: hrefOf('/') };
  return (
    <ConsolePage title={routes('setup.title')} commands={[home]}>
      <QueryState query={query}>
        {({ steps }) =>
          steps.length === 0 ? (
            <Empty title={text('first.none', { tenant: tenant.name })} action={home} />
          ) : (
            <div className="stack-4 prose fs-14">
              <p>{text('first.lead', { tenant: tenant.name })}</p>
              <ol className={styles.steps} aria-label={text('first.label')}>
                {steps.map((step) => (
                  <StepItem key={step.id} {...step} />
                ))}
              </ol>
            </div>
          )
        }
      </QueryState>
    </ConsolePage>
  );
};
