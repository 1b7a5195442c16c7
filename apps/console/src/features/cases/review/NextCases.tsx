import type { ListedCase } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { KeyHint, Link, shortenMiddle } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../../shared/use-now.ts';
import { caseHref } from '../../../shared/cases/cases.queries.ts';
import styles from './next.module.css';

/** What comes after this case, in the order of the queue; the first is loaded already. */
export const NextCases = (props: {
  readonly cases: readonly ListedCase[] | undefined;
  /** Place of the first of them, counted as the page counts the case on the screen. */
  readonly firstPosition: number;
  readonly isLoaded: boolean;
}): ReactNode => {
  const { cases, firstPosition, isLoaded } = props;
  const text = useText('cases');
  const provided = useProvidedNames();
  const formats = useFormats();
  const nowMs = useNow(30_000);
  return (
    <nav className={styles.strip} aria-label={text('next.title')}>
      <div className={styles.head}>
        <b>{text('next.title')}</b>
        <p className="soft">
          {cases === undefined ? (
            text('next.loading')
          ) : cases.length === 0 ? (
            text('next.none')
          ) : isLoaded ? (
            <>
              <KeyHint keys="→" /> {text('next.loaded', { position: formats.number(firstPosition) })}
            </>
          ) : (
            text('next.loading')
          )}
        </p>
      </div>
      {(cases ?? []).map((each, at) => (
        <Link
          key={each.id}
          href={caseHref(each)}
          className={styles.next}
          data-loaded={(at === 0 && isLoaded) || undefined}
        >
          <span className="muted">{formats.number(firstPosition + at)}</span>
          <span className="min-w-0">
            <span className="flex baseline between gap-2 lh-20">
              <span className="truncate">
                {each.amount === null ? null : <b>{formats.currency(each.amount, each.currency)} </b>}
                {each.customer ?? <span className="mono-12">{shortenMiddle(each.eventId, 16)}</span>}
              </span>
              {each.riskScore === null ? null : <span>{formats.number(each.riskScore)}</span>}
            </span>
            <span className="flex baseline between gap-2 lh-20">
              <span className="truncate soft">
                {each.clause === null ? each.reason : provided.clause(each.rule, each.clause)}
              </span>
              <span className="muted nowrap fs-12" title={formats.dateTime(each.dueAt)}>
                {formats.relative(each.dueAt, nowMs)}
              </span>
            </span>
          </span>
        </Link>
      ))}
    </nav>
  );
};
