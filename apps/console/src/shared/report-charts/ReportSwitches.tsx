import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { daysOf, REPORT_VIEWS, stepsOf, type ReportQuestion } from './report-address.ts';

export type ReportSwitchesProps = {
  readonly question: ReportQuestion;
  readonly onChange: (change: Partial<ReportQuestion>) => void;
  /** Whether events have amounts. */
  readonly hasAmounts: boolean;
  /** The narrowest bar there is; an hour where absent. */
  readonly least?: 'day' | undefined;
};

/** At the end of the commands: how wide a bar is, and whether events are counted or their amounts summed. */
export const ReportSwitches = (props: ReportSwitchesProps): ReactNode => {
  const { question, onChange, hasAmounts, least } = props;
  const text = useText('reports');
  const steps = stepsOf(daysOf(question)).filter((step) => step !== 'hour' || least === undefined);
  return (
    <>
      <div className="row" role="group" aria-label={text('step.label')}>
        {steps.map((step) => (
          <Chip
            key={step}
            pressed={step === question.step}
            solid={step === question.step}
            onSelect={() => onChange({ step })}
          >
            {text(`step.${step}`)}
          </Chip>
        ))}
      </div>
      {hasAmounts ? (
        <div className="row" role="group" aria-label={text('view.label')}>
          {REPORT_VIEWS.map((view) => (
            <Chip
              key={view}
              pressed={view === question.view}
              solid={view === question.view}
              onSelect={() => onChange({ view })}
            >
              {text(`view.${view}`)}
            </Chip>
          ))}
        </div>
      ) : null}
    </>
  );
};
