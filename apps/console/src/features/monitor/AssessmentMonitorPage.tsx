import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { MonitorReport } from './MonitorReport.tsx';

/** The monitor of an assessment that a customer defined. */
export const AssessmentMonitorPage = () => (
  <AssessmentFrame page="monitor">{({ kind }) => <MonitorReport key={kind} assessment={kind} />}</AssessmentFrame>
);
