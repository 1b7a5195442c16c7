import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useAddressBy } from '../../routes/address.ts';
import { monitorAddress } from '../../shared/assessments/monitor-address.ts';
import { useAssessmentNames } from '../../shared/assessments/use-assessment-names.ts';
import { AssessmentSelect } from '../../shared/report-charts/place-filters.tsx';
import { assessmentOf } from '../../shared/report-charts/report-address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { MonitorReport } from './MonitorReport.tsx';

/** The monitors of every assessment in one place. */
export const AllMonitorsPage = (): ReactNode => {
  const routes = useText('routes');
  const reports = useText('reports');
  const names = useAssessmentNames();
  const [address, update] = useAddressBy(monitorAddress);
  const assessment = assessmentOf(address.assessment);
  const name = names.find(({ kind }) => kind === assessment)?.name ?? assessment;
  return (
    <ConsolePage title={routes('reportMonitor.title')} strongFirst={false}>
      <MonitorReport
        key={assessment}
        assessment={assessment}
        name={name}
        choice={
          <AssessmentSelect
            label={reports('filter.assessment')}
            value={assessment}
            onChange={(kind) => update({ assessment: kind === 'purchase' ? undefined : kind }, { replace: true })}
          />
        }
      />
    </ConsolePage>
  );
};
