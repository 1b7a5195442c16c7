import type { RuleTemplateSummary } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { useDefinedName } from '../../shared/assessments/assessments.queries.ts';

/** The columns of the template library. */
export const useTemplateColumns = (): readonly GridColumn<RuleTemplateSummary>[] => {
  const text = useText('ruleTemplates');
  const formats = useFormats();
  const provided = useProvidedNames();
  const nameOf = useDefinedName();
  return useMemo(
    (): readonly GridColumn<RuleTemplateSummary>[] => [
      {
        id: 'name',
        header: text('name'),
        width: 200,
        grow: true,
        hideable: false,
        cell: ({ name }) => <b>{provided.shown(name)}</b>,
      },
      {
        id: 'type',
        header: text('type'),
        width: 160,
        cell: ({ assessment }) => (isBuiltInAssessment(assessment) ? text(`ruleOf.${assessment}`) : nameOf(assessment)),
      },
      {
        id: 'description',
        header: text('description'),
        width: 220,
        grow: true,
        cell: ({ description }) => provided.shown(description),
      },
      {
        id: 'source',
        header: text('source'),
        width: 240,
        grow: true,
        cell: ({ source }) => text('sourceOf', { ...source, rule: provided.shown(source.rule) }),
      },
      {
        id: 'contents',
        header: text('contents'),
        width: 100,
        cell: ({ clauseCount }) => text('clauses', { count: clauseCount }),
      },
      {
        id: 'owner',
        header: text('owner'),
        width: 140,
        cell: ({ inheritedFrom }) => inheritedFrom ?? text('here'),
      },
      { id: 'created', header: text('created'), width: 190, cell: ({ created }) => formats.dateTime(created.at) },
      { id: 'by', header: text('by'), width: 140, cell: ({ created }) => created.by },
    ],
    [text, formats, nameOf, provided],
  );
};
