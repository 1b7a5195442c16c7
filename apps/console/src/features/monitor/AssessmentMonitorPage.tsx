import { useProvidedNames } from '@redoubt/i18n';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { MonitorReport } from './MonitorReport.tsx';

/** The monitor of an assessment that a customer defined. */
export const AssessmentMonitorPage = () => {
  const provided = useProvidedNames();
  return (
    <AssessmentFrame page="monitor">
      {({ kind, friendlyName }) => <MonitorReport key={kind} assessment={kind} name={provided.shown(friendlyName)} />}
    </AssessmentFrame>
  );
};
