import type { EnvironmentTemplateSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useCallback, useMemo } from 'react';

/** Kinds that a summary names; the others are counted together. */
const NAMED = ['assessment', 'rule', 'velocitySet', 'list', 'function', 'externalCall', 'queue'] as const;

/** What a template holds in one line: `12 rules · 3 lists · 5 more`. */
const useContentsText = () => {
  const text = useText('environmentTemplates');
  return useCallback(
    (contents: EnvironmentTemplateSummary['contents']): string => {
      const named = NAMED.filter((kind) => (contents[kind] ?? 0) > 0);
      const all = Object.values(contents).reduce((sum, count) => sum + count, 0);
      const rest = all - named.reduce((sum, kind) => sum + (contents[kind] ?? 0), 0);
      return [
        ...named.map((kind) => text(`count.${kind}`, { count: contents[kind] ?? 0 })),
        ...(rest > 0 ? [text('count.other', { count: rest })] : []),
      ].join(' · ');
    },
    [text],
  );
};

/** The columns of the environment templates. */
export const useEnvironmentTemplateColumns = (): readonly GridColumn<EnvironmentTemplateSummary>[] => {
  const text = useText('ruleTemplates');
  const formats = useFormats();
  const contentsOf = useContentsText();
  return useMemo(
    (): readonly GridColumn<EnvironmentTemplateSummary>[] => [
      {
        id: 'name',
        header: text('name'),
        width: 180,
        grow: true,
        hideable: false,
        cell: ({ name }) => <b>{name}</b>,
      },
      { id: 'description', header: text('description'), width: 200, grow: true, cell: (row) => row.description },
      { id: 'contents', header: text('contents'), width: 320, grow: true, cell: (row) => contentsOf(row.contents) },
      { id: 'source', header: text('source'), width: 140, cell: ({ source }) => source },
      { id: 'owner', header: text('owner'), width: 140, cell: ({ inheritedFrom }) => inheritedFrom ?? text('here') },
      { id: 'created', header: text('created'), width: 180, cell: ({ created }) => formats.dateTime(created.at) },
      { id: 'by', header: text('by'), width: 140, cell: ({ created }) => created.by },
    ],
    [text, formats, contentsOf],
  );
};
