import { ASSESSMENTS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useRoute } from '../../routes/current-route.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { AssessmentTabs } from '../../shared/assessments/AssessmentTabs.tsx';
import { MONITOR_PATHS } from '../../shared/assessments/monitor-address.ts';
import { MonitorReport } from './MonitorReport.tsx';

/** The monitor of an assessment that came with the product. */
export const MonitorPage = () => {
  const routes = useText('routes');
  const path = useRoute()?.path;
  const assessment = ASSESSMENTS.find((each) => MONITOR_PATHS[each] === path) ?? 'purchase';
  const name = routes(`${assessment}.title`);
  return (
    <ConsolePage title={name} tabs={<AssessmentTabs assessment={assessment} name={name} current="monitor" />}>
      <MonitorReport key={assessment} assessment={assessment} name={name} />
    </ConsolePage>
  );
};
