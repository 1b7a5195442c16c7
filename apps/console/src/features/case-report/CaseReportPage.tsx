import { Select } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { CaseReport } from '@redoubt/contracts';
import { CASE_REPORT_PERIODS, caseReportRows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, Empty, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { useAssessmentNames } from '../../shared/assessments/use-assessment-names.ts';
import { caseThresholdsQuery } from '../../shared/cases/case-thresholds.queries.ts';
import { CrossedThresholds } from '../../shared/cases/CrossedThresholds.tsx';
import { csvText } from '../../shared/files/csv-text.ts';
import { saveCsv } from '../../shared/files/read-file.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useReportSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { caseReportQuery } from './case-report.queries.ts';
import { DecisionsChart, ForecastChart, IntakeChart } from './components/ReportCharts.tsx';
import { AgentTable, AgreementTable, QueueTable, ReasonTable } from './components/ReportTables.tsx';
import { ReportTiles } from './components/ReportTiles.tsx';
import { ThresholdSection } from './components/ThresholdSection.tsx';
import { countOf, drillAddress, type Drill } from './drill.ts';
import { FigureCases } from './components/FigureCases.tsx';

const TILES_PX = 64;
const CHART_PX = 240;
const NO_DRILL = { figure: undefined, decision: undefined, reason: undefined, other: undefined };

const address = z.object({
  period: z.enum(CASE_REPORT_PERIODS).default('7d').catch('7d'),
  assessment: z.string().optional().catch(undefined),
  queue: z.guid().optional().catch(undefined),
  agent: z.string().optional().catch(undefined),
  ...drillAddress,
});

/** Nothing came, waits or was decided, now and in the period before. */
const isEmpty = ({ totals, previous, backlog }: CaseReport): boolean =>
  backlog.waiting === 0 &&
  [totals, previous].every(({ received, decided, timedOut }) => received + decided + timedOut === 0);

/** How cases are worked off: volume, times, quality and what is to come, by queue, agent and reason. */
export const CaseReportPage = (): ReactNode => {
  const text = useText('caseReport');
  const routes = useText('routes');
  const common = useText('common');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const [{ period, assessment, queue, agent, figure, ...place }, update] = useAddress(address);
  const kinds = useAssessmentNames();
  const kind = kinds.find((each) => each.kind === assessment)?.kind;
  const asked = { period, assessment: kind, queueId: queue, agent };
  const query = useQuery(caseReportQuery(call, environmentId, asked));
  const watched = useQuery(caseThresholdsQuery(call, environmentId));
  const schedules = useReportSchedules('caseReport', { period, assessment: kind ?? null, queueId: queue ?? null });
  const { data } = query;
  const drill: Drill = (of, { queue: inQueue = queue, agent: by = agent, ...more } = {}) =>
    hrefOf('/casemanagement/report', undefined, {
      period,
      assessment: kind,
      queue: inQueue,
      agent: by,
      figure: of,
      ...more,
    });
  const change = (to: Parameters<typeof update>[0]): void => update(to, { replace: true });
  const agents = data?.agents.flatMap(({ agent: { key, name } }) => (name === null ? [] : [{ key, name }])) ?? [];
  return (
    <ReportPage
      title={routes('caseReport.title')}
      query={query}
      loading={[TILES_PX, CHART_PX]}
      schedules={schedules}
      chips={<CrossedThresholds />}
      commands={[
        {
          id: 'export',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () =>
            data && saveCsv(`cases-${period}-${data.asOf.slice(0, 10)}.csv`, csvText(caseReportRows(data))),
          disabledReason: data ? undefined : text('loading'),
        },
      ]}
      filters={
        <>
          <ChoiceChips
            label={text('period.label')}
            choices={CASE_REPORT_PERIODS}
            chosen={period}
            nameOf={(each) => text(`period.${each}`)}
            onChoose={(each) => change({ period: each })}
          />
          <Select
            size="small"
            aria-label={text('assessment')}
            value={kind ?? ''}
            onChange={(_event, { value }) => change({ assessment: value === '' ? undefined : value })}
          >
            <option value="">{text('allAssessments')}</option>
            {kinds.map((each) => (
              <option key={each.kind} value={each.kind}>
                {each.name}
              </option>
            ))}
          </Select>
          <Select
            size="small"
            aria-label={text('column.queue')}
            value={queue ?? ''}
            onChange={(_event, { value }) => change({ queue: value === '' ? undefined : value })}
          >
            <option value="">{text('allQueues')}</option>
            {data?.choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {agent !== undefined || agents.length > 0 ? (
            <Select
              size="small"
              aria-label={text('column.agent')}
              value={agent ?? ''}
              onChange={(_event, { value }) => change({ agent: value === '' ? undefined : value })}
            >
              <option value="">{text('allAgents')}</option>
              {agents.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
              {agent !== undefined && !agents.some(({ key }) => key === agent) ? (
                <option value={agent}>{agent}</option>
              ) : null}
            </Select>
          ) : null}
        </>
      }
      awaits={['filters']}
    >
      {(report) => (
        <>
          {isEmpty(report) ? (
            <Empty
              title={text('empty.title')}
              body={text('empty.body')}
              action={
                may('queues:read') ? { text: text('empty.action'), href: hrefOf('/casemanagement/queues') } : undefined
              }
            />
          ) : (
            <>
              <ReportTiles report={report} ofOne={agent !== undefined} drill={drill} />
              {figure === undefined ? null : (
                <FigureCases
                  question={{
                    ...asked,
                    figure,
                    decision: place.decision,
                    reason: place.reason,
                    otherAgent: place.other,
                  }}
                  count={countOf(report, figure, place)}
                  onClose={() => change(NO_DRILL)}
                />
              )}
              <DecisionsChart report={report} />
              {agent === undefined ? (
                <div className={charts.pair}>
                  <IntakeChart report={report} drill={drill} />
                  <ForecastChart backlog={report.backlog} />
                </div>
              ) : null}
              <QueueTable
                report={report}
                chosen={queue}
                onPick={(id) => change({ queue: id === queue ? undefined : id })}
                drill={drill}
              />
              <AgentTable
                report={report}
                chosen={agent}
                onPick={(key) => change({ agent: key === agent ? undefined : key })}
                drill={drill}
              />
              <ReasonTable reasons={report.reasons} drill={drill} />
              <AgreementTable pairs={report.pairs} drill={drill} />
            </>
          )}
          <QueryState query={watched}>
            {(thresholds) => <ThresholdSection {...thresholds} choices={report.choices} />}
          </QueryState>
        </>
      )}
    </ReportPage>
  );
};
