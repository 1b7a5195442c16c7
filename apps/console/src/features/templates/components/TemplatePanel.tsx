import type { RuleTemplateFile, RuleTemplateSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { lazyComponent } from '../../../routes/lazy-component.tsx';
import { saveTemplate } from '../template-file.ts';
import { templateQuery, useTemplateMutations } from '../../../shared/templates/templates.queries.ts';
import { useRuleFromTemplate } from '../../../shared/templates/use-rule-from-template.ts';
import { TemplateFrame } from './TemplateFrame.tsx';
import styles from '../../../shared/templates/templates.module.css';

/** The words of problems come with the language, which the panel does without where there are none. */
const Findings = lazyComponent(
  async () => (await import('./Findings.tsx')).Findings,
  () => null,
);

export type TemplatePanelProps = {
  readonly template: RuleTemplateSummary;
  /** Whether it is managed here; one of an ancestor is only used. */
  readonly canWrite: boolean;
  readonly onClose: () => void;
};

/** One template: what it holds, its name and description, its file, and the rule that starts with it. */
export const TemplatePanel = (props: TemplatePanelProps): ReactNode => {
  const { template } = props;
  const text = useText('ruleTemplates');
  const formats = useFormats();
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const { data, error, refetch } = useQuery(templateQuery(call, environmentId, template.id));
  const { rename, remove } = useTemplateMutations();
  const begin = useRuleFromTemplate();
  return (
    <TemplateFrame
      {...props}
      rename={rename}
      remove={remove}
      deleteBody={text('deleteBody')}
      use={
        may('decisionRules:write')
          ? { text: text('use'), onSelect: begin.isPending ? undefined : () => begin.start(template) }
          : null
      }
      onExport={data && (() => saveTemplate(data.file))}
    >
      {begin.error ? <ErrorState compact error={begin.error} /> : null}
      <p className="muted">
        {text('sourceOf', { ...template.source })} · {formats.dateTime(template.created.at)} · {template.created.by}
      </p>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data && data.findings.length > 0 ? <Findings findings={data.findings} /> : null}
      {data ? <Contents rule={data.file.rule} /> : error ? null : <LoadingBlock height={160} />}
    </TemplateFrame>
  );
};

const Contents = ({ rule }: { readonly rule: RuleTemplateFile['rule'] }) => {
  const text = useText('ruleTemplates');
  const rules = useText('rules');
  return (
    <>
      <h3 className="mt-4 mb-1 fs-13">{text('condition')}</h3>
      {rule.condition === '' ? (
        <p className="muted">{text('always')}</p>
      ) : (
        <pre className="m-0 p-2 code-12 bg-subtle overflow-x-auto pre-wrap anywhere">{rule.condition}</pre>
      )}
      {rule.clauses.map(({ name, code, section = 'prior' }) => (
        <div key={name}>
          <h3 className="mt-4 mb-1 fs-13">
            {name} {section === 'prior' ? null : <Chip>{rules(`sections.${section}`)}</Chip>}
          </h3>
          <pre className="m-0 p-2 code-12 bg-subtle overflow-x-auto pre-wrap anywhere">{code}</pre>
        </div>
      ))}
      <details className={styles.sample}>
        <summary>{text('sample')}</summary>
        <pre className="m-0 p-2 code-12 bg-subtle overflow-x-auto pre-wrap anywhere">
          {JSON.stringify(rule.samplePayload, null, 2)}
        </pre>
      </details>
    </>
  );
};
