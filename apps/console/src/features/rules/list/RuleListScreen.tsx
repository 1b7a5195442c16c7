import { BranchForkRegular, FlashRegular, SettingsRegular, ShieldQuestionRegular } from '@fluentui/react-icons';
import type { RuleSet, RuleSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, Loading, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddressBy, useGo } from '../../../routes/address.ts';
import { lazyPanel, together, usePreload } from '../../../routes/lazy-component.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { AssessmentTabs } from '../../../shared/assessments/AssessmentTabs.tsx';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { newRuleHref } from '../../../shared/rules/links.ts';
import { useNamedPages, useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useRulesTitle } from '../../../shared/assessments/use-rules-title.ts';
import { ruleSetQuery, useRuleListMutations } from '../../../shared/rules/rules.queries.ts';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import styles from './list.module.css';
import { BranchSelect } from '../branches/BranchSelect.tsx';
import { useGoneBranch } from '../branches/use-gone-branch.ts';
import { OrderBar } from './OrderBar.tsx';
import { RuleTable } from './RuleTable.tsx';
import { RunModeSentence } from './RunModeSentence.tsx';
import { StarterList } from './StarterList.tsx';
import type { Starter } from '../../../shared/rules/starters.ts';
import { useOrderDraft } from './use-order-draft.ts';
import { useSaveOrder } from './use-save-order.ts';
import { useTemplateChoice } from './use-template-choice.tsx';
import { useRuleRowMutations } from './use-rule-row-mutations.ts';
import { findBy } from '../../../shared/list-page/find-by.ts';

const BranchPanel = lazyPanel(async () => (await import('../branches/BranchPanel.tsx')).BranchPanel);
const ControlSharePanel = lazyPanel(
  async () => (await import('../control-share/ControlSharePanel.tsx')).ControlSharePanel,
);
const SettingsPanel = lazyPanel(async () => (await import('./SettingsPanel.tsx')).SettingsPanel);
const panels = together(SettingsPanel, BranchPanel, ControlSharePanel);

const NO_RULES: readonly RuleSummary[] = [];

/** Everything of the environment's own. */
const rulesIn = ({ rules, actions, drafts }: RuleSet): readonly RuleSummary[] => [...rules, ...actions, ...drafts];

