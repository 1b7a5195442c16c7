import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Loading, QueryState, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';
import { routingCoverageQuery } from './routing.queries.ts';
import styles from './routing.module.css';

/** Where the cases of the last seven days were sent: by each rule and clause, and by none. */
export const CoveragePanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('rules');
  const formats = useFormats();
  const provided = useProvidedNames();
  const clauseText = useClauseText();
  const call = useCall();
  const query = useQuery(routingCoverageQuery(call, useRulePlace()));
  const row = (name: string, cases: number, all: number, className?: string) => (
    <tr className={className}>
      <th scope="row">{name}</th>
      <td>{formats.number(cases)}</td>
      <td>{formats.percent((cases / all) * 100)}</td>
    </tr>
  );
  return (
    <SidePanel title={text('routing.coverage.title')} onClose={onClose}>
      <QueryState query={query} loading={<Loading rows={6} rowHeight={24} />}>
        {(coverage) =>
          coverage.cases === 0 ? (
            <p className="quiet">{text('routing.coverage.none')}</p>
          ) : (
            <table className={styles.coverage} aria-label={text('routing.coverage.title')}>
              <thead>
                <tr>
                  <th scope="col">{text('routing.coverage.rule')}</th>
                  <th scope="col">{text('routing.coverage.cases')}</th>
                  <th scope="col">{text('routing.coverage.share')}</th>
                </tr>
              </thead>
              <tbody>
                {coverage.rules.map((rule) => (
                  <Fragment key={rule.name}>
                    {row(provided.shown(rule.name), rule.cases, coverage.cases)}
                    {rule.clauses.map((clause) => (
                      <Fragment key={clause.name}>
                        {row(
                          clauseText(provided.clause(rule.name, clause.name)),
                          clause.cases,
                          coverage.cases,
                          styles.clause,
                        )}
                      </Fragment>
                    ))}
                  </Fragment>
                ))}
                {row(text('routing.coverage.general'), coverage.general, coverage.cases, styles.general)}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </SidePanel>
  );
};
