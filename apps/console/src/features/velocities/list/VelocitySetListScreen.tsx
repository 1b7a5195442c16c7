import { LibraryRegular } from '@fluentui/react-icons';
import type { VelocitySetSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, Empty, Loading, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useAddress, useGo } from '../../../routes/address.ts';
import { lazyComponent } from '../../../routes/lazy-component.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { freeRuleName } from '../../../shared/authoring/text/rule-name.ts';
import { velocitySetHref, velocitiesAddress } from '../../../shared/velocities/address.ts';
import { StorageSummary } from '../storage/StorageSummary.tsx';
import { blankCode, newEditedVelocitySet } from '../text/new-velocity-set.ts';
import {
  allVelocitySets,
  storageQuery,
  useVelocitySetListMutations,
  VELOCITY_SET_GROUPS,
  velocitySetsQuery,
} from '../velocities.queries.ts';
import styles from './list.module.css';
import { VelocitySetCard, type VelocitySetListMutations } from './VelocitySetCard.tsx';
import { isCounting } from './VelocitySetMenu.tsx';
import { WindowModeSentence } from './WindowModeSentence.tsx';
import { useSetKeys } from './use-set-keys.ts';
import { findBy } from '../../../shared/list-page/find-by.ts';

/** Finding a free name reads the language, which the list does without. */
const TemplatePanel = lazyComponent(
  async () => (await import('../templates/TemplatePanel.tsx')).TemplatePanel,
  () => null,
);

const holds = (set: VelocitySetSummary, shownName: string, wanted: string): boolean =>
  [
    set.name,
    shownName,
    set.description,
    set.conditionExcerpt,
    ...set.velocities.flatMap((each) => [each.name, each.key]),
  ].some((text) => text.toLowerCase().includes(wanted));

