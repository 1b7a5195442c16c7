import { Button } from '@fluentui/react-components';
import type { OntologyAttribute, SearchAttribute, SearchAttributes } from '@redoubt/contracts';
import {
  isAssessmentKind,
  isBuiltInKind,
  isDefinedAssessment,
  type FieldType,
  type SearchAttributeType,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState, Link, UNKNOWN_FAILURE, useFailureText, type Asked } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { formatAddress, parseAddress } from '../../../shared/search/search-address.ts';
import type { AnyField } from '../../../shared/search/search-fields.ts';
import { isUnderWay } from '../../../shared/search/search.queries.ts';
import { useSearchAttributeMutations } from '../search-attributes.queries.ts';
import { MakeSearchable } from './MakeSearchable.tsx';
import { SearchWorkState } from './SearchWorkState.tsx';

/** The type that an attribute of this kind is searched by; null for what holds no one value. */
const SEARCHED_AS: Readonly<Record<FieldType, SearchAttributeType | null>> = {
  string: 'string',
  email: 'string',
  ipAddress: 'string',
  integer: 'double',
  double: 'double',
  boolean: 'boolean',
  datetime: 'datetime',
  array: null,
  object: null,
};

const searchHref = ({ eventType, field }: SearchAttribute): string =>
  hrefOf(
    '/search',
    undefined,
    formatAddress({
      ...parseAddress({ type: eventType }),
      filters: [{ field: field as AnyField, operator: 'isNotEmpty', values: [] }],
    }),
  );

/** An attribute that users made searchable: how far stored events are, and how to end it. */
const Kept = (props: { readonly attribute: SearchAttribute; readonly canWrite: boolean }): ReactNode => {
  const { attribute, canWrite } = props;
  const { eventType, kept, path } = attribute;
  // A field of a defined assessment is searchable for as long as its schema says so.
  const isOfProduct = isBuiltInKind(eventType);
  const [isEnding, setEnding] = useState(false);
  const text = useText('ontology');
  const common = useText('common');
  const formats = useFormats();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const onError = (error: unknown): void => notifyFailure(error);
  const failureText = useFailureText();
  const { remove, start, cancel } = useSearchAttributeMutations();
  if (kept === null) return null;
  const { id, isHere, work } = kept;
  const busy = remove.isPending || start.isPending || cancel.isPending;
  const underWay = isUnderWay(work);
  const act = (label: string, onSelect: () => void): ReactNode => (
    <Button size="small" disabled={busy} onClick={onSelect}>
      {label}
    </Button>
  );
  if (work?.task === 'remove') {
    if (work.status !== 'failed') return <p role="status">{text('search.removing')}</p>;
    return (
      <>
        <p role="alert">{failureText({ code: work.problem ?? UNKNOWN_FAILURE })}</p>
        {isHere && canWrite ? (
          <div className="row-wrap-middle">{act(text('search.stop'), () => remove.mutate(id, { onError }))}</div>
        ) : null}
      </>
    );
  }
  return (
    <>
      <div role="status" className="stack-2">
        {work?.status === 'done' || !isOfProduct ? null : (
          <p>{text('search.since', { time: formats.dateTime(kept.made.at) })}</p>
        )}
        {work ? <SearchWorkState work={work} /> : null}
      </div>
      <Link href={searchHref(attribute)}>{text('search.searchBy')}</Link>
      {isHere ? null : <p className="soft">{text('search.elsewhere')}</p>}
      {isHere && canWrite && !isEnding ? (
        <div className="row-wrap-middle">
          {underWay
            ? act(common('action.cancel'), () => cancel.mutate(id, { onError }))
            : work?.status === 'done'
              ? null
              : act(text('search.look'), () => start.mutate(id, { onError }))}
          {isOfProduct ? act(text('search.stop'), () => setEnding(true)) : null}
        </div>
      ) : null}
      {isEnding ? (
        <ConfirmPanel
          title={text('search.stopTitle', { path })}
          confirmText={text('search.stop')}
          busy={busy}
          onCancel={() => setEnding(false)}
          onConfirm={() =>
            remove.mutate(id, {
              onSuccess: () => notify({ severity: 'Success', title: text('search.stopped', { path }) }),
              onError,
            })
          }
        >
          {text('search.stopBody')}
        </ConfirmPanel>
      ) : null}
    </>
  );
};

/** A searchable field of a defined assessment that stored events were never looked through for. */
const FieldFill = (props: { readonly attribute: SearchAttribute }): ReactNode => {
  const { attribute } = props;
  const { eventType, path } = attribute;
  const text = useText('ontology');
  const notifyFailure = useNotifyFailure();
  const onError = (error: unknown): void => notifyFailure(error);
  const { fill } = useSearchAttributeMutations();
  return (
    <>
      <p className="soft">{text('search.fieldSince')}</p>
      <Link href={searchHref(attribute)}>{text('search.searchBy')}</Link>
      {attribute.canFill && isDefinedAssessment(eventType) ? (
        <div className="row">
          <Button size="small" disabled={fill.isPending} onClick={() => fill.mutate({ eventType, path }, { onError })}>
            {text('search.look')}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** Whether events are found by an attribute, and the means to change that; nothing where nothing can be said or done. */
export const SearchSection = (props: {
  readonly attribute: OntologyAttribute;
  /** Attributes that users made searchable. */
  readonly search: Asked<SearchAttributes>;
}): ReactNode => {
  const { attribute, search } = props;
  const { event, path, type, source, isSearchable, isInSchema } = attribute;
  const text = useText('ontology');
  const canWrite = search.data?.canWrite === true;
  const kept = search.data?.attributes.find(
    (each) => each.eventType === event && each.path.toLowerCase() === path.toLowerCase(),
  );
  const searchedAs = SEARCHED_AS[type];
  const isOfProduct = isBuiltInKind(event) && isAssessmentKind(event);
  const canMake = canWrite && isOfProduct && source !== 'enrichment' && searchedAs !== null && !isSearchable;
  const hasFailed = search.isError && search.data === undefined;
  if (kept === undefined && !canMake && !hasFailed) return null;
  return (
    <section className="stack-2">
      <h3>{text('search.title')}</h3>
      {hasFailed ? (
        <ErrorState compact error={search.error} onRetry={() => void search.refetch()} />
      ) : kept && kept.kept === null ? (
        <FieldFill attribute={canWrite ? kept : { ...kept, canFill: false }} />
      ) : kept ? (
        <Kept attribute={kept} canWrite={canWrite} />
      ) : isOfProduct && searchedAs !== null ? (
        <MakeSearchable eventType={event} path={path} type={searchedAs} isTypeKnown={isInSchema} />
      ) : null}
    </section>
  );
};
