import type { Experiment } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Amount, DateTimeText, Link, Section, ShortId } from '@redoubt/ui';
import { hrefOf } from '../../../routes/address.ts';
import { useAssessment } from '../../../shared/assessments/assessment.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import styles from './branches.module.css';
import { Decided } from './ClausePairs.tsx';

/** Events that the branch would have decided differently, each with the way to it. */
export const DifferentEvents = ({ differences }: { readonly differences: Experiment['differences'] }) => {
  const text = useText('branches');
  const eventType = useAssessment();
  if (differences.length === 0) return null;
  return (
    <Section title={text('compare.differences')} meta={text('compare.differencesNote')}>
      <ComparisonTable
        head={
          <>
            <th scope="col">{text('compare.at')}</th>
            <th scope="col">{text('compare.event')}</th>
            <th scope="col" className={styles.number}>
              {text('compare.amount')}
            </th>
            <th scope="col">{text('compare.inProduction')}</th>
            <th scope="col">{text('compare.inBranch')}</th>
          </>
        }
      >
        {differences.map((each) => (
          <tr key={`${each.environmentId} ${each.eventId}`}>
            <td>
              <DateTimeText at={each.receivedAt} />
            </td>
            <td>
              <Link
                href={hrefOf('/search/:eventType/:envId/:id', {
                  eventType,
                  envId: each.environmentId,
                  id: each.eventId,
                })}
              >
                <ShortId id={each.eventId} length={24} />
              </Link>
            </td>
            <td className={styles.number}>
              <Amount value={each.amount} currency={each.currency} />
            </td>
            <td>
              <Decided decision={each.production} rule={each.productionRule} clause={each.productionClause} />
            </td>
            <td>
              <Decided decision={each.branch} rule={each.branchRule} clause={each.branchClause} />
            </td>
          </tr>
        ))}
      </ComparisonTable>
    </Section>
  );
};
