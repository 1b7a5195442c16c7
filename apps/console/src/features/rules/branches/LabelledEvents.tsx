import type { Experiment } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import { Amounts } from '../backtests/Amounts.tsx';
import { ComparisonTable, CountHeads } from './ComparisonTable.tsx';
import styles from './branches.module.css';
import { LABEL_GROUPS, labelledIn } from './comparison.ts';

/** What labels say of the events that were decided differently: fraud and good customers, and who stops them. */
export const LabelledEvents = ({ labels }: { readonly labels: Experiment['labels'] }) => {
  const text = useText('branches');
  const formats = useFormats();
  return (
    <Section title={text('labels.title')} meta={text('labels.note')}>
      {labels.length === 0 ? (
        <p className="soft">{text('labels.none')}</p>
      ) : (
        <ComparisonTable
          head={
            <>
              <th scope="col" />
              <CountHeads />
            </>
          }
        >
          {LABEL_GROUPS.map((group) => {
            const { events, amounts } = labelledIn(labels, group);
            return (
              <tr key={group}>
                <th scope="row">{text(`labels.${group}`)}</th>
                <td className={styles.number}>{formats.number(events)}</td>
                <td className={styles.number}>
                  <Amounts money={amounts} />
                </td>
              </tr>
            );
          })}
        </ComparisonTable>
      )}
    </Section>
  );
};
