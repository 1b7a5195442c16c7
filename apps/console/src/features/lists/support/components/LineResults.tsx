import { SUPPORT_OUTCOMES, type SupportLineResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import styles from './support-lists.module.css';

/** What became of each line of a change: the counts, then the lines that need a look. */
export const LineResults = ({ results }: { readonly results: readonly SupportLineResult[] }) => {
  const text = useText('supportLists');
  const formats = useFormats();
  const byOutcome = Map.groupBy(results, ({ outcome }) => outcome);
  const refused = [...(byOutcome.get('invalid') ?? []), ...(byOutcome.get('repeated') ?? [])];
  return (
    <div role="status" className={styles.results}>
      <p>
        {SUPPORT_OUTCOMES.flatMap((outcome) => {
          const count = byOutcome.get(outcome)?.length ?? 0;
          return count === 0 ? [] : [`${formats.number(count)} ${text(`outcome.${outcome}`)}`];
        }).join(' · ')}
      </p>
      {refused.length > 0 ? (
        <ul aria-label={text('refusedLines')} tabIndex={0}>
          {refused.map(({ line, value, outcome, problem }) => (
            <li key={line}>
              <span className={styles.soft}>{text('line', { line: formats.number(line) })}</span>{' '}
              <span className={styles.value}>{value}</span>{' '}
              {problem === null ? text(`outcome.${outcome}`) : text(`problem.${problem}`)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};
