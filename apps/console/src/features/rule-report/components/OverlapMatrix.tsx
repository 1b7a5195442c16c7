import type { RuleReport } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { CSSProperties, ReactNode } from 'react';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { overlapHref, overlapsOf } from '../rule-figures.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from '../rule-report.module.css';

/** Rules in rows and columns at most; those that hit most. */
const MOST = 24;

/** Of a hundred events that a rule hit, how many each other one hit too. */
export const OverlapMatrix = (props: {
  readonly report: RuleReport;
  readonly question: ReportQuestion;
  readonly opens: boolean;
}): ReactNode => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const provided = useProvidedNames();
  const hitsOf = (rule: RuleReport['rules'][number]): number => rule.total.counts.hits ?? 0;
  const hit = props.report.rules.filter((rule) => hitsOf(rule) > 0).toSorted((a, b) => hitsOf(b) - hitsOf(a));
  const rules = hit.slice(0, MOST);
  const overlaps = overlapsOf(props.report);
  const nameOf = (rule: (typeof rules)[number]): string => provided.shown(rule.name) || text('unknownRule');
  const shareText = (events: number, of: number): string => formats.percent((events / of) * 100, 0);
  const meta = hit.length > MOST ? text('overlap.most', { shown: MOST, all: hit.length }) : text('overlap.meta');
  return (
    <Section title={text('tab.overlap')} meta={meta}>
      {rules.length < 2 ? (
        <p className="quiet">{text('overlap.none')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className={styles.table} aria-label={text('tab.overlap')}>
            <thead>
              <tr>
                <th scope="col">{text('column.name')}</th>
                <th scope="col" className={styles.end}>
                  {text('column.hits')}
                </th>
                {rules.map((rule, at) => (
                  <th key={rule.id} scope="col" className={styles.end} title={nameOf(rule)} aria-label={nameOf(rule)}>
                    {at + 1}
                  </th>
                ))}
                <th scope="col" className={styles.end}>
                  {text('overlap.alone')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule, at) => (
                <tr key={rule.id}>
                  <th scope="row">
                    {at + 1} <span className={styles.rule}>{nameOf(rule)}</span>
                    {rule.decides ? null : <span className="quiet"> · {text('observes')}</span>}
                  </th>
                  <td className={styles.end}>{formats.number(hitsOf(rule))}</td>
                  {rules.map((other) => {
                    const events = other.id === rule.id ? 0 : (overlaps.get(`${rule.id} ${other.id}`) ?? 0);
                    const href = overlapHref(props.question, rule.id, other.id);
                    const share = shareText(events, hitsOf(rule));
                    const title = text('overlap.cell', { events, rule: nameOf(rule), other: nameOf(other) });
                    return (
                      <td
                        key={other.id}
                        className={`${styles.end} ${styles.pair}`}
                        style={{ '--share': events / hitsOf(rule) } as CSSProperties}
                        title={events === 0 ? undefined : title}
                      >
                        {other.id === rule.id ? (
                          '·'
                        ) : events === 0 ? null : (
                          <FigureLink href={props.opens ? href : null} label={title}>
                            {share}
                          </FigureLink>
                        )}
                      </td>
                    );
                  })}
                  <td className={styles.end}>{shareText(overlaps.get(`${rule.id} ${rule.id}`) ?? 0, hitsOf(rule))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};
