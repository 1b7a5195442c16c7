import { Select } from '@fluentui/react-components';
import { ArrowDownloadRegular, LinkRegular, TagRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ChoiceChips, Empty, LoadingBlock, PageTabs, QueryState, StaleBar, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { saveCsv } from '../../shared/files/read-file.ts';
import { AssessmentSelect, ChildrenChip } from '../../shared/report-charts/place-filters.tsx';
import { REPORT_PERIODS } from '../../shared/report-charts/report-address.ts';
import { useNow } from '../../shared/use-now.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { OverlapMatrix } from './components/OverlapMatrix.tsx';
import { RuleChanges } from './components/RuleChanges.tsx';
import { RuleTable } from './components/RuleTable.tsx';
import { RuleTiles } from './components/RuleTiles.tsx';
import { currenciesOf, sortedRules } from './rule-figures.ts';
import { COMPARED, questionOf, ruleReportAddress, TABS, type SortedColumn } from './rule-report-address.ts';
import { ruleReportCsv } from './rule-report-csv.ts';
import { ruleReportQuery } from './rule-report.queries.ts';
import { useRuleMoney } from './use-rule-formats.ts';

const MINUTE_MS = 60_000;

/** What rules and clauses hit, decided and got wrong, and which of them hit the same events. */
export const RuleReportPage = (): ReactNode => {
  const text = useText('ruleReport');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const [address, update] = useAddress(ruleReportAddress);
  const change = (to: Parameters<typeof update>[0]): void => update(to, { replace: true });
  const question = questionOf(address, useNow(MINUTE_MS));
  const query = useRead(ruleReportQuery, question);
  const { copied, copy } = useCopy();
  const money = useRuleMoney(address.currency);
  const { data } = query;
  const { tab, sort, up, period, compare, currency } = address;
  const known = data === undefined ? [] : currenciesOf(data);
  const currencies = currency === undefined || known.includes(currency) ? known : [currency, ...known];
  const open = address.open.split(',').filter((id) => id !== '');
  const decides = tab === 'decisions';
  const rules = data?.rules.filter((rule) => rule.decides === decides) ?? [];
  const counted = (id: (typeof TABS)[number]): string => {
    const count = data?.rules.filter((rule) => rule.decides === (id === 'decisions')).length;
    return count === undefined || id === 'overlap'
      ? text(`tab.${id}`)
      : `${text(`tab.${id}`)} ${formats.number(count)}`;
  };
  const kept = Object.fromEntries(
    Object.entries({ ...address, open: undefined }).filter(([, value]) => value !== undefined && value !== ''),
  );
  const onSort = (column: SortedColumn): void =>
    change({ sort: column, up: column === sort && up === undefined ? 'yes' : undefined });
  const maturity = data?.maturity?.share ?? null;
  return (
    <ConsolePage
      title={routes('reportRules.title')}
      chips={
        maturity === null ? null : (
          <Chip icon={TagRegular} title={text('maturity.title')}>
            {text('maturity.chip', { share: formats.percent(maturity * 100, 0) })}
          </Chip>
        )
      }
      aside={data ? common('time.asOf', { time: formats.time(data.asOf) }) : null}
      commands={[
        {
          id: 'export',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () => data && saveCsv(`rules-${question.from}-${question.to}.csv`, ruleReportCsv(data)),
          disabledReason: data ? undefined : text('loading'),
        },
        {
          id: 'link',
          text: copied ? common('action.copied') : text('copyLink'),
          icon: LinkRegular,
          onSelect: () => void copy(location.href),
        },
      ]}
      filters={
        <>
          <AssessmentSelect
            label={text('assessment')}
            value={question.assessment}
            onChange={(kind) => change({ assessment: kind === 'purchase' ? undefined : kind, open: '' })}
          />
          <ChildrenChip
            included={question.includeChildren}
            onChange={(included) => change({ children: included ? undefined : 'no' })}
          />
          <ChoiceChips
            label={text('period.label')}
            choices={REPORT_PERIODS}
            chosen={period}
            nameOf={(each) => text(`period.${each}`)}
            onChoose={(each) => change({ period: each })}
          />
          <Select
            size="small"
            aria-label={text('compare.label')}
            value={compare}
            onChange={(_event, { value }) => change({ compare: COMPARED.find((each) => each === value) ?? 'previous' })}
          >
            {COMPARED.map((each) => (
              <option key={each} value={each}>
                {text(`compare.${each}`)}
              </option>
            ))}
          </Select>
          <Select
            size="small"
            aria-label={text('shown')}
            value={currency ?? ''}
            onChange={(_event, { value }) => change({ currency: value === '' ? undefined : value })}
          >
            <option value="">{text('counts')}</option>
            {currencies.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </>
      }
      awaits={['filters']}
    >
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <QueryState
        query={query}
        loading={
          <>
            <LoadingBlock height={64} />
            <LoadingBlock height={320} />
          </>
        }
      >
        {(report) =>
          report.rules.length === 0 && report.events === 0 ? (
            <Empty title={text('empty.title')} body={text('empty.body')} />
          ) : (
            <div className="stack-4 min-w-0" aria-busy={query.isPlaceholderData}>
              <RuleTiles report={report} money={money} />
              <PageTabs
                label={text('tabs')}
                current={tab}
                tabs={TABS.map((id) => ({
                  id,
                  text: counted(id),
                  href: hrefOf('/reports/rules', undefined, { ...kept, tab: id }),
                }))}
              />
              {tab === 'overlap' ? (
                <OverlapMatrix report={report} question={question} opens={may('search:read')} />
              ) : rules.length === 0 ? (
                <p className="quiet">{text('none')}</p>
              ) : (
                <RuleTable
                  label={text(`tab.${tab}`)}
                  rules={sortedRules(rules, { column: sort, up: up !== undefined, currency })}
                  question={question}
                  money={money}
                  open={open}
                  onToggle={(id) =>
                    change({ open: (open.includes(id) ? open.filter((each) => each !== id) : [...open, id]).join(',') })
                  }
                  sort={sort}
                  up={up !== undefined}
                  onSort={onSort}
                  opens={may('search:read')}
                  edits={may('decisionRules:read')}
                />
              )}
              <RuleChanges report={report} assessment={question.assessment} edits={may('decisionRules:read')} />
            </div>
          )
        }
      </QueryState>
    </ConsolePage>
  );
};
