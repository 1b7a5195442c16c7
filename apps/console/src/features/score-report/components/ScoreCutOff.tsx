import { sectionsOf } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { CutOffBar } from '../../../shared/cut-off/CutOffBar.tsx';
import type { CutOffScale } from '../../../shared/cut-off/cut-off.ts';
import { snapDown } from '../score-report-address.ts';
import type { ScorePartProps } from './part-props.ts';

/** Where the cut-off among the scores is typed, and made a rule. */
export const ScoreCutOff = (props: {
  readonly scale: CutOffScale;
  readonly question: ScorePartProps['question'];
  readonly children?: ReactNode;
}): ReactNode => {
  const { scale, question, children } = props;
  const text = useText('scoreReport');
  return (
    <CutOffBar
      scale={scale}
      snap={snapDown}
      assessment={question.assessment}
      expression='@"riskScore"'
      section={sectionsOf(question.assessment).includes('postRisk') ? 'postRisk' : undefined}
      basis={text('basis', { from: question.from, to: question.to })}
    >
      {children}
    </CutOffBar>
  );
};
