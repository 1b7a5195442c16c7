import { useText } from '@redoubt/i18n';
import { Loading } from '@redoubt/ui';
import { useEffect, type ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';

/** Leads on: to the search for those who may ask, to the requests for those who may only look. */
export const SubjectHomePage = (): ReactNode => {
  const routes = useText('routes');
  const may = useMay();
  const go = useGo();
  const to = hrefOf(may('subjectRequestsSubmit:write') ? '/settings/subject/search' : '/settings/subject/requests');
  useEffect(() => go(to, { replace: true }), [go, to]);
  return (
    <ConsolePage title={routes('subject.title')}>
      <Loading rows={4} rowHeight={40} />
    </ConsolePage>
  );
};
