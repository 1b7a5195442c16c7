import type { RuleTemplateSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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

const idOf = ({ id }: RuleTemplateSummary): string => id;

/** Rules kept to start others from: of this environment, and those of its ancestors to use. */
export const TemplatesPage = () => {
  const text = useText('ruleTemplates');
  const provided = useProvidedNames();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ template: openId, find = '' }, update] = useAddress(address);
  const query = useQuery(templatesQuery(call, environmentId));
  const { take } = useTemplateMutations();
  const columns = useTemplateColumns();
  const canWrite = query.data?.canWrite ?? false;
  const all = query.data?.templates;
  const wanted = find.trim().toLowerCase();
  const shown = useMemo(
    () =>
      (all ?? []).filter(({ name, description }) =>
        [name, description]
          .flatMap((stored) => [stored, provided.shown(stored)])
          .some((each) => each.toLowerCase().includes(wanted)),
      ),
    [all, wanted, provided],
  );
  const { choose, frame, noResult } = useLibraryFrame({
    current: 'templates',
    canWrite: query.data?.canWrite,
    find,
    onFind: (typed) => update({ find: typed }, { replace: true }),
    take,
    onTaken: (id) => update({ template: id }),
  });
  const open = all?.find(({ id }) => id === openId);
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
          action: canWrite ? { text: text('import'), onSelect: choose } : undefined,
        },
        noResult,
      }}
    />
  );
};