/** The rules of an assessment: inherited, published in order, drafts. */
export const RuleListScreen = () => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const place = useRulePlace();
  const title = useRulesTitle();
  const named = useNamedPages();
  const call = useCall();
  const go = useGo();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const [{ q: search, branch, panel }, setAddress] = useAddressBy(rulesAddress);
  usePreload(panels);
  const query = useQuery(ruleSetQuery(call, place, branch));
  const mutations = useRuleListMutations(place, branch);
  const branches = useText('branches');
  useGoneBranch(query.error);
  const ruleSet = query.data;
  const order = useOrderDraft(ruleSet?.rules ?? NO_RULES);
  const actionOrder = useOrderDraft(ruleSet?.actions ?? NO_RULES);
  const [said, setSaid] = useState('');
  const [showsSettings, setShowsSettings] = useState(false);
  const isReordered = order.changes.length + actionOrder.changes.length > 0;
  const guard = useSaveGuard(isReordered);
  const canWrite = ruleSet?.canWrite ?? false;

  const create = (starter: Starter) => go(newRuleHref(place.assessment, starter, branch));

  const showsBranches = panel === 'branches' || panel === 'newBranch';
  const togglePanel = () => setAddress({ panel: showsBranches ? undefined : 'branches' });
  useShortcut('b', branches('open'), togglePanel);

  const notifySuccess = (title: string) => () => notify({ severity: 'Success', title });
  const onError = (error: unknown) => notifyFailure(error);
  const writes = useRuleRowMutations(mutations);
  const saveSample = ({ version, runMode }: RuleSet, samplePayload: unknown) =>
    mutations.settings.mutate(
      { version, runMode, samplePayload },
      { onSuccess: notifySuccess(text('settings.saved')), onError },
    );
  const saveOrder = useSaveOrder(mutations);
  const template = useTemplateChoice(canWrite, 'deciding', branch);
  const empty =
    ruleSet &&
    rulesIn(ruleSet).length === 0 &&
    ruleSet.inherited.every(({ rules, actions }) => rules.length + actions.length === 0);

  return (
    <ListPage
      title={title}
      canWrite={ruleSet?.canWrite}
      add={{ text: text('list.new'), onSelect: () => create('blank') }}
      named={named}
      tabs={<AssessmentTabs assessment={place.assessment} name={title} current="rules" />}
      chips={
        <>
          {ruleSet ? <Chip>{text('count', { count: rulesIn(ruleSet).length })}</Chip> : null}
          {ruleSet?.branch ? <Chip>{branches('chip', { name: provided.shown(ruleSet.branch.name) })}</Chip> : null}
        </>
      }
      commands={[
        ...(canWrite && ruleSet?.hasActions
          ? [{ id: 'newAction', text: text('list.newAction'), icon: FlashRegular, onSelect: () => create('action') }]
          : []),
        ...template.commands,
        {
          id: 'branches',
          text: branches('open'),
          icon: BranchForkRegular,
          keys: 'b',
          pressed: showsBranches,
          onSelect: togglePanel,
        },
        ...(place.assessment === 'purchase' && branch === undefined
          ? [
              {
                id: 'control',
                text: text('control.title'),
                icon: ShieldQuestionRegular,
                pressed: panel === 'control',
                onSelect: () => setAddress({ panel: panel === 'control' ? undefined : 'control' }),
              },
            ]
          : []),
        {
          id: 'settings',
          text: text('settings.title'),
          icon: SettingsRegular,
          pressed: showsSettings,
          onSelect: () => setShowsSettings(!showsSettings),
        },
      ]}
      find={findBy(text, search, (q) => setAddress({ q }, { replace: true }))}
      awaits={query.isPending ? ['commands', 'filters'] : []}
      filters={
        ruleSet ? (
          <>
            <BranchSelect branch={branch} />
            <RunModeSentence
              runMode={ruleSet.runMode}
              canWrite={canWrite}
              onChange={(runMode) => mutations.settings.mutate({ version: ruleSet.version, runMode }, { onError })}
            />
          </>
        ) : null
      }
      above={
        <>
          {template.panel}
          {ruleSet && showsSettings ? (
            <SettingsPanel
              key={ruleSet.version}
              ruleSet={ruleSet}
              busy={mutations.settings.isPending || mutations.approval.isPending}
              onSave={(samplePayload) => saveSample(ruleSet, samplePayload)}
              onApproval={(required) =>
                mutations.approval.mutate(required, {
                  onSuccess: notifySuccess(text(required ? 'settings.approvalOn' : 'settings.approvalOff')),
                  onError,
                })
              }
              onClose={() => setShowsSettings(false)}
            />
          ) : null}
          {ruleSet && showsBranches ? <BranchPanel ruleSet={ruleSet} /> : null}
          {panel === 'control' ? <ControlSharePanel onClose={() => setAddress({ panel: undefined })} /> : null}
          {guard}
          <div className="visually-hidden" role="status">
            {isReordered ? said : ''}
          </div>
        </>
      }
      rows={{
        query,
        count: ruleSet ? 1 : 0,
        loading: (
          <div className={styles.scroll}>
            <Loading rows={10} rowHeight={40} columns={[1, 5, 6, 3, 2, 3]} />
          </div>
        ),
        children: (
          <div className={styles.scroll}>
            {empty ? <StarterList onStart={canWrite ? create : undefined} /> : null}
            {ruleSet && !empty ? (
              <RuleTable
                ruleSet={ruleSet}
                search={search}
                order={order}
                actionOrder={actionOrder}
                mutations={writes}
                now={query.dataUpdatedAt}
                onMoved={({ name, type }, position) => {
                  const { length: count } = type === 'action' ? ruleSet.actions : ruleSet.rules;
                  setSaid(text('list.movedTo', { name, position, count }));
                }}
                onClearSearch={() => setAddress({ q: '' }, { replace: true })}
              />
            ) : null}
          </div>
        ),
      }}
      below={
        ruleSet ? (
          <>
            <OrderBar
              order={order}
              busy={mutations.order.isPending}
              onSave={() => saveOrder(ruleSet.version, 'decision', order)}
            />
            <OrderBar
              order={actionOrder}
              busy={mutations.order.isPending}
              onSave={() => saveOrder(ruleSet.version, 'action', actionOrder)}
            />
          </>
        ) : null
      }
    />
  );
};
