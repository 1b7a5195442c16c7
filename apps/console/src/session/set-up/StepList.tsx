import { CheckmarkCircleRegular, CircleRegular, RecordRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { SET_UP_STEPS, type SetUpStep } from './set-up-draft.ts';
import styles from './set-up.module.css';

/** Where set-up is, of all its steps. */
export const StepList = ({ current }: { readonly current: SetUpStep }) => {
  const text = useText('firstRun');
  const place = SET_UP_STEPS.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={text('setUp.partsLabel')}>
      {SET_UP_STEPS.map((step, at) => {
        const Icon = at < place ? CheckmarkCircleRegular : at === place ? RecordRegular : CircleRegular;
        const state = at < place ? 'done' : at === place ? 'current' : 'open';
        return (
          <li key={step} className={styles.step} data-state={state} aria-current={at === place ? 'step' : undefined}>
            <Icon fontSize={18} aria-hidden />
            <span>
              {text(`setUp.parts.${step}`)}
              {state === 'current' ? null : <span className="visually-hidden"> {text(`setUp.step.${state}`)}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
};
