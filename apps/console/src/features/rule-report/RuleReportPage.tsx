import { MoneySettingsRegular } from '@fluentui/react-icons';
import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { hitsTogether, ruleReportRows, sentToBankOf } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, Empty, Loading, PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { hrefOf, useAddressBy } from '../../routes/address.ts';
import { lazyComponent, lazyPanel } from '../../routes/lazy-component.tsx';
import { useReportFilters } from '../../shared/report-charts/filters/use-report-filters.tsx';
import { useReportQuestion } from '../../shared/report-charts/report-address.ts';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useExportCommand } from '../../shared/report-charts/use-export-command.ts';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { useFigureFormats } from '../../shared/report-charts/use-figure-formats.ts';
import { useEventsByCurrency, useReportMoney } from '../../shared/report-charts/use-report-money.ts';
import { useQuestionSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { MoneyTiles } from './components/MoneyTiles.tsx';
import { OverlapMatrix } from './components/OverlapMatrix.tsx';
import { RuleChanges } from './components/RuleChanges.tsx';
import { RuleTable } from './components/RuleTable.tsx';
import { RuleTrend } from './components/RuleTrend.tsx';
import { RuleTiles } from './components/RuleTiles.tsx';
import { countOf, overlapHref, overlapsOf, sortedRules } from './rule-figures.ts';
import { clauseKeys, drawnLines, pickedLines } from './rule-lines.ts';
import {
  FIRST_COLUMN,
  isUpFirst,
  MOST_DRAWN,
  ruleReportAddress,
  ruleReportBody,
  SHOWN,
  TABS,
  type SortedColumn,
} from './rule-report-address.ts';
import { ruleReportQuery } from './rule-report.queries.ts';
import { useFigureColumns } from './use-figure-columns.tsx';
import { useMoneyColumns } from './use-money-columns.tsx';

const CostPanel = lazyPanel(async () => (await import('./costs/CostPanel.tsx')).CostPanel);

const PrunerTab = lazyComponent(async () => (await import('./pruner/PrunerTab.tsx')).PrunerTab, Loading);

const TILES_PX = 64;
const TABLE_PX = 320;
const NO_RULES: readonly ReportedRule[] = [];

/** What rules and clauses hit, decided and got wrong, what that saved and cost, and which of them hit the same events. */
export const RuleReportPage = (): ReactNode => {
  const text = useText('ruleReport');
  const routes = useText('routes');
  const formats = useFormats();
  const may = useMay();
  const [address, update] = useAddressBy(ruleReportAddress);
  const change = (to: Parameters<typeof update>[0]): void => update(to, { replace: true });
  const [question, ask] = useReportQuestion('ruleReport');
  const narrowing = useReportFilters('ruleReport', question, ask);
  const schedules = useQuestionSchedules('ruleReport', question);
  const query = useRead(ruleReportQuery, ruleReportBody(question));
  const { currencies, converted } = useReportMoney(question, useEventsByCurrency(question));
  const figures = useFigureFormats({ view: 'count', currency: null });
  const { data } = query;
  const exported = useExportCommand('rules', question, data ? () => ruleReportRows(data, question.filters) : null);
  const { tab } = address;
  const all = data?.rules ?? NO_RULES;
  const decides = tab === 'decisions';
  const rules = all.filter((rule) => rule.decides === decides);
  const money = data?.money ?? null;
  // What only observes stops nothing. Until the answer comes money is offered: most have it, and chips stay where they are.
  const offered = SHOWN.filter((each) => each !== 'money' || ((data === undefined || money !== null) && decides));
  const shown = offered.includes(address.show) ? address.show : 'count';
  const sort = address.sort ?? FIRST_COLUMN[shown];
  const isUp = address.up === undefined ? isUpFirst(sort) : address.up === 'yes';
  const opens = useOpensSearch();
  const edits = may('decisionRules:read');
  const counts = useFigureColumns({
    question,
    opens,
    together: hitsTogether(rules),
    decides,
    hasBank: all.some(({ total }) => sentToBankOf(total.counts) > 0),
  });
  const amounts = useMoneyColumns(question, opens, rules, money?.currency ?? '');
  const { marks } = useReportChanges(question);
  const lines = drawnLines(rules, address.picked, MOST_DRAWN);
  const drawn = lines.map(({ key }) => key);
  const open = address.open.split(',').filter((id) => id !== '');
  const counted = (id: (typeof TABS)[number]): string => {
    const count = data?.rules.filter((rule) => rule.decides === (id === 'decisions')).length;
    return count === undefined || id === 'overlap' || id === 'pruner'
      ? text(`tab.${id}`)
      : `${text(`tab.${id}`)} ${formats.number(count)}`;
  };
  const onSort = (column: SortedColumn): void => {
    const next = column === sort ? !isUp : isUpFirst(column);
    change({ sort: column, up: next === isUpFirst(column) ? undefined : next ? 'yes' : 'no' });
  };
  const tiles = (report: RuleReport): ReactNode =>
    shown === 'money' && money !== null ? (
      <MoneyTiles money={money} formats={figures} />
    ) : (
      <RuleTiles report={report} formats={figures} />
    );
  const kept = (id: (typeof TABS)[number]) => ({
    ...Object.fromEntries(new URLSearchParams(location.search)),
    tab: id,
    sort: undefined,
    up: undefined,
    // Each tab has rules of its own.
    picked: undefined,
  });
  return (
    <ReportPage
      title={routes('reportRules.title')}
      query={query}
      asked={{ question, onChange: ask, currencies, converted }}
      loading={[TILES_PX, TABLE_PX]}
      schedules={schedules}
      filters={narrowing.chips}
      commands={[
        narrowing.command,
        {
          id: 'costs',
          text: text('costs.title'),
          icon: MoneySettingsRegular,
          onSelect: () => change({ do: 'costs' }),
        },
        exported,
      ]}
      commandsEnd={
        tab === 'overlap' || tab === 'pruner' ? null : (
          <div className="row" role="group" aria-label={text('shown')}>
            {offered.map((each) => (
              <Chip
                key={each}
                pressed={each === shown}
                solid={each === shown}
                onSelect={() => change({ show: each, sort: undefined, up: undefined })}
              >
                {text(`show.${each}`)}
              </Chip>
            ))}
          </div>
        )
      }
      awaits={['filters']}
      above={
        <>
          {narrowing.panel}
          {address.do === 'costs' ? <CostPanel onClose={() => change({ do: undefined })} /> : null}
        </>
      }
      isEmpty={data?.rules.length === 0 && data.events === 0}
      empty={<Empty title={text('empty.title')} body={text('empty.body')} />}
    >
      {(report) => (
        <>
          {tab === 'pruner' ? null : tiles(report)}
          <PageTabs
            label={text('tabs')}
            current={tab}
            tabs={TABS.filter((id) => id !== 'pruner' || edits).map((id) => ({
              id,
              text: counted(id),
              href: hrefOf('/reports/rules', undefined, kept(id)),
            }))}
          />
          {tab === 'overlap' ? (
            <OverlapMatrix
              rules={report.rules.map(({ id, name, decides: isDeciding, total }) => ({
                id,
                name,
                hits: countOf(total, 'hits'),
                decides: isDeciding,
              }))}
              overlaps={overlapsOf(report)}
              hrefOf={(ruleId, otherId) => (opens ? overlapHref(question, ruleId, otherId) : null)}
              hasAlone
            />
          ) : tab === 'pruner' ? (
            <PrunerTab question={question} opens={opens} keep={address.keep} onKeep={(keep) => change({ keep })} />
          ) : rules.length === 0 ? (
            <p className="quiet">{text('none')}</p>
          ) : (
            <>
              <RuleTrend
                query={query}
                question={question}
                lines={lines}
                rules={rules}
                drawn={address.drawn}
                onDrawn={(to) => change({ drawn: to })}
                currency={decides ? (money?.currency ?? null) : null}
                marks={marks}
                opens={opens}
              />
              <RuleTable
                label={text(`tab.${tab}`)}
                assessment={question.assessment}
                rules={sortedRules(rules, { column: sort, up: isUp })}
                columns={shown === 'money' ? amounts : counts[shown]}
                open={open}
                onToggle={(id) =>
                  change({
                    open: (open.includes(id) ? open.filter((each) => each !== id) : [...open, id]).join(','),
                  })
                }
                sort={sort}
                up={isUp}
                onSort={onSort}
                drawn={drawn}
                canDraw={drawn.length < MOST_DRAWN}
                onDraw={(key) =>
                  change({
                    picked: pickedLines(drawn.includes(key) ? drawn.filter((each) => each !== key) : [...drawn, key]),
                  })
                }
                onDrawClauses={(rule) => change({ picked: pickedLines(clauseKeys(rule, MOST_DRAWN)) })}
                edits={edits}
              />
            </>
          )}
          {tab === 'pruner' ? null : <RuleChanges report={report} assessment={question.assessment} edits={edits} />}
        </>
      )}
    </ReportPage>
  );
};
