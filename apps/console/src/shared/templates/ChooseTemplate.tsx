import { familyOf, type AssessmentName, type RuleFamily } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { ErrorState, LoadingBlock, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { templatesQuery } from './templates.queries.ts';
import { useRuleFromTemplate } from './use-rule-from-template.ts';
import styles from './templates.module.css';

export type ChooseTemplateProps = {
  readonly assessment: AssessmentName;
  /** The list it begins in; that of rules that decide where absent. */
  readonly family?: RuleFamily;
  /** API name of the branch the rule begins in; production where absent. */
  readonly branch: string | undefined;
  readonly onClose: () => void;
};

/** The templates a rule of an assessment can start with. */
export const ChooseTemplate = ({ assessment, family = 'deciding', branch, onClose }: ChooseTemplateProps) => {
  const text = useText('ruleTemplates');
  const provided = useProvidedNames();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data, error, refetch } = useQuery(templatesQuery(call, environmentId));
  const begin = useRuleFromTemplate(branch);
  const fitting = data?.templates.filter(
    // A branch has no actions.
    (template) =>
      template.assessment === assessment &&
      familyOf(template.ruleType) === family &&
      (branch === undefined || template.ruleType === 'decision'),
  );
  return (
    <SidePanel over title={text('choose')} onClose={onClose}>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {begin.error ? <ErrorState compact error={begin.error} /> : null}
      {!data && !error ? <LoadingBlock height={120} /> : null}
      {fitting?.length === 0 ? <p className="muted">{text('noneHere')}</p> : null}
      <ul className="plain-list">
        {fitting?.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className={styles.choice}
              aria-disabled={begin.isPending || undefined}
              onClick={() => !begin.isPending && begin.start(template)}
            >
              <b>{provided.shown(template.name)}</b>
              <span>{provided.shown(template.description) || text('sourceOf', { ...template.source })}</span>
            </button>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
};
