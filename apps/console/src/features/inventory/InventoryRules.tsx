import type { Inventory, InventoryRule } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, DataGrid, Empty, NoResult } from '@redoubt/ui';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { editorHref } from '../rules/address.ts';
import styles from './components/inventory.module.css';
import type { Surroundings } from './graph.ts';
import { useRuleColumns } from './use-rule-columns.tsx';

/** Rules that somebody may want to look at. */
export const RULE_FILTERS = ['problems', 'silent'] as const;
export type RuleFilter = (typeof RULE_FILTERS)[number];

const FITS: Readonly<Record<RuleFilter, (rule: InventoryRule) => boolean>> = {
  problems: ({ problems }) => problems.length > 0,
  silent: ({ hits24h, status }) => hits24h === 0 && (status === 'Active' || status === 'ActiveWithDraft'),
};

export type InventoryRulesProps = {
  readonly inventory: Inventory;
  readonly surroundings: ReadonlyMap<string, Surroundings>;
  readonly find: string;
  readonly only: RuleFilter | undefined;
  readonly onOnly: (filter: RuleFilter | undefined) => void;
  /** Shows what a rule reads. */
  readonly onUses: (key: string) => void;
};

const keyOf = ({ key }: InventoryRule): string => key;

/** Every rule that runs here, those of the environments above first, in the order they run. */
export const InventoryRules = ({ inventory, surroundings, find, only, onOnly, onUses }: InventoryRulesProps) => {
  const text = useText('inventory');
  const navigate = useNavigate();
  const [{ density }] = usePreferences();
  const [current, setCurrent] = useState<string | null>(null);
  const hasInherited = inventory.rules.some(({ environmentName }) => environmentName !== null);
  const columns = useRuleColumns(surroundings, hasInherited);
  const wanted = find.trim().toLowerCase();
  const found = useMemo(
    () => inventory.rules.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted)),
    [inventory, wanted],
  );
  const shown = only ? found.filter(FITS[only]) : found;
  return (
    <>
      <div className={styles.filters} role="group" aria-label={text('filters')}>
        {RULE_FILTERS.map((filter) => (
          <Chip key={filter} pressed={only === filter} onSelect={() => onOnly(only === filter ? undefined : filter)}>
            {text(`only.${filter}`, { count: found.filter(FITS[filter]).length })}
          </Chip>
        ))}
        <b className={styles.end}>{text('rules', { count: shown.length })}</b>
      </div>
      <div className={styles.grid}>
        {inventory.rules.length === 0 ? (
          <Empty title={text('empty.title')} body={text('empty.body')} />
        ) : shown.length === 0 ? (
          <NoResult title={text('noRule')} body={text('noRuleBody')} />
        ) : (
          <DataGrid
            label={text('tabs.rules')}
            rows={shown}
            rowId={keyOf}
            columns={columns}
            density={density}
            current={current}
            onCurrent={setCurrent}
            onOpen={({ id, assessment, environmentName, environmentId }) =>
              void navigate({
                href: editorHref({ assessment, id }, environmentName === null ? undefined : environmentId),
              })
            }
            onPeek={(rule) => onUses(rule.key)}
            takesPageKeys
          />
        )}
      </div>
    </>
  );
};
