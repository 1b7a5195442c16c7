import { CheckmarkCircleRegular, CircleRegular, ErrorCircleRegular } from '@fluentui/react-icons';
import type { SetUp } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import styles from './set-up.module.css';

type StepState = 'done' | 'open' | 'failed';

const Step = ({ state, words }: { readonly state: StepState; readonly words: string }) => {
  const text = useText('firstRun');
  const Icon = { done: CheckmarkCircleRegular, open: CircleRegular, failed: ErrorCircleRegular }[state];
  return (
    <li className={styles.step} data-state={state}>
      <Icon fontSize={18} aria-hidden />
      <span>
        {words} <span className="visually-hidden">{text(`setUp.step.${state}`)}</span>
      </span>
    </li>
  );
};

const environmentState = ({ state }: SetUp): StepState =>
  state === 'Ready' ? 'done' : state === 'Failed' ? 'failed' : 'open';

export type SetUpProgressProps = {
  readonly setUp: SetUp;
  readonly busy: boolean;
  readonly error: unknown;
  readonly tenantName: string;
  readonly onContinue: () => void;
};

/** How far set-up has come; one that was cut off is continued from here. */
export const SetUpProgress = ({ setUp, busy, error, tenantName, onContinue }: SetUpProgressProps) => {
  const text = useText('firstRun');
  const name = setUp.environment?.name ?? tenantName;
  return (
    <>
      <p className="quiet">{text('setUp.mayLeave')}</p>
      <ol className="plain-list stack-3" aria-live="polite">
        <Step state="done" words={text('setUp.steps.tenant', { tenant: tenantName })} />
        <Step state={environmentState(setUp)} words={text('setUp.steps.environment', { name })} />
        <Step state={setUp.state === 'Ready' ? 'done' : 'open'} words={text('setUp.steps.console')} />
      </ol>
      {setUp.environment?.statusReason ? <p>{setUp.environment.statusReason}</p> : null}
      {error === null ? null : <ErrorState error={error} compact />}
      {busy ? null : (
        <div className="row-wrap">
          <CommandButton primary command={{ id: 'continue', text: text('setUp.continue'), onSelect: onContinue }} />
        </div>
      )}
    </>
  );
};
