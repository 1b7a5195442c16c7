import type { InventoryRule } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { DecisionMix } from '../../shared/rules/DecisionMix.tsx';
import { RuleStatusChip } from '../../shared/rules/RuleStatusChip.tsx';
import type { Dependencies } from './graph.ts';
import type { RuleView } from './rule-filters.ts';
import { useAssessmentText, useResourceName } from '../../shared/resources/use-type-text.ts';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The columns of the inventory of rules. */
export const useRuleColumns = (
  dependencies: ReadonlyMap<string, Dependencies>,
  /** Whether any rule comes from an environment above, and whether any stands in a branch. */
  { hasInherited, hasBranches }: { readonly hasInherited: boolean; readonly hasBranches: boolean },
  sort: RuleView['sort'],
): readonly GridColumn<InventoryRule>[] => {
  const text = useText('inventory');
  const provided = useProvidedNames();
  const rules = useText('rules');
  const branches = useText('branches');
  const formats = useFormats();
  const assessmentText = useAssessmentText();
  const nameOf = useResourceName();
  return useMemo((): readonly GridColumn<InventoryRule>[] => {
    const readBy = ({ key }: InventoryRule): string =>
      (dependencies.get(key)?.reads ?? []).map(({ resource }) => nameOf(resource)).join(', ');
    return [
      nameColumn({
        header: text('column.name'),
        ...(sort === 'name' ? { sorted: 'ascending' } : {}),
        cell: ({ name }) => <b>{provided.shown(name)}</b>,
      }),
      {
        id: 'assessment',
        header: text('column.assessment'),
        width: 132,
        cell: ({ assessment }) => assessmentText(assessment),
      },
      ...(hasBranches
        ? [
            {
              id: 'branch',
              header: branches('label'),
              width: 120,
              cell: ({ branch }: InventoryRule) => (branch ? provided.shown(branch.name) : branches('production')),
            },
          ]
        : []),
      {
        id: 'order',
        header: text('column.order'),
        width: 84,
        align: 'end',
        cell: ({ order }) => (order === null ? '–' : formats.number(order)),
      },
      {
        id: 'status',
        header: text('column.status'),
        width: 140,
        cell: ({ status, problems }) =>
          problems.length > 0 ? (
            <span className="reject-text" title={problems.join('\n')}>
              {text('problems', { count: problems.length })}
            </span>
          ) : (
            <RuleStatusChip status={status} />
          ),
      },
      {
        id: 'hits',
        header: rules('list.column.hits'),
        width: 84,
        align: 'end',
        ...(sort === 'hits' ? { sorted: 'descending' } : {}),
        cell: ({ hits24h }) => formats.number(hits24h),
      },
      {
        id: 'decisions',
        header: rules('list.column.decisions'),
        width: 108,
        cell: ({ decisions24h }) => <DecisionMix decisions={decisions24h} />,
      },
      { id: 'reads', header: text('column.reads'), width: 160, grow: true, cell: readBy },
      ...(hasInherited
        ? [
            {
              id: 'environment',
              header: text('column.environment'),
              width: 120,
              cell: ({ environmentName }: InventoryRule) => environmentName ?? text('here'),
            },
          ]
        : []),
      {
        id: 'changed',
        header: text('column.changed'),
        width: 184,
        ...(sort === 'changed' ? { sorted: 'descending' } : {}),
        cell: ({ changed }) => formats.dateTime(changed.at),
      },
      { id: 'by', header: text('column.by'), width: 132, cell: ({ changed }) => changed.by },
    ];
  }, [text, rules, branches, formats, dependencies, hasInherited, hasBranches, sort, assessmentText, nameOf, provided]);
};
