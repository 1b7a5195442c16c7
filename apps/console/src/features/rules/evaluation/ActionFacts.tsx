import type { Evaluation } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Fragment } from 'react';
import { shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import styles from '../../../shared/authoring/evaluation/evaluation.module.css';

type ActionResult = NonNullable<NonNullable<Evaluation['result']>['action']>;

/** What an action would do for the sample: what it adds to the answer, what it sets, whom it calls. */
export const ActionFacts = ({ action }: { readonly action: ActionResult }) => {
  const text = useText('rules');
  const groups = [
    {
      name: text('evaluation.adds'),
      lines: Object.entries(action.customProperties).map(([name, value]) => `${name} = ${shortValue(value)}`),
    },
    {
      name: text('evaluation.sets'),
      lines: Object.entries(action.variables).map(([name, value]) => `${name} = ${shortValue(value)}`),
    },
    {
      name: text('evaluation.calls'),
      lines: action.calls.map(({ name, arguments: given }) => `${name}(${given.map(shortValue).join(', ')})`),
    },
  ].filter(({ lines }) => lines.length > 0);
  if (groups.length === 0) return <p className="pt-1 pb-2">{text('evaluation.actsNothing')}</p>;
  return (
    <>
      <dl className={styles.facts}>
        {groups.map(({ name, lines }) =>
          lines.map((line, index) => (
            <Fragment key={`${name} ${line}`}>
              <dt>{index === 0 ? name : null}</dt>
              <dd className="mono fs-12">{line}</dd>
            </Fragment>
          )),
        )}
      </dl>
      {action.calls.length > 0 ? <p className={styles.muted}>{text('evaluation.calledNobody')}</p> : null}
    </>
  );
};
