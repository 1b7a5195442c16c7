import { useText } from '@redoubt/i18n';
import { SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import { useEnvironmentTemplateColumns } from './use-environment-template-columns.tsx';
import { useLibraryFrame } from './use-library-frame.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ template: field, find: field, do: z.literal('save').optional().catch(undefined) });

/** Environments kept to start others from: of this environment, and those of its ancestors to use. */
export const EnvironmentTemplatesPage = (): ReactNode => {
  const text = useText('environmentTemplates');
  const call = useCall();
  const environment = useEnvironment();
  const [{ template: openId, find = '', do: doing }, update] = useAddress(address);
  const query = useQuery(environmentTemplatesQuery(call, environment.id));
  const { take } = useEnvironmentTemplateMutations();
  const columns = useEnvironmentTemplateColumns();
  const canWrite = query.data?.canWrite ?? false;
  const { frame, grid } = useLibraryFrame({
    current: 'environmentTemplates',
    query,
    find,
    onFind: (typed) => update({ find: typed }, { replace: true }),
    take,
    onTaken: (id) => update({ template: id, do: undefined }),
  });
  const open = query.data?.templates.find(({ id }) => id === openId);
  const selection = useRowSelection(openId, (id, options) => update({ template: id, do: undefined }, options));
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
      {...frame}
      title={text('title')}
      add={{ text: text('add'), onSelect: () => update({ do: 'save' }) }}
      pane={pane()}
      grid={{
        ...grid,
        label: text('title'),
        columns,
        selection,
        empty: { title: text('empty'), body: text('emptyBody') },
      }}
    />
  );
};
