import { PUBLIC_EVENTS } from '@redoubt/contracts';
import { EVENT_SCHEMAS, isAssessmentKind, type EventKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { IdText, joinClasses, NoResult, PageTabs } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress, usePathParams } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { apiName, kindNamed } from './api-names.ts';
import { CallList } from './components/CallList.tsx';
import { CodeView } from './components/CodeView.tsx';
import { FieldTable } from './components/FieldTable.tsx';
import styles from './components/integration.module.css';
import { TryView } from './components/TryView.tsx';

const VIEWS = ['fields', 'code', 'try', 'calls'] as const;
const address = z.object({ view: z.enum(VIEWS).optional().catch(undefined) });

const Guide = ({ api }: { readonly api: EventKind }): ReactNode => {
  const text = useText('integration');
  const { id: environmentId } = useEnvironment();
  const [{ view = 'fields' }] = useAddress(address);
  const { path, method } = PUBLIC_EVENTS[api];
  const headers = [
    ['Authorization', 'Bearer …', 'authorization'],
    ['x-ms-dfpenvid', environmentId, 'environment'],
    ['x-ms-correlation-id', text('headers.newGuid'), 'correlation'],
    ['Content-Type', 'application/json', 'contentType'],
  ] as const;
  return (
    <ConsolePage title={apiName(api)} crumb={apiName(api)} bleed>
      <div className={styles.intro}>
        <div className={styles.row}>
          <b>{method}</b> <IdText id={`${window.location.origin}${path}`} length={90} name={text('headers.address')} />
        </div>
        <p className={styles.soft}>{text(isAssessmentKind(api) ? 'about.assessment' : 'about.related')}</p>
      </div>
      <PageTabs
        label={text('view.label')}
        current={view}
        tabs={VIEWS.map((id) => ({
          id,
          text: text(`view.${id}`),
          href: hrefOf('/integration/api/:id', { id: api }, { view: id }),
        }))}
      />
      <div className={joinClasses(styles.page, styles.view)}>
        {view === 'fields' ? (
          <>
            <table className={styles.table} aria-label={text('headers.title')}>
              <thead>
                <tr>
                  <th>{text('headers.title')}</th>
                  <th>{text('headers.value')}</th>
                  <th>{text('fields.meaning')}</th>
                </tr>
              </thead>
              <tbody>
                {headers.map(([name, value, id]) => (
                  <tr key={name}>
                    <td className={styles.nowrap}>
                      <code>{name}</code>
                    </td>
                    <td>
                      <code>{value}</code>
                    </td>
                    <td>{text(`headers.${id}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <FieldTable schema={EVENT_SCHEMAS[api]} label={text('view.fields')} />
          </>
        ) : view === 'code' ? (
          <CodeView api={api} />
        ) : view === 'try' ? (
          <TryView api={api} />
        ) : (
          <CallList api={api} />
        )}
      </div>
    </ConsolePage>
  );
};

/** One API explained, with programs that call it, a console to try it, and how its newest calls went. */
export const ApiGuidePage = (): ReactNode => {
  const text = useText('integration');
  const routes = useText('routes');
  const { id } = usePathParams('/integration/api/:id');
  const api = kindNamed(id);
  if (api !== undefined) return <Guide key={api} api={api} />;
  return (
    <ConsolePage title={routes('apiGuide.title')}>
      <NoResult title={text('unknown.title', { id })} body={text('unknown.body')} />
    </ConsolePage>
  );
};
