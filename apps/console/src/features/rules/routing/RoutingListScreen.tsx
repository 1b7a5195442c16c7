import { DataPieRegular } from '@fluentui/react-icons';
import type { RoutingRuleSet, RuleSummary } from '@redoubt/contracts';
import { isBuiltInAssessment, type AssessmentName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, Loading, PageTabs, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useAddressBy, useGo } from '../../../routes/address.ts';
import { lazyPanel, usePreload } from '../../../routes/lazy-component.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useRulesTitle } from '../../../shared/assessments/use-rules-title.ts';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { listHref, newRuleHref } from '../../../shared/rules/links.ts';
import { ruleSetQuery, useRuleListMutations } from '../../../shared/rules/rules.queries.ts';
import { OrderBar } from '../list/OrderBar.tsx';
import { RuleTable } from '../list/RuleTable.tsx';
import { useOrderDraft } from '../list/use-order-draft.ts';
import { useSaveOrder } from '../list/use-save-order.ts';
import { useTemplateChoice } from '../list/use-template-choice.tsx';
import { useRuleRowMutations } from '../list/use-rule-row-mutations.ts';
import listStyles from '../list/list.module.css';
import { routingAssessmentsQuery } from './routing.queries.ts';
import { findBy } from '../../../shared/list-page/find-by.ts';

const CoveragePanel = lazyPanel(async () => (await import('./CoveragePanel.tsx')).CoveragePanel);

const NO_RULES: readonly RuleSummary[] = [];
/** Actions and inherited rules have no part in routing. */
const NO_ORDER = { rules: NO_RULES, changes: [], move: () => 0, place: () => undefined, reset: () => undefined };

/** The routing rules of one assessment, published in order and drafts; tabs lead to the other assessments. */
export const RoutingListScreen = () => {
  const text = useText('rules');
  const formats = useFormats();
  const place = useRulePlace();
  const title = useRulesTitle();
  const inventory = useText('inventory');
  const call = useCall();
  const go = useGo();
  const [{ q: search, panel }, setAddress] = useAddressBy(rulesAddress);
  usePreload(CoveragePanel);
  const query = useQuery(ruleSetQuery(call, place));
  const { data: routed } = useQuery(routingAssessmentsQuery(call, place.environmentId));
  const mutations = useRuleListMutations(place);
  const writes = useRuleRowMutations(mutations);
  const set = query.data;
  const order = useOrderDraft(set?.rules ?? NO_RULES);
  const [said, setSaid] = useState('');
  const guard = useSaveGuard(order.changes.length > 0);
  const { routes, flags } = useMemo(() => {
    const byRule = [...Map.groupBy(set?.routesTo ?? [], ({ ruleId }) => ruleId)];
    const names = (of: RoutingRuleSet['routesTo']): string => formats.list(of.map(({ queue }) => queue));
    return {
      routes: new Map(byRule.map(([id, all]) => [id, names(all)])),
      flags: new Map(
        byRule.flatMap(([id, all]) => {
          const missing = all.filter(({ isThere }) => !isThere);
          return missing.length === 0 ? [] : [[id, text('routing.missing', { queues: names(missing) })] as const];
        }),
      ),
    };
  }, [set, text, formats]);
  const canWrite = set?.canWrite ?? false;
  const create = () => go(newRuleHref(place.assessment, 'routing', undefined, 'routing'));
  const toggleCoverage = () => setAddress({ panel: panel === 'coverage' ? undefined : 'coverage' });
  useShortcut('c', text('routing.coverage.open'), toggleCoverage);
  const saveOrder = useSaveOrder(mutations);
  const template = useTemplateChoice(canWrite, 'routing', undefined);
  const assessments = routed?.assessments ?? [];
  const nameOf = (assessment: AssessmentName): string =>
    isBuiltInAssessment(assessment)
      ? inventory(`assessment.${assessment}`)
      : (assessments.find((each) => each.assessment === assessment)?.name ?? assessment);
  const count = set ? set.rules.length + set.drafts.length : 0;
  return (
    <ListPage
      title={title}
      canWrite={set?.canWrite}
      add={{ text: text('routing.newFor', { assessment: nameOf(place.assessment) }), onSelect: create }}
      tabs={
        assessments.length > 1 ? (
          <PageTabs
            label={text('routing.assessment')}
            current={place.assessment}
            tabs={assessments.map(({ assessment }) => ({
              id: assessment,
              text: nameOf(assessment),
              href: listHref(assessment, undefined, 'routing'),
            }))}
          />
        ) : null
      }
      chips={set ? <Chip>{text('count', { count })}</Chip> : null}
      commands={[
        ...template.commands,
        {
          id: 'coverage',
          text: text('routing.coverage.open'),
          icon: DataPieRegular,
          keys: 'c',
          pressed: panel === 'coverage',
          onSelect: toggleCoverage,
        },
      ]}
      find={findBy(text, search, (q) => setAddress({ q }, { replace: true }))}
      above={
        <>
          {template.panel}
          {guard}
          <div className="visually-hidden" role="status">
            {order.changes.length > 0 ? said : ''}
          </div>
        </>
      }
      pane={panel === 'coverage' ? <CoveragePanel onClose={toggleCoverage} /> : null}
      rows={{
        query,
        count,
        empty: { title: text('routing.none'), body: text('routing.noneNote') },
        loading: (
          <div className={listStyles.scroll}>
            <Loading rows={10} rowHeight={40} columns={[1, 5, 6, 3, 2, 3]} />
          </div>
        ),
        children: set ? (
          <div className={listStyles.scroll}>
            <RuleTable
              ruleSet={set}
              flags={flags}
              routes={routes}
              search={search}
              order={order}
              actionOrder={NO_ORDER}
              mutations={writes}
              now={query.dataUpdatedAt}
              onMoved={({ name }, position) =>
                setSaid(text('list.movedTo', { name, position, count: set.rules.length }))
              }
              onClearSearch={() => setAddress({ q: '' }, { replace: true })}
            />
          </div>
        ) : null,
      }}
      below={
        set ? (
          <OrderBar
            order={order}
            busy={mutations.order.isPending}
            onSave={() => saveOrder(set.version, 'routing', order)}
          />
        ) : null
      }
    />
  );
};
