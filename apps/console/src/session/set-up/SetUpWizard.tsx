import { checkSetUp, setUpTenant, type SetUp, type SetUpParts, type SetUpRequest } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTabDraft } from '../../drafts/use-tab-draft.ts';
import { PRODUCT_NAME } from '../../shell/product.ts';
import type { Newcomer } from '../session.ts';
import { AdministratorsStep } from './AdministratorsStep.tsx';
import { EnvironmentsStep } from './EnvironmentsStep.tsx';
import { OrganisationStep } from './OrganisationStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { isSetUpDraft, newDraft, requestOf, SET_UP_STEPS, type SetUpStep } from './set-up-draft.ts';
import { StatementStep } from './StatementStep.tsx';
import { StepList } from './StepList.tsx';
import styles from './set-up.module.css';

type SetUpWizardProps = {
  readonly newcomer: Newcomer;
  readonly setUp: SetUp;
  /** The tenant is set up, by this browser. */
  readonly onFinished: () => void;
  /** Reads again how far set-up is. */
  readonly onRefused: () => Promise<unknown>;
};

const stepAfter = (step: SetUpStep, by: 1 | -1): SetUpStep | undefined => SET_UP_STEPS[SET_UP_STEPS.indexOf(step) + by];

/**
 * The steps of set-up. The server checks each before the next one opens; what is typed survives a reload in this tab, and
 * nothing is kept on the server before the last step.
 */
export const SetUpWizard = ({ newcomer, setUp, onFinished, onRefused }: SetUpWizardProps): ReactNode => {
  const text = useText('firstRun');
  const { call, site, account, signOut } = newcomer;
  const empty = newDraft(site.tenantName, setUp);
  const { draft, change, discard } = useTabDraft(`setUp.${account.tenantId}`, empty, isSetUpDraft);
  const check = useMutation({
    mutationFn: (parts: SetUpParts) => call(checkSetUp, { body: parts }),
    onError: onRefused,
  });
  const finish = useMutation({
    mutationFn: (body: SetUpRequest) => call(setUpTenant, { body }),
    onSuccess: () => {
      discard();
      onFinished();
    },
    onError: onRefused,
  });
  const { textVersion } = setUp.statement;
  const isAccepted = draft.textVersion === textVersion;
  // A statement that was changed meanwhile is read first.
  const step = isAccepted ? draft.step : 'statement';
  const place = SET_UP_STEPS.indexOf(step);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const go = (to: SetUpStep | undefined): void => {
    check.reset();
    finish.reset();
    if (to) change({ step: to });
  };
  /** The fields keep what was typed: an older answer of the server does not set them back. */
  const goOn = (parts: SetUpParts, kept: Partial<typeof draft>): void =>
    check.mutate(parts, { onSuccess: () => change({ ...kept, step: stepAfter(step, 1) ?? 'review' }) });
  const request = requestOf(draft, textVersion);
  const before = stepAfter(step, -1);
  const rest = {
    error: step === 'review' ? finish.error : check.error,
    isBusy: check.isPending || finish.isPending,
    onBack: before && (() => go(before)),
    onSignOut: signOut,
  };
  const steps: Readonly<Record<SetUpStep, ReactNode>> = {
    statement: (
      <StatementStep
        {...rest}
        tenantName={site.tenantName}
        statement={setUp.statement}
        isAccepted={isAccepted}
        onNext={() => goOn({ statement: { textVersion, accepted: true } }, { textVersion })}
      />
    ),
    organisation: (
      <OrganisationStep
        {...rest}
        geographies={setUp.geographies}
        values={draft.organisation}
        onTyped={(organisation) => change({ organisation })}
        onNext={(organisation) => goOn({ organisation }, { organisation })}
      />
    ),
    environments: (
      <EnvironmentsStep
        {...rest}
        values={draft.environments}
        onTyped={(environments) => change({ environments })}
        onNext={(environments) =>
          goOn({ environments: requestOf({ ...draft, environments }, textVersion).environments }, { environments })
        }
      />
    ),
    administrators: (
      <AdministratorsStep
        {...rest}
        username={account.username}
        mailsInvitations={setUp.mailsInvitations}
        value={draft.administrators}
        onTyped={(administrators) => change({ administrators })}
        onNext={(administrators) =>
          goOn(
            { administrators: requestOf({ ...draft, administrators }, textVersion).administrators },
            { administrators },
          )
        }
      />
    ),
    review: (
      <ReviewStep
        {...rest}
        draft={draft}
        setUp={setUp}
        username={account.username}
        onChange={go}
        onFinish={() => finish.mutate(request)}
      />
    ),
  };
  return (
    <>
      <p className="quiet">{text('setUp.lead', { product: PRODUCT_NAME, tenant: site.tenantName })}</p>
      <div className={styles.wizard}>
        <StepList current={step} />
        <section className="stack-4" aria-labelledby="set-up-step">
          <h2 id="set-up-step" ref={heading} tabIndex={-1} className={styles.title}>
            <span className="muted">{text('tour.count', { step: place + 1, steps: SET_UP_STEPS.length })}</span>{' '}
            {text(`setUp.parts.${step}`)}
          </h2>
          {steps[step]}
        </section>
      </div>
    </>
  );
};
