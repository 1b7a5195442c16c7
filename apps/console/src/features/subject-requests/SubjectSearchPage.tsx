import { useText } from '@redoubt/i18n';
import { ErrorState, Loading, NoResult, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { FindForm, type Subject } from './components/FindForm.tsx';
import { FoundSubject } from './components/FoundSubject.tsx';
import { ReachNote } from './components/ReachNote.tsx';
import styles from './components/subject-requests.module.css';
import { SubjectTabs } from './components/SubjectTabs.tsx';
import { subjectPolicyQuery, useSubjectMutations } from './subject-requests.queries.ts';

/** Finds what is kept about a person, and asks for a copy or for its erasure. The value never enters the address. */
export const SubjectSearchPage = (): ReactNode => {
  const text = useText('subjectRequests');
  const routes = useText('routes');
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const policy = useQuery(subjectPolicyQuery(call, environmentId));
  const { preview, submit } = useSubjectMutations();
  const [subject, setSubject] = useState<Subject | null>(null);
  const find = (wanted: Subject): void => {
    submit.reset();
    setSubject(wanted);
    preview.mutate(wanted);
  };
  const change = (): void => {
    setSubject(null);
    preview.reset();
  };
  const found = subject && preview.data;
  return (
    <ConsolePage title={routes('subjectSearch.title')} tabs={<SubjectTabs current="search" />} bleed>
      <QueryState query={policy} loading={<Loading rows={6} rowHeight={40} />}>
        {(policy) => (
          <div className={styles.body}>
            <FindForm
              policy={policy}
              isBusy={preview.isPending}
              error={preview.error}
              onFind={find}
              onChange={change}
            />
            {preview.error ? <ErrorState error={preview.error} compact /> : null}
            {preview.isPending ? <Loading rows={3} rowHeight={32} /> : null}
            {found && found.counts.length === 0 ? (
              <NoResult title={text('none.title')} body={text('none.body')} />
            ) : found ? (
              <FoundSubject
                subject={subject}
                preview={found}
                policy={policy}
                isBusy={submit.isPending}
                error={submit.error}
                onSubmit={(type, confirmation) =>
                  submit.mutate(
                    { ...subject, type, ...(confirmation === undefined ? {} : { confirmation }) },
                    { onSuccess: ({ id }) => go(hrefOf('/settings/subject/requests', undefined, { request: id })) },
                  )
                }
              />
            ) : null}
            <ReachNote exportDays={policy.exportDays} />
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
