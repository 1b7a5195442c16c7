import { Input } from '@fluentui/react-components';
import { SearchRegular, StarFilled, StarRegular } from '@fluentui/react-icons';
import { geographyLabel, statusLabel } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, ErrorState, Flyout, IconButton, joinClasses, Link, Loading } from '@redoubt/ui';
import { useState, type RefObject } from 'react';
import { useConsole } from '../../app/console-context.tsx';
import type { PlacedEnvironment } from '../../app/environments.ts';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { mayOpen } from '../../routes/access.ts';
import { routeOf } from '../../routes/route-table.ts';
import { closedReason } from './environment-tree.ts';
import { useEnvironmentRows } from './use-environment-rows.ts';
import styles from './environments.module.css';

type RowProps = {
  readonly row: PlacedEnvironment;
  readonly current: boolean;
  readonly favourite: boolean;
  readonly onOpen: () => void;
  readonly onFavourite: () => void;
};

const Row = ({ row: { environment, depth }, current, favourite, onOpen, onFavourite }: RowProps) => {
  const text = useText('shell');
  const reason = closedReason(environment);
  const label = statusLabel(environment.status);
  const geography = geographyLabel(environment.geography);
  return (
    <li className={joinClasses('flex middle pr-2 hover', current && styles.current)}>
      <button
        type="button"
        className={styles.open}
        style={{ paddingLeft: `calc(var(--s-3) + ${depth} * var(--s-4))` }}
        aria-current={current ? 'true' : undefined}
        aria-disabled={reason ? true : undefined}
        onClick={() => {
          if (!reason) onOpen();
        }}
      >
        <span className={styles.name}>{environment.name}</span>{' '}
        {geography ? <span className="soft">{geography}</span> : null}{' '}
        {label && label !== 'Active' ? (
          <Chip>{text(`environmentStatus.${label}`)}</Chip>
        ) : reason ? (
          <span className="soft">{text(`environment.reason.${reason}`)}</span>
        ) : null}
      </button>
      <IconButton
        icon={favourite ? StarFilled : StarRegular}
        label={text(favourite ? 'environment.unfavourite' : 'environment.favourite', { name: environment.name })}
        aria-pressed={favourite}
        onClick={onFavourite}
      />
    </li>
  );
};

type PanelProps = {
  /** What opened it. */
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

/** Search, favourites and the whole tree; what cannot be opened says why. */
const Environments = ({ onDone }: { readonly onDone: () => void }) => {
  const text = useText('shell');
  const common = useText('common');
  const { environment: current, openEnvironment } = useConsole();
  const [{ favouriteEnvironments, recentEnvironments }, change] = usePreferences();
  const [words, setWords] = useState('');
  const { rows: tree, shown, total, isSettled, query } = useEnvironmentRows(words);
  const favourites = words
    ? []
    : tree
        .filter(({ environment }) => favouriteEnvironments.includes(environment.id))
        .map((row) => ({ ...row, depth: 0 }));
  const recent = words
    ? []
    : recentEnvironments.flatMap((id) =>
        tree
          .filter(({ environment }) => environment.id === id && id !== current.id && closedReason(environment) === null)
          .map((row) => ({ ...row, depth: 0 })),
      );
  const manage = routeOf('/environments');
  const toggleFavourite = (id: string): void =>
    change({
      favouriteEnvironments: favouriteEnvironments.includes(id)
        ? favouriteEnvironments.filter((one) => one !== id)
        : [...favouriteEnvironments, id],
    });
  const open = (id: string): void => {
    onDone();
    if (id !== current.id) openEnvironment(id);
  };
  const rowOf = (row: PlacedEnvironment) => (
    <Row
      key={row.environment.id}
      row={row}
      current={row.environment.id === current.id}
      favourite={favouriteEnvironments.includes(row.environment.id)}
      onOpen={() => open(row.environment.id)}
      onFavourite={() => toggleFavourite(row.environment.id)}
    />
  );
  const firstOpen = shown.find(({ environment }) => closedReason(environment) === null);
  return (
    <div className={styles.panel}>
      <div className="grid p-2 border-bottom-1">
        <Input
          contentBefore={<SearchRegular fontSize={14} aria-hidden />}
          aria-label={text('environment.search')}
          placeholder={text('environment.search')}
          value={words}
          onChange={(_event, { value }) => setWords(value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && words && isSettled && firstOpen) open(firstOpen.environment.id);
          }}
        />
      </div>
      <div className="grow min-h-0 py-1 overflow-auto">
        {favourites.length > 0 ? (
          <section>
            <h2 className="soft py-1 px-3 lh-16 regular">{text('environment.favourites')}</h2>
            <ul className="mx-0 mt-0 mb-2 p-0 plain">{favourites.map(rowOf)}</ul>
          </section>
        ) : null}
        {recent.length > 0 ? (
          <section>
            <h2 className="soft py-1 px-3 lh-16 regular">{text('environment.recent')}</h2>
            <ul className="mx-0 mt-0 mb-2 p-0 plain">{recent.map(rowOf)}</ul>
          </section>
        ) : null}
        <section>
          <h2 className="soft py-1 px-3 lh-16 regular">{text('environment.all', { count: total })}</h2>
          {query?.isError ? <ErrorState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
          {query?.isPending ? (
            <div className="px-3">
              <Loading rows={8} rowHeight={32} columns={[3, 1]} />
            </div>
          ) : shown.length === 0 && query?.isFetching !== true && query?.isError !== true ? (
            <p className="py-1 px-3 muted">{text('environment.none')}</p>
          ) : (
            <ul className="mx-0 mt-0 mb-2 p-0 plain">{shown.map(rowOf)}</ul>
          )}
          {query?.hasNextPage ? (
            <div className="py-1 px-3">
              <CommandButton
                command={{ id: 'more', text: common('action.more'), onSelect: () => void query.fetchNextPage() }}
              />
            </div>
          ) : null}
        </section>
      </div>
      {manage && mayOpen(manage.permission, current.capabilities) ? (
        <div className="py-2 px-3 border-top-1">
          <Link href="/environments">{text('environment.manage')}</Link>
        </div>
      ) : null}
    </div>
  );
};

/** The environments below the control that opened them. */
export const EnvironmentPanel = ({ trigger, onClose }: PanelProps) => {
  const text = useText('shell');
  return (
    <Flyout label={text('environment.title')} trigger={trigger} onClose={onClose}>
      <Environments onDone={onClose} />
    </Flyout>
  );
};
