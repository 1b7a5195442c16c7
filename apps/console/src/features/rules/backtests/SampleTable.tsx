import type { BacktestSample } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import {
  Amount,
  DateTimeText,
  DecisionChip,
  FraudLabelChip,
  joinClasses,
  Link,
  shortenMiddle,
  ShortId,
} from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';
import { useAssessment } from '../../../shared/assessments/assessment.ts';
import styles from './backtests.module.css';

export type SampleTableProps = {
  readonly samples: readonly BacktestSample[];
  /** Where they come to different decisions. */
  readonly showsDecision?: boolean;
};

const CUSTOMER_CHARACTERS = 12;

/** Events behind a number, each with the way to it. */
export const SampleTable = ({ samples, showsDecision = false }: SampleTableProps) => {
  const text = useText('backtests');
  const eventType = useAssessment();
  // Absent for people who may not search events.
  const namesCustomers = samples.some(({ customer }) => customer !== undefined);
  return (
    <div className="overflow-x-auto">
      <table className={joinClasses(styles.table, styles.samples)}>
        <thead>
          <tr>
            <th scope="col" className={styles.time}>
              {text('sample.time')}
            </th>
            <th scope="col" className={styles.id}>
              {text('sample.event')}
            </th>
            {namesCustomers ? (
              <th scope="col" className={styles.id}>
                {text('sample.customer')}
              </th>
            ) : null}
            <th scope="col" className={joinClasses(styles.number, styles.amount)}>
              {text('sample.amount')}
            </th>
            <th scope="col">{showsDecision ? text('sample.decision') : text('sample.clause')}</th>
            <th scope="col" className={styles.label}>
              {text('sample.label')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={`${sample.environmentId} ${sample.eventId}`}>
              <td>
                <DateTimeText at={sample.eventTime} />
              </td>
              <td>
                <Link
                  href={hrefOf('/search/:eventType/:envId/:id', {
                    eventType,
                    envId: sample.environmentId,
                    id: sample.eventId,
                  })}
                >
                  <ShortId id={sample.eventId} length={12} />
                </Link>
              </td>
              {namesCustomers ? (
                <td title={sample.customer ?? undefined}>
                  {shortenMiddle(sample.customer ?? text('sample.noCustomer'), CUSTOMER_CHARACTERS)}
                </td>
              ) : null}
              <td className={styles.number}>
                <Amount value={sample.amount} currency={sample.currency} />
              </td>
              <td title={showsDecision ? undefined : (sample.clause ?? undefined)}>
                {showsDecision ? <Decisions sample={sample} /> : (sample.clause ?? text('sample.noClause'))}
              </td>
              <td>
                <FraudLabelChip label={sample.label === 'None' ? null : sample.label} appearance="plain" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** What was decided before and what is now, once where it is the same. */
const Decisions = ({ sample: { before, after } }: { readonly sample: BacktestSample }) => (
  <span className="inline-flex middle gap-1">
    {before !== undefined && before !== after ? (
      <>
        <DecisionChip decision={before} appearance="plain" />
        <span aria-hidden="true">→</span>
      </>
    ) : null}
    {after === undefined ? null : <DecisionChip decision={after} appearance="plain" />}
  </span>
);
