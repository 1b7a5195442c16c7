import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { ComponentProps } from 'react';
import { LibraryTabs } from './components/LibraryTabs.tsx';
import { useTemplateImport } from './use-template-import.tsx';

type LibraryFrameOptions = {
  readonly current: ComponentProps<typeof LibraryTabs>['current'];
  /** Undefined until it is known. */
  readonly canWrite: boolean | undefined;
  readonly find: string;
  readonly onFind: (typed: string | undefined) => void;
  readonly take: Parameters<typeof useTemplateImport>[0];
  readonly onTaken: (id: string) => void;
};

/** What the parts of the template library have in common: tabs, import, the field to find by. */
export const useLibraryFrame = ({ current, canWrite, find, onFind, take, onTaken }: LibraryFrameOptions) => {
  const text = useText('ruleTemplates');
  const { choose, input } = useTemplateImport(take, onTaken);
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
    noResult: { title: text('noneFound'), body: text('noneFoundBody') },
  } as const;
};
