import { ChevronRightRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { Link } from '../links/Link.tsx';
import { Skeleton } from '../states/Loading.tsx';
import type { Command } from './command.ts';
import { CommandBar } from './CommandBar.tsx';
import { FilterRow } from './FilterRow.tsx';
import styles from './layout.module.css';

export type Crumb = { readonly text: string; readonly href?: string | undefined };

export type PageProps = {
  /** Names from the root environment to the current one. */
  readonly environmentPath?: readonly string[];
  /** Pages from the section root down to this one. */
  readonly trail?: readonly Crumb[];
  readonly title: ReactNode;
  /** State beside the title. */
  readonly chips?: ReactNode;
  /** Right of the title: "as of", position in a list. */
  readonly aside?: ReactNode;
  /** Pages that belong together, as tabs: `PageTabs`. */
  readonly tabs?: ReactNode;
  readonly commands?: readonly Command[];
  /** False where no command deserves the strong button. */
  readonly strongFirst?: boolean;
  readonly commandsEnd?: ReactNode;
  /** One row that reads like a sentence. */
  readonly filters?: ReactNode;
  /** Rows that come with the data and keep their place until then. */
  readonly awaits?: readonly ('commands' | 'filters')[];
  /** The content manages its own scrolling and takes the height that is left. */
  readonly fill?: boolean;
  /** Content without the page's own padding. */
  readonly bleed?: boolean;
  readonly children: ReactNode;
};

/** The anatomy of every page: path, title with chips, tabs, commands, one row of filters, content. */
export const Page = ({
  environmentPath = [],
  trail = [],
  title,
  chips,
  aside,
  tabs,
  commands = [],
  strongFirst = true,
  commandsEnd,
  filters,
  awaits = [],
  fill = false,
  bleed = false,
  children,
}: PageProps) => {
  const text = useText('ui');
  const last = environmentPath.length - 1;
  const awaitsCommands = awaits.includes('commands');
  const hasCommands = commands.length > 0 || Boolean(commandsEnd) || awaitsCommands;
  const shownFilters = filters || (awaits.includes('filters') ? <Skeleton width={320} /> : null);
  const isUnderTitle = !hasCommands && !shownFilters;
  return (
    <div className={joinClasses(styles.page, fill && styles.fill)}>
      <div className={styles.head}>
        <nav aria-label={text('breadcrumbs')}>
          <ol className={styles.crumbs}>
            {environmentPath.map((name, index) => (
              <li key={`${index} ${name}`}>
                {index > 0 ? (
                  <span className={styles.slash} aria-hidden>
                    /
                  </span>
                ) : null}
                {index === last ? <Link href="/">{name}</Link> : name}
              </li>
            ))}
            {trail.map((crumb) => (
              <li key={crumb.text}>
                <ChevronRightRegular className={joinClasses(styles.chevron)} fontSize={12} aria-hidden />
                {crumb.href === undefined ? crumb.text : <Link href={crumb.href}>{crumb.text}</Link>}
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.titleRow}>
          <h1 className={styles.title} tabIndex={-1} data-page-title>
            {title}
          </h1>
          {chips}
          {aside ? <div className={styles.aside}>{aside}</div> : null}
        </div>
      </div>
      {tabs}
      {hasCommands ? (
        <CommandBar commands={commands} strongFirst={strongFirst} end={commandsEnd} awaited={awaitsCommands} />
      ) : null}
      {shownFilters ? <FilterRow className={styles.filters}>{shownFilters}</FilterRow> : null}
      <div
        className={joinClasses(styles.content, !bleed && styles.padded)}
        data-under={isUnderTitle ? 'title' : undefined}
      >
        {children}
      </div>
    </div>
  );
};
