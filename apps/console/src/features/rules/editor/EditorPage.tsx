import { Page, type PageProps } from '@redoubt/ui';
import { useEffect } from 'react';
import { useConsole } from '../../../app/console-context.tsx';
import { PRODUCT_NAME } from '../../../shell/product.ts';
import { environmentNames, useTrail } from '../../../shell/use-trail.ts';
import { listHref } from '../address.ts';
import { useAssessment, useRulesTitle } from '../assessment.ts';

export type EditorPageProps = Omit<PageProps, 'environmentPath' | 'trail' | 'fill' | 'bleed'> & {
  /** Name of the rule for breadcrumb and tab; null while it loads. */
  readonly name: string | null;
};

/** The frame of one rule: like every page, with the list as the breadcrumb above it. */
export const EditorPage = ({ name, ...page }: EditorPageProps) => {
  const assessment = useAssessment();
  const title = useRulesTitle();
  const { me, environment } = useConsole();
  const above = useTrail(undefined).slice(0, -1);
  useEffect(() => {
    document.title = `${name ?? title} · ${PRODUCT_NAME}`;
  }, [name, title]);
  return (
    <Page
      {...page}
      fill
      bleed
      environmentPath={environmentNames(me.environments, environment.id)}
      trail={[...above, { text: title, href: listHref(assessment) }, ...(name === null ? [] : [{ text: name }])]}
    />
  );
};
