import { Select } from '@fluentui/react-components';
import type { Sentiment } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Section, ToneChip, type Tone } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { linesOf } from '../../../shared/forms/lines-of.ts';
import type { ConfigurationDraft } from '../decision-draft.ts';
import styles from '../case-settings.module.css';

const TONES: Readonly<Record<Sentiment, Tone>> = { Positive: 'approve', Negative: 'reject', Neutral: 'review' };

/** The buttons and reasons as agents get them, while they are typed in. */
export const DecisionPreview = ({ draft }: { readonly draft: ConfigurationDraft }): ReactNode => {
  const text = useText('caseSettings');
  const [chosen, setChosen] = useState<number | null>(null);
  const { decisions } = draft;
  const shown = decisions.find(({ key }) => key === chosen) ?? decisions[0];
  const reasons = linesOf(shown?.reasons ?? '');
  return (
    <Section title={text('preview.title')} meta={text('preview.meta')}>
      <div className="stack-3">
        <div className="row-wrap" role="group" aria-label={text('preview.buttons')}>
          {decisions.map(({ key, name, sentiment }) => (
            <button
              key={key}
              type="button"
              className={styles.button}
              aria-pressed={key === shown?.key}
              onClick={() => setChosen(key)}
            >
              <ToneChip
                tone={sentiment === null ? 'neutral' : TONES[sentiment]}
                text={name.trim() === '' ? text('unnamed') : name}
                appearance="plain"
              />
            </button>
          ))}
        </div>
        {shown ? (
          <Select size="small" aria-label={text('preview.reasons', { name: shown.name })}>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </Select>
        ) : null}
        {shown ? (
          <p className="soft">
            {text('preview.does', {
              status: text(`caseAction.${shown.caseAction}`),
              label: text(`labelAction.${shown.labelAction}`),
            })}
          </p>
        ) : null}
      </div>
    </Section>
  );
};
