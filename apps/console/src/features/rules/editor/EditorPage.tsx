import { ConsolePage, type ConsolePageProps } from '../../../shell/ConsolePage.tsx';
import { listHref } from '../../../shared/rules/links.ts';
import { useRulePlace, useNamedPages } from '../../../shared/assessments/assessment.ts';
import { useRulesTitle } from '../../../shared/assessments/use-rules-title.ts';

export type EditorPageProps = Omit<ConsolePageProps, 'crumb' | 'list' | 'named' | 'tabTitle' | 'fill' | 'bleed'> & {
  /** Name of the rule for breadcrumb and tab; null while it loads. */
  readonly name: string | null;
  /** API name of the branch it stands in. */
  readonly branch?: string | undefined;
};

/** The frame of one rule: like every page, with the list as the breadcrumb above it. */
export const EditorPage = ({ name, branch, ...page }: EditorPageProps) => {
  const { assessment, family } = useRulePlace();
  const title = useRulesTitle();
  const named = useNamedPages();
  const list = name === null ? undefined : { text: title, href: listHref(assessment, branch, family) };
  return <ConsolePage {...page} named={named} fill bleed crumb={name ?? title} tabTitle={name ?? title} list={list} />;
};
