import type { Dashboard } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { editorHref } from '../../../shared/rules/links.ts';
import styles from '../../../shared/reports/panels.module.css';

const MOST = 6;

/** Rules I began and have not published. */
export const Drafts = ({ dashboard, nowMs }: { readonly dashboard: Dashboard; readonly nowMs: number }): ReactNode => {
  const text = useText('dashboard');
  const provided = useProvidedNames();
  const formats = useFormats();
  const { drafts } = dashboard;
  return (
    <Section
      title={text('drafts.title')}
      meta={drafts.length === 0 ? text('drafts.noDraft') : text('drafts.meta', { count: drafts.length })}
    >
      {drafts.length === 0 ? <p className="quiet">{text('drafts.none')}</p> : null}
      <ul className="plain-list">
        {drafts.slice(0, MOST).map((draft) => (
          <li key={draft.ruleId} className={styles.draft}>
            <Link className={styles.link} href={editorHref({ assessment: draft.assessment, id: draft.ruleId })}>
              {provided.shown(draft.name)}
            </Link>
            <time dateTime={draft.savedAt} title={formats.dateTime(draft.savedAt)}>
              {formats.relative(draft.savedAt, nowMs)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
};
