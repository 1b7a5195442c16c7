import { ArrowUploadRegular } from '@fluentui/react-icons';
import type { RuleTemplateSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { SplitPane, DataGrid, Empty, ErrorState, type GridHandle, NoResult, SearchField } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
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
  const [{ density }] = usePreferences();
  const [{ template: openId, find = '' }, update] = useAddress(address);
  const query = useQuery(templatesQuery(call, environmentId));
  const { take } = useTemplateMutations();
  const [current, setCurrent] = useState<string | null>(openId ?? null);
  const upload = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
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
  const show = ({ id }: RuleTemplateSummary): void => update({ template: id });
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
    <ConsolePage
      title={text('title')}
      fill
      bleed
      strongFirst={canWrite}
      chips={query.data && !canWrite ? <ReadOnlyChip /> : null}
      commands={canWrite ? [{ id: 'import', text: text('import'), icon: ArrowUploadRegular, onSelect: choose }] : []}
      commandsEnd={
        <SearchField
          label={text('find')}
          value={find}
          onChange={(value) => update({ find: value || undefined }, { replace: true })}
        />
      }
    >
      <SplitPane
        paneWidth="min(480px, 50%)"
        pane={
          open ? (
            <TemplatePanel
              key={`${open.id} ${open.version}`}
              template={open}
              canWrite={canWrite && open.inheritedFrom === null}
              onClose={() => {
                update({ template: undefined });
                grid.current?.focus();
              }}
            />
          ) : null
        }
      >
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

        {query.isError && !all ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : all?.length === 0 ? (
          <Empty
            title={text('empty')}
            body={text('emptyBody')}
            action={canWrite ? { text: text('import'), onSelect: choose } : undefined}
          />
        ) : all && shown.length === 0 ? (
          <NoResult title={text('noneFound')} body={text('noneFoundBody')} />
        ) : (
          <DataGrid
            ref={grid}
            label={text('title')}
            rows={shown}
            rowId={idOf}
            columns={columns}
            density={density}
            isLoading={query.isPending}
            current={current}
            onCurrent={setCurrent}
            onOpen={show}
            onPeek={show}
          />
        )}
      </SplitPane>
    </ConsolePage>
  );
};
