import {
  ArrowClockwiseRegular,
  ColumnTripleRegular,
  EyeRegular,
  LayerRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import type { ManagedEnvironment } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, ColumnPanel, ToneChip, type Command } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { useAddress } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { useNow } from '../../shared/use-now.ts';
import { CreateEnvironment } from './components/CreateEnvironment.tsx';
import { EnvironmentPanel } from './components/EnvironmentPanel.tsx';
import { foldedAtFirst, isGone, treeRows, type TreeRow } from './environment-rows.ts';
import { managedEnvironmentsQuery, useEnvironmentMutations } from './environments.queries.ts';
import { useEnvironmentColumns } from './use-environment-columns.tsx';
import { useFavourites } from './use-favourites.ts';

const MINUTE_MS = 60_000;
const field = z.string().optional().catch(undefined);
const address = z.object({
  open: field,
  find: field,
  do: z.enum(['new', 'columns']).optional().catch(undefined),
  under: field,
  template: field,
  deleted: z.literal('on').optional().catch(undefined),
});

const idOf = ({ environment }: TreeRow): string => environment.id;
const levelOf = ({ level }: TreeRow): number => level;
const isOpen = (row: TreeRow): boolean | undefined => row.isOpen;
const parentOf = ({ environment }: TreeRow): string | null => environment.parentId;

const FAILED: readonly ManagedEnvironment['status'][] = ['CreateFailed', 'Error', 'DeleteFailed'];
const MADE: readonly ManagedEnvironment['status'][] = ['New', 'Creating'];

/** What the address says of the form of a new environment, gone. */
const SHUT = { do: undefined, under: undefined, template: undefined } as const;

/** How many environments are listed, and how they stand. */
const Summary = ({ all }: { readonly all: readonly ManagedEnvironment[] }): ReactNode => {
  const text = useText('environments');
  const count = (statuses: readonly ManagedEnvironment['status'][]): number =>
    all.filter(({ status }) => statuses.includes(status)).length;
  const parts = [
    { key: 'active', count: count(['Active']) },
    { key: 'made', count: count(MADE) },
    { key: 'deleted', count: count(['SoftDeleting', 'Deleting']) },
    { key: 'failed', count: count(FAILED) },
  ] as const;
  return (
    <p className="flex-none m-0 py-2 px-page border-bottom-1">
      <b>{text('summary.all', { count: all.length })}</b>{' '}
      <span className="soft">
        {parts
          .filter((part) => part.count > 0)
          .map((part) => text(`summary.${part.key}`, { count: part.count }))
          .join(' · ')}
      </span>
    </p>
  );
};

/** The environments of the tenant as a tree, with how each stands, what is in it, and what can be done with it. */
export const EnvironmentsPage = (): ReactNode => {
  const text = useText('environments');
  const common = useText('common');
  const call = useCall();
  const { id: here } = useEnvironment();
  const [{ open: openId, find = '', do: doing, under, template, deleted }, update] = useAddress(address);
  const query = useQuery(managedEnvironmentsQuery(call, here));
  const now = useNow(MINUTE_MS);
  const notifyFailure = useNotifyFailure();
  const { isFavourite } = useFavourites();
  const { restore, retry } = useEnvironmentMutations();
  const [shown, saveShown] = useSavedColumns('environments');
  const [folds, setFolds] = useState<ReadonlySet<string> | null>(null);
  const { data } = query;
  const all = data?.environments;
  const atFirst = useMemo(() => foldedAtFirst(all ?? []), [all]);
  const folded = folds ?? atFirst;
  const listed = useMemo(
    () => (all ?? []).filter((environment) => deleted === 'on' || !isGone(environment)),
    [all, deleted],
  );
  const rows = useMemo(() => treeRows(listed, { folded, find }), [listed, folded, find]);
  const onFold = useCallback(
    ({ environment: { id } }: TreeRow) =>
      setFolds((before) => {
        const next = new Set(before ?? atFirst);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [atFirst],
  );
  const { mutate: undo } = restore;
  const { mutate: again } = retry;
  const onRestore = useCallback((id: string) => undo(id, { onError: notifyFailure }), [undo, notifyFailure]);
  const onRetry = useCallback((id: string) => again(id, { onError: notifyFailure }), [again, notifyFailure]);
  const columns = useEnvironmentColumns({ now, isFavourite, onFold, onRestore, onRetry });
  const selection = useRowSelection(openId, (id, options) => update({ ...SHUT, open: id }, options));
  const open = all?.find(({ id }) => id === openId);
  const canAdd =
    data !== undefined && (data.geographies.length > 0 || data.environments.some(({ may }) => may.addChild));
  const canWrite = data && (canAdd || data.environments.some(({ may }) => may.change));
  const roots = listed.filter(({ isRoot }) => isRoot).length;
  const failed = listed.filter(({ status }) => FAILED.includes(status)).length;
  const close = () => update(SHUT);
  const commands: readonly Command[] = [
    {
      id: 'refresh',
      text: common('action.refresh'),
      icon: ArrowClockwiseRegular,
      onSelect: () => void query.refetch(),
    },
    {
      id: 'columns',
      text: text('columns'),
      icon: ColumnTripleRegular,
      onSelect: () => update({ do: doing === 'columns' ? undefined : 'columns' }),
    },
    {
      id: 'deleted',
      text: text('showDeleted'),
      icon: EyeRegular,
      pressed: deleted === 'on',
      onSelect: () => update({ deleted: deleted === 'on' ? undefined : 'on' }),
    },
  ];
  const pane = (): ReactNode => {
    if (data === undefined) return null;
    if (doing === 'new' && canAdd)
      return (
        <CreateEnvironment
          key={`${under ?? ''} ${template ?? ''}`}
          all={data}
          parentId={under ?? null}
          templateId={template}
          onClose={close}
          onCreated={({ id }) => update({ ...SHUT, open: id })}
        />
      );
    if (doing === 'columns')
      return <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={close} />;
    if (open === undefined) return null;
    return (
      <EnvironmentPanel
        key={open.id}
        environment={open}
        all={data}
        onNewChild={() => update({ ...SHUT, do: 'new', under: open.id })}
        onClose={selection.close}
      />
    );
  };
  return (
    <ListPage
      title={text('title')}
      canWrite={canWrite}
      {...(canAdd ? { add: { text: text('new'), onSelect: () => update({ ...SHUT, do: 'new' }) } } : {})}
      commands={commands}
      chips={
        data ? (
          <>
            <Chip icon={LayerRegular}>{text('roots', { count: roots })}</Chip>
            {failed > 0 ? (
              <ToneChip tone="reject" icon={WarningRegular} text={text('summary.failed', { count: failed })} />
            ) : null}
          </>
        ) : null
      }
      find={{
        text: text('find'),
        value: find,
        onChange: (typed) => update({ find: typed }, { replace: true }),
      }}
      above={all ? <Summary all={listed} /> : null}
      paneWidth="min(520px, 52%)"
      pane={pane()}
      grid={{
        label: text('title'),
        query,
        rows,
        rowId: idOf,
        columns,
        shown,
        total: rows.length,
        selection,
        tree: { levelOf, isOpen, parentOf, onFold },
        isNarrowed: listed.length > 0,
        noResult: { title: text('noneFound'), body: text('noneFoundBody') },
      }}
    />
  );
};
