import { ArrowDownloadRegular, SearchRegular } from '@fluentui/react-icons';
import {
  allows,
  ASSESSMENT_KINDS,
  isDefinedKind,
  isOntologyEntity,
  isOntologyThing,
  type OntologyEntity,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, ErrorState, Loading, SearchField, SidePanel, SplitPane } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ListGrid } from '../../shared/list-page/ListGrid.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { ApiTabs } from '../../shared/integration/ApiTabs.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import { searchAttributesQuery } from '../../shared/search/search.queries.ts';
import { attributeId, attributesCsv, narrowed, ONLY } from './attributes.ts';
import { AttributePanel } from './components/AttributePanel.tsx';
import { EntityTree } from './components/EntityTree.tsx';
import { MakeSearchable } from './components/MakeSearchable.tsx';
import styles from './components/ontology.module.css';
import { Relations } from './components/Relations.tsx';
import { attributesQuery, ontologyQuery } from './ontology.queries.ts';
import { useAttributeColumns } from './use-attribute-columns.tsx';
import { useEntityText } from './use-entity-text.ts';

const FIRST: OntologyEntity = 'purchase';

const address = z.object({
  entity: z
    .string()
    .refine((text): text is OntologyEntity => isOntologyEntity(text))
    .default(FIRST)
    .catch(FIRST),
  attribute: z.string().optional().catch(undefined),
  q: z.string().default('').catch(''),
  only: z.enum(ONLY).optional().catch(undefined),
});

const NOBODY = { attributes: [], looked: [] };

/** Every kind of thing and event, its attributes, where they come from, and what reads them. */
export const OntologyPage = (): ReactNode => {
  const text = useText('ontology');
  const routes = useText('routes');
  const common = useText('common');
  const ui = useText('ui');
  const call = useCall();
  const { id: environmentId, capabilities } = useEnvironment();
  const [{ entity, attribute: current = null, q, only }, update] = useAddress(address);
  const ontology = useQuery(ontologyQuery(call, environmentId));
  const query = useQuery(attributesQuery(call, environmentId, entity));
  const nameOf = useEntityText(ontology.data);

  const { attributes, looked } = query.data ?? NOBODY;
  const columns = useAttributeColumns(looked, isOntologyThing(entity) ? nameOf : null);
  const rows = useMemo(() => narrowed(attributes, q, only), [attributes, q, only]);
  // The tree counts what schemas have; what was only sent is said apart, so that both counts agree.
  const besides = rows.filter(({ isInSchema }) => !isInSchema).length;
  const open = rows.find((each) => attributeId(each) === current);
  const mayKnow = allows(capabilities, 'search:read');
  const searchable = useQuery({ ...searchAttributesQuery(call, environmentId), enabled: mayKnow });
  const maySearch = searchable.data?.canWrite === true;
  const eventType = ASSESSMENT_KINDS.find((kind) => kind === entity);
  const [isMaking, setMaking] = useState(false);
  const choose = (id: string | undefined): void => {
    setMaking(false);
    update({ attribute: id }, { replace: true });
  };
  const selection = useRowSelection(open && current, choose);
  const schemaHref =
    open !== undefined && isDefinedKind(open.event) && allows(capabilities, 'assessments:read')
      ? hrefOf('/fraud/assessments/:assessmentId/schemaDetails', { assessmentId: open.event })
      : null;
  const failed = ontology.error ?? query.error;
  return (
    <ConsolePage
      title={routes('ontology.title')}
      fill
      bleed
      strongFirst={false}
      commands={[
        ...(eventType !== undefined && maySearch
          ? [{ id: 'make', text: text('search.other'), icon: SearchRegular, onSelect: () => setMaking(true) }]
          : []),
        {
          id: 'export',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () => saveCsv(`ontology-${entity}.csv`, attributesCsv(rows, looked)),
          disabledReason: query.data === undefined ? ui(query.isError ? 'error.title' : 'loading') : undefined,
        },
      ]}
      tabs={<ApiTabs current="ontology" />}
    >
      {failed && !(ontology.data && query.data) ? (
        <ErrorState error={failed} onRetry={() => void Promise.all([ontology.refetch(), query.refetch()])} />
      ) : ontology.data === undefined ? (
        <div className={styles.page}>
          <div className={styles.tree} />
          <div className="px-page">
            <Loading rows={12} />
          </div>
        </div>
      ) : (
        <div className={styles.page}>
          <EntityTree ontology={ontology.data} current={entity} nameOf={nameOf} />
          <div className="fill-column min-w-0">
            <Relations ontology={ontology.data} entity={entity} nameOf={nameOf} />
            <div className="row-wrap-middle flex-none py-2 px-page" role="group" aria-label={text('filters')}>
              <SearchField label={text('find')} value={q} onChange={(next) => update({ q: next }, { replace: true })} />
              {ONLY.map((each) => (
                <Chip
                  key={each}
                  pressed={only === each}
                  onSelect={() => update({ only: only === each ? undefined : each }, { replace: true })}
                >
                  {text(`only.${each}`)}
                </Chip>
              ))}
              <span className="push-end">
                <b>{query.data ? text('count', { count: rows.length - besides }) : ''}</b>
                {besides > 0 ? ` ${text('besides', { count: besides })}` : ''}
              </span>
            </div>
            <div className="rest">
              <SplitPane
                paneWidth="min(380px, 50%)"
                pane={
                  isMaking && eventType !== undefined ? (
                    <SidePanel title={text('search.other')} onClose={() => setMaking(false)}>
                      <MakeSearchable
                        eventType={eventType}
                        type="string"
                        isTypeKnown={false}
                        onMade={(path) => choose(attributeId({ event: eventType, path }))}
                      />
                    </SidePanel>
                  ) : open ? (
                    <AttributePanel
                      key={attributeId(open)}
                      attribute={open}
                      looked={looked.find(({ event }) => event === open.event)?.events ?? 0}
                      nameOf={nameOf}
                      schemaHref={schemaHref}
                      search={mayKnow ? searchable : null}
                      onClose={selection.close}
                    />
                  ) : null
                }
              >
                <ListGrid
                  label={text('grid')}
                  query={query}
                  rows={rows}
                  rowId={attributeId}
                  columns={columns}
                  selection={selection}
                  isNarrowed
                  noResult={{ title: text('none.title'), body: text('none.body') }}
                  onPeek={(each) =>
                    attributeId(each) === current ? selection.close() : selection.open(attributeId(each))
                  }
                />
              </SplitPane>
            </div>
          </div>
        </div>
      )}
    </ConsolePage>
  );
};
