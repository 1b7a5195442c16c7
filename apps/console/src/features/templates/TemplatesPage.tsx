import { ArrowUploadRegular } from '@fluentui/react-icons';
import type { RuleTemplateSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { TemplatePanel } from './components/TemplatePanel.tsx';
import { readTemplateFile } from './template-file.ts';
import { templatesQuery, useTemplateMutations } from '../../shared/templates/templates.queries.ts';
import { useTemplateColumns } from './use-template-columns.tsx';

const field = z.string().optional().catch(undefined);
const address = z.object({ template: field, find: field });

const idOf = ({ id }: RuleTemplateSummary): string => id;

/** Rules kept to start others from: of this environment, and those of its ancestors to use. */
export const TemplatesPage = () => {
  const text = useText('ruleTemplates');
  const provided = useProvidedNames();
  const call = useCall();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const [{ template: openId, find = '' }, update] = useAddress(address);
  const query = useQuery(templatesQuery(call, environmentId));
  const { take } = useTemplateMutations();
  const upload = useRef<HTMLInputElement>(null);
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
  const open = all?.find(({ id }) => id === openId);
  const selection = useRowSelection(openId, (id, options) => update({ template: id }, options));
  const choose = (): void => upload.current?.click();

  const warn = (title: string) => notify({ severity: 'Error', title });
  const importFile = async (file: File): Promise<void> => {
    const read = await readTemplateFile(file);
    if (read.kind === 'tooLarge') return warn(text('importTooLarge'));
    if (read.kind === 'notJson') return warn(text('importNotJson', { line: read.line, column: read.column }));
    take.mutate(read.content, {
      onSuccess: ({ id, name }) => {
        notify({ severity: 'Success', title: text('imported', { name }) });
        update({ template: id });
      },
      onError: (error) => {
        const wrong = error instanceof ApiError && error.code === 'REQ-INVALID' ? error.problems : [];
        if (wrong.length === 0) return notifyFailure(error);
        const places = wrong
          .slice(0, 5)
          .map(({ path, message }) => `${path.replace(/^body\.file\.?/, '')} (${message})`);
        warn(text('importWrong', { places: places.join(' · ') }));
      },
    });
  };
  return (
    <ListPage
      title={text('title')}
      canWrite={query.data && canWrite}
      strongFirst={canWrite}
      commands={canWrite ? [{ id: 'import', text: text('import'), icon: ArrowUploadRegular, onSelect: choose }] : []}
      find={{ text: text('find'), value: find, onChange: (typed) => update({ find: typed }, { replace: true }) }}
      paneWidth="min(480px, 50%)"
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
      above={
        <input
          ref={upload}
          hidden
          type="file"
          accept=".json,application/json"
          aria-label={text('import')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void importFile(file);
            currentTarget.value = '';
          }}
        />
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
        noResult: { title: text('noneFound'), body: text('noneFoundBody') },
      }}
    />
  );
};
