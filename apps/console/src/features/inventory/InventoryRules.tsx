import type { Inventory, InventoryRule } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { SplitPane, Chip, CommandButton } from '@redoubt/ui';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ListGrid } from '../../shared/list-page/ListGrid.tsx';
import { editorHref } from '../../shared/rules/links.ts';
import { ActivateRules } from './components/ActivateRules.tsx';
import styles from './components/inventory.module.css';
import { ViewChoice } from './components/ViewChoice.tsx';
import type { Dependencies } from './graph.ts';
import {
  FITS,
  RULE_AGES,
  RULE_FILTERS,
  RULE_PLACES,
  RULE_SORTS,
  RULE_STATES,
  viewOf,
  type RuleView,
} from './rule-filters.ts';
import { useRuleColumns } from './use-rule-columns.tsx';

export type InventoryRulesProps = {
  readonly inventory: Inventory;
  readonly dependencies: ReadonlyMap<string, Dependencies>;
  readonly find: string;
  readonly view: RuleView;
  readonly onView: (change: RuleView) => void;
  /** Shows what a rule reads. */
  readonly onUses: (key: string) => void;
};

const keyOf = ({ key }: InventoryRule): string => key;

/** Every rule that runs here, those of the environments above first, in the order they run. */
export const InventoryRules = ({ inventory, dependencies, find, view, onView, onUses }: InventoryRulesProps) => {
  const text = useText('inventory');
  const navigate = useNavigate();
  const hasInherited = inventory.rules.some(({ environmentName }) => environmentName !== null);
  const hasBranches = inventory.rules.some(({ branch }) => branch !== null);
  const columns = useRuleColumns(dependencies, { hasInherited, hasBranches }, view.sort);
  const wanted = find.trim().toLowerCase();
  const found = useMemo(
    () => inventory.rules.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted)),
    [inventory, wanted],
  );
  const [openedMs] = useState(() => Date.now());
  const shown = useMemo(() => viewOf(found, view, openedMs), [found, view, openedMs]);
  const [isChanging, setChanging] = useState(false);
  const { only } = view;
  return (
    <>
      <div className="row-wrap-middle py-2 px-page" role="group" aria-label={text('filters')}>
        {RULE_FILTERS.map((filter) => (
          <Chip
            key={filter}
            pressed={only === filter}
            onSelect={() => onView({ ...view, only: only === filter ? undefined : filter })}
          >
            {text(`only.${filter}`, { count: found.filter(FITS[filter]).length })}
          </Chip>
        ))}
        <ViewChoice of="state" values={RULE_STATES} view={view} onView={onView} />
        <ViewChoice of="since" values={RULE_AGES} view={view} onView={onView} />
        {hasBranches ? <ViewChoice of="place" values={RULE_PLACES} view={view} onView={onView} /> : null}
        <ViewChoice of="sort" values={RULE_SORTS} view={view} onView={onView} />
        <b className={styles.end}>{text('rules', { count: shown.length })}</b>
        {inventory.canWrite ? (
          <CommandButton
            command={{
              id: 'several',
              text: text('several.open'),
              pressed: isChanging,
              onSelect: () => setChanging(!isChanging),
            }}
          />
        ) : null}
      </div>
      <SplitPane
        paneWidth="min(440px, 50%)"
        pane={
          isChanging ? <ActivateRules rules={inventory.rules} shown={shown} onClose={() => setChanging(false)} /> : null
        }
      >
        <ListGrid
          label={text('tabs.rules')}
          rows={shown}
          rowId={keyOf}
          columns={columns}
          isNarrowed={inventory.rules.length > 0}
          empty={{ title: text('empty.title'), body: text('empty.body') }}
          noResult={{ title: text('noRule'), body: text('noRuleBody') }}
          onOpen={({ id, assessment, environmentName, environmentId }) =>
            void navigate({
              href: editorHref({ assessment, id }, environmentName === null ? undefined : environmentId),
            })
          }
          onPeek={(rule) => onUses(rule.key)}
        />
      </SplitPane>
    </>
  );
};
