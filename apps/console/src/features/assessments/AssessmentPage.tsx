import type { DefinedAssessmentKind } from '@redoubt/domain';
import { useEffect } from 'react';
import { useGo, usePathParams } from '../../routes/address.ts';
import { useAssessmentTabs } from '../../shared/assessments/AssessmentTabs.tsx';

/** Leads to the first page of the assessment that the person may see. */
export const AssessmentPage = () => {
  const go = useGo();
  const { assessmentId } = usePathParams('/fraud/assessments/:assessmentId');
  const first = useAssessmentTabs(assessmentId as DefinedAssessmentKind)[0]?.href;
  useEffect(() => {
    if (first !== undefined) go(first, { replace: true });
  }, [first, go]);
  return null;
};
