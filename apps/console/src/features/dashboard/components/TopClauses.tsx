import type { Dashboard } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { formatAddress, parseAddress } from '../../../shared/search/search-address.ts';
import styles from '../../../shared/reports/panels.module.css';

const MOST = 7;

const ClauseLink = ({ rule, clause }: { readonly rule: string; readonly clause: string }): ReactNode => {
  const { ruleClause } = useProvidedNames();
  const filters = [
    { field: 'rule' as const, operator: 'is' as const, values: [rule] },
    { field: 'clause' as const, operator: 'is' as const, values: [clause] },
  ];
  const question = { ...parseAddress({ range: 'today' }), filters };
  return (
    <Link className={styles.link} href={hrefOf('/search', undefined, formatAddress(question))}>
      {ruleClause(rule, clause)}
    </Link>
  );
};

/** The clauses that decided most today; each leads to its events. */
export const TopClauses = ({ dashboard }: { readonly dashboard: Dashboard }): ReactNode => {
  const text = useText('dashboard');
  const formats = useFormats();
  const clauses = dashboard.topClauses.slice(0, MOST);
  return (
    <Section title={text('clauses.title')} meta={text('clauses.meta')}>
      {clauses.length === 0 ? (
        <p className="quiet">{text('clauses.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('clauses.clause')}</th>
              <th scope="col">{text('clauses.decision')}</th>
              <th scope="col" className={styles.end}>
                {text('clauses.events')}
              </th>
            </tr>
          </thead>
          <tbody>
            {clauses.map(({ rule, clause, decision, events }) => (
              <tr key={`${rule} ${clause} ${decision}`}>
                <td>
                  <ClauseLink rule={rule} clause={clause} />
                </td>
                <td>
                  <DecisionChip decision={decision} appearance="plain" />
                </td>
                <td className={styles.end}>{formats.number(events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
};
