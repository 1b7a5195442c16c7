import type { RuleReport } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { rulesHref } from '../../../shared/assessments/assessment.ts';
import styles from '../rule-report.module.css';

/** Versions that began to decide in the period, the newest first. */
export const RuleChanges = (props: {
  readonly report: RuleReport;
  readonly assessment: string;
  readonly edits: boolean;
}): ReactNode => {
  const text = useText('ruleReport');
  const formats = useFormats();
  const provided = useProvidedNames();
  const { changes, rules } = props.report;
  const ownerOf = (ruleId: string): string | undefined =>
    rules.find(({ id, state }) => id === ruleId && state !== 'deleted')?.environmentId ?? undefined;
  return (
    <Section title={text('changes.title')} meta={text('changes.meta')}>
      {changes.length === 0 ? <p className="quiet">{text('changes.none')}</p> : null}
      <ul className="plain-list">
        {changes.toReversed().map(({ at, ruleId, name, version }) => {
          const env = ownerOf(ruleId);
          const said = text('changes.version', { rule: provided.shown(name), version });
          return (
            <li key={`${ruleId} ${version}`} className={styles.published}>
              <time className="soft" dateTime={at}>
                {formats.dateTime(at)}
              </time>
              {props.edits && env !== undefined ? (
                <Link href={rulesHref(props.assessment, { rule: ruleId, env })}>{said}</Link>
              ) : (
                <span>{said}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
};
