import type { SavedView } from '@redoubt/contracts';
import type { SavedViewPage } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, QueryState, Section, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { LazyPart } from '../../routes/LazyPart.tsx';
import { savedViewsQuery } from './saved-views.queries.ts';
import { useSavedViewMutations } from './use-saved-view-mutations.ts';
import styles from './saved-views.module.css';
import { ChangeView, NewView } from './ViewForms.tsx';
import { StandardRow, ViewRow } from './ViewRow.tsx';
import { useViewAddress } from './use-view-address.ts';

const loadAlerts = async () => (await import('../alerts/SearchAlerts.tsx')).SearchAlerts;

type Done = { readonly what: 'deleted' | 'replaced'; readonly view: SavedView };

/** Views of a page: opens, saves, renames, shares, replaces and deletes them, and says which the page opens with. */
export const SavedViewsPanel = (props: { readonly page: SavedViewPage; readonly onClose: () => void }): ReactNode => {
  const { page, onClose } = props;
  const text = useText('savedViews');
  const common = useText('common');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(savedViewsQuery(call, environmentId, page));
  const { current, open } = useViewAddress(page);
  const { change, remove, restore, setDefault } = useSavedViewMutations(page);
  const [changed, setChanged] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const error = [change, remove, restore, setDefault].find((write) => write.error !== null)?.error;

  const onOpen = (parameters: string): void => {
    open(parameters);
    onClose();
  };
  const begin = (): void => {
    setDone(null);
    for (const write of [change, remove, restore, setDefault]) write.reset();
  };
  const rowOf = (view: SavedView, number: number): ReactNode =>
    changed === view.id ? (
      <ChangeView
        key={view.id}
        page={page}
        view={view}
        canShare={query.data?.canShare === true}
        onClose={() => setChanged(null)}
      />
    ) : (
      <ViewRow
        key={view.id}
        view={view}
        number={number}
        isShown={view.parameters === current}
        onOpen={() => onOpen(view.parameters)}
        onDefault={() => {
          begin();
          setDefault.mutate(view.isDefault ? null : view.id);
        }}
        onReplace={() => {
          begin();
          const { id, name, isShared, version } = view;
          change.mutate(
            { id, name, isShared, version, parameters: current },
            { onSuccess: () => setDone({ what: 'replaced', view }) },
          );
        }}
        onChange={() => setChanged(view.id)}
        onDelete={() => {
          begin();
          remove.mutate(view, { onSuccess: () => setDone({ what: 'deleted', view }) });
        }}
      />
    );
  return (
    <SidePanel over title={text('title')} onClose={onClose}>
      <QueryState query={query} loading={<Loading rows={6} rowHeight={28} />}>
        {({ views, canShare }) => {
          const mine = views.filter(({ isShared }) => !isShared);
          const shared = views.filter(({ isShared }) => isShared);
          return (
            <div className="stack-4">
              <StandardRow isShown={current === ''} onOpen={() => onOpen('')} />
              <Section title={text('mine')}>
                {mine.length === 0 ? <p className="soft">{text('emptyMine')}</p> : null}
                <ul className="plain-list">{mine.map((view, index) => rowOf(view, index + 1))}</ul>
              </Section>
              <Section title={text('shared')}>
                {shared.length === 0 ? <p className="soft">{text('emptyShared')}</p> : null}
                <ul className="plain-list">{shared.map((view, index) => rowOf(view, mine.length + index + 1))}</ul>
              </Section>
              {done === null ? null : (
                <div className={styles.done}>
                  <span role="status" className="grow">
                    {text(done.what, { name: done.view.name })}
                  </span>
                  {done.what === 'deleted' ? (
                    <CommandButton
                      appearance="outline"
                      command={{
                        id: 'undo',
                        text: common('action.undo'),
                        disabledReason: restore.isPending ? common('saving') : undefined,
                        onSelect: () => restore.mutate(done.view.id, { onSuccess: () => setDone(null) }),
                      }}
                    />
                  ) : null}
                </div>
              )}
              {error ? <ErrorState error={error} compact /> : null}
              <NewView
                page={page}
                parameters={current}
                canShare={canShare}
                sameAs={
                  current === '' ? text('standard') : views.find(({ parameters }) => parameters === current)?.name
                }
              />
              {page === 'search' && may('alerts:read') ? (
                <LazyPart load={loadAlerts} texts={['alerts']} props={{ searches: views }} fallback={null} />
              ) : null}
            </div>
          );
        }}
      </QueryState>
    </SidePanel>
  );
};
