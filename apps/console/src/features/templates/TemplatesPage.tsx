import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { TemplatePanel } from './components/TemplatePanel.tsx';
import { templatesQuery, useTemplateMutations } from '../../shared/templates/templates.queries.ts';
import { useLibraryFrame } from './use-library-frame.tsx';
import { useTemplateColumns } from './use-template-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ template: field, find: field });

/** Rules kept to start others from: of this environment, and those of its ancestors to use. */
export const TemplatesPage = () => {
  const text = useText('ruleTemplates');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ template: openId, find = '' }, update] = useAddress(address);
  const query = useQuery(templatesQuery(call, environmentId));
  const { take } = useTemplateMutations();
  const columns = useTemplateColumns();
  const canWrite = query.data?.canWrite ?? false;
  const { choose, frame, grid } = useLibraryFrame({
    current: 'templates',
    query,
    find,
    onFind: (typed) => update({ find: typed }, { replace: true }),
    take,
    onTaken: (id) => update({ template: id }),
  });
  const open = query.data?.templates.find(({ id }) => id === openId);
  const selection = useRowSelection(openId, (id, options) => update({ template: id }, options));
  return (
    <ListPage
      {...frame}
      title={text('title')}
      strongFirst={canWrite}
      pane={
        open ? (
          <TemplatePanel
            key={`${open.id} ${open.version}`}
            template={open}
            canWrite={canWrite && open.inheritedFrom === null}
            onClose={selection.close}
          />
        ) : null
      }
      grid={{
        ...grid,
        label: text('title'),
        columns,
        selection,
        empty: {
          title: text('empty'),
          body: text('emptyBody'),
          action: canWrite ? { text: text('import'), onSelect: choose } : undefined,
        },
      }}
    />
  );
};
