import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { CSSProperties, ReactNode } from 'react';
import { FigureLink } from './FigureLink.tsx';
import styles from '../rule-report.module.css';

/** Rules in rows and columns at most; those that hit most. */
const MOST = 24;

/** A rule of the matrix. */
export type OverlappingRule = {
  readonly id: string;
  readonly name: string;
  /** Events that it hit. */
  readonly hits: number;
  readonly decides: boolean;
};

/** Of a hundred events that a rule hit, how many each other one hit too. */
export const OverlapMatrix = (props: {
  readonly rules: readonly OverlappingRule[];
  /** Events that two rules both hit, by both ids in any order; of a rule with itself those that it hit alone. */
  readonly overlaps: ReadonlyMap<string, number>;
  /** Where the events of two rules are; null where Search cannot ask for them. */
  readonly hrefOf: (ruleId: string, otherId: string) => string | null;
  /** Whether it is known what each rule hit alone. */
  readonly hasAlone: boolean;
}): ReactNode => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const provided = useProvidedNames();
  const { overlaps, hrefOf, hasAlone } = props;
  const hit = props.rules.filter(({ hits }) => hits > 0).toSorted((a, b) => b.hits - a.hits);
  const rules = hit.slice(0, MOST);
  const nameOf = (rule: OverlappingRule): string => provided.shown(rule.name) || text('unknownRule');
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
                {hasAlone ? (
                  <th scope="col" className={styles.end}>
                    {text('overlap.alone')}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {rules.map((rule, at) => (
                <tr key={rule.id}>
                  <th scope="row">
                    {at + 1} <span className={styles.rule}>{nameOf(rule)}</span>
                    {rule.decides ? null : <span className="quiet"> · {text('observes')}</span>}
                  </th>
                  <td className={styles.end}>{formats.number(rule.hits)}</td>
                  {rules.map((other) => {
                    const events = other.id === rule.id ? 0 : (overlaps.get(`${rule.id} ${other.id}`) ?? 0);
                    const share = shareText(events, rule.hits);
                    const title = text('overlap.cell', { events, rule: nameOf(rule), other: nameOf(other) });
                    return (
                      <td
                        key={other.id}
                        className={`${styles.end} ${styles.pair}`}
                        style={{ '--share': events / rule.hits } as CSSProperties}
                        title={events === 0 ? undefined : title}
                      >
                        {other.id === rule.id ? (
                          '·'
                        ) : events === 0 ? null : (
                          <FigureLink href={hrefOf(rule.id, other.id)} label={`${share}, ${title}`}>
                            {share}
                          </FigureLink>
                        )}
                      </td>
                    );
                  })}
                  {hasAlone ? (
                    <td className={styles.end}>{shareText(overlaps.get(`${rule.id} ${rule.id}`) ?? 0, rule.hits)}</td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};
