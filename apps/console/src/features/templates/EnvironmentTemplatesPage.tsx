import { ArrowUploadRegular } from '@fluentui/react-icons';
import type { EnvironmentTemplateSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import {
  environmentTemplatesQuery,
  useEnvironmentTemplateMutations,
} from '../../shared/environment-templates/environment-templates.queries.ts';
import { MakeEnvironmentTemplate } from '../../shared/environment-templates/MakeEnvironmentTemplate.tsx';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { EnvironmentTemplatePanel } from './components/EnvironmentTemplatePanel.tsx';
import { LibraryTabs } from './components/LibraryTabs.tsx';
import { useEnvironmentTemplateColumns } from './use-environment-template-columns.tsx';
import { useTemplateImport } from './use-template-import.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ template: field, find: field, do: z.literal('save').optional().catch(undefined) });

const idOf = ({ id }: EnvironmentTemplateSummary): string => id;

/** Environments kept to start others from: of this environment, and those of its ancestors to use. */
export const EnvironmentTemplatesPage = (): ReactNode => {
  const text = useText('environmentTemplates');
  const library = useText('ruleTemplates');
  const call = useCall();
  const environment = useEnvironment();
  const [{ template: openId, find = '', do: doing }, update] = useAddress(address);
  const query = useQuery(environmentTemplatesQuery(call, environment.id));
  const { take } = useEnvironmentTemplateMutations();
  const { choose, input } = useTemplateImport(take, (id) => update({ template: id, do: undefined }));
  const columns = useEnvironmentTemplateColumns();
  const canWrite = query.data?.canWrite ?? false;
  const all = query.data?.templates;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () =>
      (all ?? []).filter(({ name, description }) =>
        [name, description].some((each) => each.toLowerCase().includes(wanted)),
      ),
    [all, wanted],
  );
  const open = all?.find(({ id }) => id === openId);
  const selection = useRowSelection(openId, (id, options) => update({ template: id, do: undefined }, options));
  const save = () => update({ do: 'save' });
  const pane = (): ReactNode => {
    const close = () => update({ do: undefined });
    if (doing === 'save' && canWrite)
      return (
        <SidePanel title={text('save', { name: environment.name })} onClose={close}>
          <MakeEnvironmentTemplate
            environmentId={environment.id}
            first={{ name: environment.name, description: '' }}
            onDone={close}
          />
        </SidePanel>
      );
    if (open === undefined) return null;
    return (
      <EnvironmentTemplatePanel
        key={`${open.id} ${open.version}`}
        template={open}
        canWrite={canWrite && open.inheritedFrom === null}
        onClose={selection.close}
      />
    );
  };
  return (
    <ListPage
      title={text('title')}
      tabs={<LibraryTabs current="environmentTemplates" />}
      canWrite={query.data && canWrite}
      {...(canWrite ? { add: { text: text('add'), onSelect: save } } : {})}
      commands={canWrite ? [{ id: 'import', text: library('import'), icon: ArrowUploadRegular, onSelect: choose }] : []}
      find={{ text: library('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      paneWidth="min(480px, 50%)"
      pane={pane()}
      above={input}
      grid={{
        label: text('title'),
        query,
        rows: shown,
        rowId: idOf,
        columns,
        selection,
        isNarrowed: all !== undefined && all.length > 0,
        empty: {
          title: text('empty'),
          body: text('emptyBody'),
          action: canWrite ? { text: text('add'), onSelect: save } : undefined,
        },
        noResult: { title: library('noneFound'), body: library('noneFoundBody') },
      }}
    />
  );
};