/** The velocity sets of an environment: its own, published and drafts, and those of the system. */
export const VelocitySetListScreen = () => {
  const text = useText('velocities');
  const provided = useProvidedNames();
  const { id: environmentId } = useEnvironment();
  const call = useCall();
  const go = useGo();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const [{ q: search, show }, setAddress] = useAddress(velocitiesAddress);
  const query = useQuery(velocitySetsQuery(call, environmentId));
  const storage = useQuery(storageQuery(call, environmentId));
  const mutations = useVelocitySetListMutations(environmentId);
  const sets = query.data;
  const canWrite = sets?.canWrite ?? false;
  const all = sets ? allVelocitySets(sets) : [];
  const counting = new Set(all.filter(isCounting).map(({ id }) => id));
  const velocityNames = all.flatMap(({ velocities }) => velocities.map(({ name }) => name));

  const onError = (error: unknown) => notifyFailure(error);
  const open = ({ id }: { readonly id: string }) => go(velocitySetHref(id));
  const create = (code: string) => {
    if (!sets || mutations.create.isPending) return;
    const nameAmong = (others: readonly VelocitySetSummary[]): string =>
      freeRuleName(others, (index) => text('list.newName', { index }));
    const body = { nameAmong, text: newEditedVelocitySet([code], () => crypto.randomUUID()) };
    mutations.create.mutate(body, { onSuccess: open, onError });
  };
  const begin = () => create(blankCode(velocityNames));
  const toggleTemplates = () => setAddress({ show: show ? undefined : 'templates' });
  useShortcut('t', text('templates.title'), toggleTemplates);
  const list = useRef<HTMLDivElement>(null);
  useSetKeys(list);

  const notifySuccess = (title: string) => () => notify({ severity: 'Success', title });
  const writes: VelocitySetListMutations | undefined = canWrite
    ? {
        busy: mutations.rename.isPending || mutations.remove.isPending || mutations.setActive.isPending,
        clone: ({ id, name: original }) => {
          const nameAmong = (others: readonly VelocitySetSummary[]): string =>
            freeRuleName(others, (index) => text('list.cloneName', { name: provided.shown(original), index }));
          mutations.clone.mutate({ id, nameAmong }, { onSuccess: open, onError });
        },
        rename: ({ id }, name, description, done) =>
          mutations.rename.mutate({ id, name, description }, { onSuccess: done, onError }),
        setActive: ({ id, name }, active) =>
          mutations.setActive.mutate(
            { id, active },
            { onSuccess: notifySuccess(text(active ? 'list.activated' : 'list.deactivated', { name })), onError },
          ),
        remove: ({ id, name }, done) =>
          mutations.remove.mutate(
            { id },
            {
              onSuccess: () => {
                done();
                notifySuccess(text('list.deleted', { name }))();
              },
              onError,
            },
          ),
      }
    : undefined;
  const bytesOf = (setId: string): number | null => {
    const report = storage.data;
    if (!report || report.basis.events === 0) return null;
    const velocities = report.sets.find((each) => each.setId === setId)?.velocities;
    return velocities ? velocities.reduce((sum, { bytes }) => sum + bytes, 0) : null;
  };
  const wanted = search.trim().toLowerCase();
  const shownIn = (group: (typeof VELOCITY_SET_GROUPS)[number]) =>
    sets?.[group].filter((set) => holds(set, provided.shown(set.name), wanted)) ?? [];
  const nothingOwn = sets !== undefined && sets.published.length + sets.drafts.length === 0;

  return (
    <ListPage
      title={text('title')}
      canWrite={sets?.canWrite}
      add={{ text: text('list.new'), onSelect: begin }}
      chips={sets ? <Chip>{text('count', { count: all.length })}</Chip> : null}
      commands={[
        {
          id: 'templates',
          text: text('templates.title'),
          icon: LibraryRegular,
          keys: 't',
          pressed: show === 'templates',
          onSelect: toggleTemplates,
        },
      ]}
      find={findBy(text, search, (q) => setAddress({ q }, { replace: true }))}
      awaits={query.isPending ? ['commands', 'filters'] : []}
      filters={
        sets ? (
          <>
            <WindowModeSentence
              mode={sets.windowMode}
              onChange={
                sets.canConfigure
                  ? (mode) =>
                      mutations.windowMode.mutate(mode, {
                        onSuccess: notifySuccess(text('list.windowsChanged')),
                        onError,
                      })
                  : undefined
              }
            />
            {storage.data ? <StorageSummary report={storage.data} counting={counting} /> : null}
          </>
        ) : null
      }
      rows={{
        query,
        count: VELOCITY_SET_GROUPS.reduce((sum, group) => sum + shownIn(group).length, 0),
        loading: (
          <div className={styles.scroll}>
            <Loading rows={10} rowHeight={40} columns={[4, 2, 4, 2]} />
          </div>
        ),
        isNarrowed: wanted !== '',
        noResult: { onWiden: () => setAddress({ q: '' }, { replace: true }) },
        children: (
          <div ref={list} className={styles.scroll}>
            {nothingOwn && wanted === '' ? (
              <Empty
                compact
                title={text('empty.title')}
                body={text('empty.body')}
                action={canWrite ? { text: text('templates.choose'), onSelect: toggleTemplates } : undefined}
              />
            ) : null}
            {VELOCITY_SET_GROUPS.map((group) => {
              const shown = shownIn(group);
              return shown.length === 0 ? null : (
                <section key={group} className={styles.group} aria-label={text(`group.${group}`)}>
                  <h2 className="row baseline mb-2 fs-13">
                    {text(`group.${group}`)} <span className={styles.muted}>{text(`group.${group}Note`)}</span>
                  </h2>
                  <div className={styles.cards}>
                    {shown.map((set) => (
                      <VelocitySetCard
                        key={set.id}
                        set={set}
                        others={all}
                        bytes={bytesOf(set.id)}
                        mutations={writes}
                        onEdit={open}
                      />
                    ))}
                  </div>
                </section>
              );
            })}
          </div>
        ),
      }}
      pane={
        show === 'templates' ? (
          <TemplatePanel
            taken={velocityNames}
            onTake={canWrite ? (code) => create(code) : undefined}
            takeText={text('templates.start')}
            onClose={() => setAddress({ show: undefined })}
          />
        ) : null
      }
    />
  );
};
