import { isDefinedKind, type DefinedKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { asFailure, ErrorState, IdText, Loading, NoResult, PageTabs } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress, usePathParams } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { assessmentQuery } from '../../shared/assessments/assessments.queries.ts';
import { kindNamed } from '../../shared/integration/api-names.ts';
import { CallList } from './components/CallList.tsx';
import { CodeView } from './components/CodeView.tsx';
import { FieldTable } from './components/FieldTable.tsx';
import styles from './components/integration.module.css';
import { TryView } from './components/TryView.tsx';
import { assessmentOf, builtInApi, definedApi, type GuidedApi } from '../../shared/integration/guided-api.ts';

const VIEWS = ['fields', 'code', 'try', 'calls'] as const;
const address = z.object({ view: z.enum(VIEWS).optional().catch(undefined) });

const Guide = ({ api }: { readonly api: GuidedApi }): ReactNode => {
  const text = useText('integration');
  const { id: environmentId } = useEnvironment();
  const [{ view = 'fields' }] = useAddress(address);
  const { id, name, method, path, isAssessment } = api;
  const headers = [
    ['Authorization', 'Bearer …', 'authorization'],
    ['x-ms-dfpenvid', environmentId, 'environment'],
    ['x-ms-correlation-id', text('headers.newGuid'), 'correlation'],
    ['Content-Type', 'application/json', 'contentType'],
  ] as const;
  return (
    <ConsolePage title={name} crumb={name} bleed>
      <div className="px-page pb-2">
        <div className="row-wrap-middle">
          <b>{method}</b> <IdText id={`${window.location.origin}${path}`} length={90} name={text('headers.address')} />
        </div>
        <p className="soft">{text(isAssessment ? 'about.assessment' : 'about.related')}</p>
      </div>
      <PageTabs
        label={text('view.label')}
        current={view}
        tabs={VIEWS.map((each) => ({
          id: each,
          text: text(`view.${each}`),
          href: hrefOf('/integration/api/:id', { id }, { view: each }),
        }))}
      />
      <div className="stack-3 px-page pt-3 pb-page">
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
                {headers.map(([header, value, meaning]) => (
                  <tr key={header}>
                    <td className={styles.nowrap}>
                      <code>{header}</code>
                    </td>
                    <td>
                      <code>{value}</code>
                    </td>
                    <td>{text(`headers.${meaning}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <FieldTable schema={api.schema} label={text('view.fields')} />
          </>
        ) : view === 'code' ? (
          <CodeView api={api} />
        ) : view === 'try' ? (
          <TryView api={api} />
        ) : (
          <CallList api={id} />
        )}
      </div>
    </ConsolePage>
  );
};

const Unknown = ({ id }: { readonly id: string }): ReactNode => {
  const text = useText('integration');
  const routes = useText('routes');
  return (
    <ConsolePage title={routes('apiGuide.title')}>
      <NoResult title={text('unknown.title', { id })} body={text('unknown.body')} />
    </ConsolePage>
  );
};

/** The guide of an assessment that was defined in this tree, of an observation or of the label of one. */
const DefinedGuide = ({ kind }: { readonly kind: DefinedKind }): ReactNode => {
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(assessmentQuery(call, environmentId, assessmentOf(kind)));
  const { data: detail, error } = query;
  const api = useMemo(() => (detail ? definedApi(detail, kind) : null), [detail, kind]);
  if (api !== null) return <Guide key={kind} api={api} />;
  if (detail || (error && asFailure(error).code === 'ASSESSMENT-UNKNOWN')) return <Unknown id={kind} />;
  return (
    <ConsolePage title={routes('apiGuide.title')}>
      {error ? <ErrorState error={error} onRetry={() => void query.refetch()} /> : <Loading rows={12} rowHeight={32} />}
    </ConsolePage>
  );
};

/** One API explained, with programs that call it, a console to try it, and how its newest calls went. */
export const ApiGuidePage = (): ReactNode => {
  const { id } = usePathParams('/integration/api/:id');
  const kind = kindNamed(id);
  if (kind !== undefined) return <Guide key={kind} api={builtInApi(kind)} />;
  return isDefinedKind(id) ? <DefinedGuide key={id} kind={id} /> : <Unknown id={id} />;
};
