import type { SetUp } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { usernamesOf, type SetUpDraft, type SetUpStep } from './set-up-draft.ts';
import { StepButtons, type StepProps } from './StepButtons.tsx';
import styles from './set-up.module.css';

type ReviewStepProps = StepProps & {
  readonly draft: SetUpDraft;
  readonly setUp: SetUp;
  readonly username: string;
  readonly onChange: (step: SetUpStep) => void;
  readonly onFinish: () => void;
};

/** All that was chosen, before anything of it is kept. */
export const ReviewStep = ({ draft, setUp, username, onChange, onFinish, ...rest }: ReviewStepProps) => {
  const text = useText('firstRun');
  const environment = useText('environments');
  const { organisation, environments, administrators } = draft;
  const place = setUp.geographies.find(({ code }) => code === organisation.geography);
  const people = [...new Set([username, ...usernamesOf(administrators)])];
  const part = (step: Exclude<SetUpStep, 'review' | 'statement'>, lines: readonly string[]): ReactNode => (
    <div className={styles.part}>
      <dt>{text(`setUp.parts.${step}`)}</dt>
      <dd>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </dd>
      <dd>
        <CommandButton
          command={{
            id: step,
            text: text('setUp.changePart', { part: text(`setUp.parts.${step}`) }),
            onSelect: () => onChange(step),
          }}
        />
      </dd>
    </div>
  );
  return (
    <>
      <p className="quiet">{text('setUp.reviewLead')}</p>
      <dl className={styles.parts}>
        {part('organisation', [
          organisation.tenantName,
          text(`setUp.editions.${organisation.edition}`),
          place?.friendlyName ?? organisation.geography,
        ])}
        {part('environments', [
          ...environments.roots.map(({ name, kind }) => `${name} (${environment(`kind.${kind}`)})`),
          environments.currency === ''
            ? text('setUp.currencyNone')
            : text('setUp.currencyOf', { currency: environments.currency }),
        ])}
        {part('administrators', people)}
      </dl>
      <p className="quiet">{text('setUp.reviewPlace')}</p>
      <StepButtons {...rest} label={text('setUp.start')} onSelect={onFinish} />
    </>
  );
};
