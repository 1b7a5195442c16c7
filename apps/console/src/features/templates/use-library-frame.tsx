import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useProvidedNames, useText } from '@redoubt/i18n';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, type ComponentProps } from 'react';
import { LibraryTabs } from './components/LibraryTabs.tsx';
import { useTemplateImport } from './use-template-import.tsx';

type Row = { readonly id: string; readonly name: string; readonly description: string };

type LibraryFrameOptions<Template extends Row> = {
  readonly current: ComponentProps<typeof LibraryTabs>['current'];
  readonly query: UseQueryResult<{ readonly templates: readonly Template[]; readonly canWrite: boolean }>;
  readonly find: string;
  readonly onFind: (typed: string | undefined) => void;
  readonly take: Parameters<typeof useTemplateImport>[0];
  readonly onTaken: (id: string) => void;
};

const rowId = ({ id }: Row): string => id;

/** What the parts of the template library have in common: tabs, import, the field to find by, the rows that are left. */
export const useLibraryFrame = <Template extends Row>(options: LibraryFrameOptions<Template>) => {
  const { current, query, find, onFind, take, onTaken } = options;
  const text = useText('ruleTemplates');
  const provided = useProvidedNames();
  const { choose, input } = useTemplateImport(take, onTaken);
  const { templates: all, canWrite } = query.data ?? {};
  const wanted = find.trim().toLowerCase();
  const rows = useMemo(
    () =>
      (all ?? []).filter(({ name, description }) =>
        [name, description]
          .flatMap((stored) => [stored, provided.shown(stored)])
          .some((each) => each.toLowerCase().includes(wanted)),
      ),
    [all, wanted, provided],
  );
  const importing = { id: 'import', text: text('import'), icon: ArrowUploadRegular, onSelect: choose };
  return {
    choose,
    frame: {
      tabs: <LibraryTabs current={current} />,
      canWrite,
      commands: canWrite === true ? [importing] : [],
      find: { text: text('find'), value: find, onChange: onFind },
      paneWidth: 'min(480px, 50%)',
      above: input,
    },
    grid: {
      query,
      rows,
      rowId,
      isNarrowed: all !== undefined && all.length > 0,
      noResult: { title: text('noneFound'), body: text('noneFoundBody') },
    },
  } as const;
};
