import { Button } from '@fluentui/react-components';
import type { AssessmentDetail, OntologyAttribute } from '@redoubt/contracts';
import { isDefinedAssessment, isLinkableType, ownSearchField, type DefinedAssessmentKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState, Link, LoadingBlock, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { assessmentQuery } from '../../../shared/assessments/assessments.queries.ts';
import { definitionOf, useAssessmentMutations } from '../../../shared/assessments/use-assessment-mutations.ts';

type Field = AssessmentDetail['fields'][number];

/** Of a small button. */
const BUTTON_PX = 24;

/** The schema with one field linkable, or not; links need the search, which stays when they end. */
const withLinks = (fields: readonly Field[], path: string, linkable: boolean): Field[] =>
  fields.map((field) =>
    field.path === path ? { ...field, linkable, searchable: linkable || field.searchable } : { ...field },
  );

type Change = {
  readonly assessment: DefinedAssessmentKind;
  readonly path: string;
  readonly isLinkable: boolean;
};

/** Marks a field of an assessment linkable, or ends that, where the schema may be changed. */
const LinkChange = (props: Change & { readonly detail: AssessmentDetail }): ReactNode => {
  const { assessment, path, isLinkable, detail } = props;
  const text = useText('ontology');
  const notify = useNotify();
  const { update } = useAssessmentMutations();
  const [isEnding, setEnding] = useState(false);
  if (!detail.fields.some((field) => field.path === path)) return null;
  if (!detail.canWrite) return <p className="soft">{text('link.elsewhere')}</p>;
  const put = (linkable: boolean): void =>
    update.mutate(
      { assessment, ...definitionOf(detail), fields: withLinks(detail.fields, path, linkable) },
      {
        onSuccess: () => {
          setEnding(false);
          notify({ severity: 'Success', title: text(linkable ? 'link.marked' : 'link.stopped', { path }) });
        },
      },
    );
  const isSearched = detail.features.search;
  return (
    <>
      {update.error ? <ErrorState compact error={update.error} /> : null}
      {isEnding ? (
        <ConfirmPanel
          title={text('link.stopTitle', { path })}
          confirmText={text('link.stop')}
          busy={update.isPending}
          onCancel={() => setEnding(false)}
          onConfirm={() => put(false)}
        >
          {text('link.stopBody')}
        </ConfirmPanel>
      ) : isLinkable || isSearched ? (
        <div className="row">
          <Button size="small" disabled={update.isPending} onClick={() => (isLinkable ? setEnding(true) : put(true))}>
            {text(isLinkable ? 'link.stop' : 'link.mark')}
          </Button>
        </div>
      ) : (
        <p className="soft">{text('link.searchOff')}</p>
      )}
    </>
  );
};

const LinkPart = (props: Change): ReactNode => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(assessmentQuery(call, environmentId, props.assessment));
  return (
    <QueryState query={query} compact loading={<LoadingBlock height={BUTTON_PX} />}>
      {(detail) => <LinkChange {...props} detail={detail} />}
    </QueryState>
  );
};

/** Whether links go through the values of an attribute, and the means to change that; nothing of one that cannot link. */
export const LinkSection = (props: { readonly attribute: OntologyAttribute }): ReactNode => {
  const { event, path, type, source, linkableAs } = props.attribute;
  const text = useText('ontology');
  const may = useMay();
  if (!isDefinedAssessment(event) || source !== 'custom' || !isLinkableType(type)) return null;
  return (
    <section className="stack-2">
      <h3>{text('link.title')}</h3>
      {linkableAs === null ? (
        <p className="soft">{text('link.about')}</p>
      ) : (
        <>
          <p>{text('link.since')}</p>
          <code className="anywhere">{linkableAs}</code>
          {may('graphExplorer:read') ? (
            <Link href={hrefOf('/data/explorer', undefined, { kind: ownSearchField(path) })}>{text('link.open')}</Link>
          ) : null}
        </>
      )}
      {may('assessments:read') ? <LinkPart assessment={event} path={path} isLinkable={linkableAs !== null} /> : null}
    </section>
  );
};
