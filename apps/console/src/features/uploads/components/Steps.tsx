import { CheckmarkRegular } from '@fluentui/react-icons';
import type { UploadDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './uploads.module.css';

const STEPS = ['send', 'map', 'check', 'store'] as const;

/** How many steps are done: what an upload stands at decides it. */
const doneSteps = ({ state, doneRows, stored, rows, mappingProblems }: UploadDetail): number => {
  if (state === 'uploading') return 0;
  if (state === 'succeeded' || state === 'undoing' || state === 'undone' || stored > 0 || doneRows > 0)
    return state === 'succeeded' ? 4 : 3;
  if (state === 'ready' || state === 'processing') return 3;
  if (state === 'checking' || (state === 'failed' && rows > 0)) return 2;
  return mappingProblems.length > 0 ? 1 : 2;
};

/** The way of a file, and where this one is on it. */
export const Steps = ({ upload }: { readonly upload: UploadDetail }): ReactNode => {
  const text = useText('uploads');
  const done = doneSteps(upload);
  return (
    <ol className={styles.steps} aria-label={text('step.label')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-state={index < done ? 'done' : index === done ? 'current' : 'ahead'}
          aria-current={index === done ? 'step' : undefined}
        >
          <span className={styles.stepMark}>
            {index < done ? <CheckmarkRegular fontSize={12} aria-hidden /> : index + 1}
          </span>
          {text(`step.${step}`)}
        </li>
      ))}
    </ol>
  );
};
