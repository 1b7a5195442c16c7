import type { ReportSeries } from '@redoubt/contracts';
import { MIN_CURVE_FRAUD } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ChoiceChips, Empty } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { fraudOf } from '../score-bins.ts';
import { LABELS } from '../score-report-address.ts';
import type { ScorePartProps } from './part-props.ts';

/** Whether curves count labels as they arrived or as they should arrive, with what they rest on; too few labels make no curves. */
export const LabelChoice = (
  props: Pick<ScorePartProps, 'address' | 'update' | 'choice'> & {
    readonly report: ReportSeries;
    readonly children: ReactNode;
  },
): ReactNode => {
  const { report, address, update, choice, children } = props;
  const text = useText('scoreReport');
  const formats = useFormats();
  const fraud = fraudOf(report);
  if (fraud < MIN_CURVE_FRAUD)
    return (
      <Empty
        title={text('few.title')}
        body={text('few.body', { count: fraud, least: formats.number(MIN_CURVE_FRAUD) })}
      />
    );
  return (
    <>
      <div className="row-wrap-middle gap-x-3">
        {report.maturity === null ? null : (
          <ChoiceChips
            label={text('labels.label')}
            choices={LABELS}
            chosen={address.labels}
            nameOf={(each) => text(`labels.${each}`)}
            onChoose={(labels) => update({ labels })}
          />
        )}
        <span className="quiet-small">
          {text(choice.isWeighed ? 'labels.weighed' : report.maturity === null ? 'labels.unknown' : 'labels.plain', {
            count: fraud,
          })}
        </span>
      </div>
      {children}
    </>
  );
};
