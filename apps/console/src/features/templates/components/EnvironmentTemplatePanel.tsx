import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import {
  getEnvironmentTemplateFile,
  type EnvironmentTemplateContents,
  type EnvironmentTemplateSummary,
} from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, LoadingBlock } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import {
  environmentTemplateContentsQuery,
  useEnvironmentTemplateMutations,
} from '../../../shared/environment-templates/environment-templates.queries.ts';
import styles from '../../../shared/templates/templates.module.css';
import { saveTemplate } from '../template-file.ts';
import { TemplateFrame } from './TemplateFrame.tsx';

/** What a template holds, by kind and name. */
const Contents = ({ contents }: { readonly contents: EnvironmentTemplateContents }): ReactNode => {
  const text = useText('environmentTemplates');
  const inventory = useText('inventory');
  const { kinds, problems, ignored } = contents;
  return (
    <>
      {problems.length > 0 ? (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{text('problems', { count: problems.length })}</MessageBarTitle>
            <ul className={styles.findings}>
              {problems.map(({ path, line, column, message }) => (
                <li key={`${path}:${line}:${column} ${message}`}>
                  {path}:{line}:{column} · {message}
                </li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      ) : null}
      <h3 className="mt-4 mb-1 fs-13">{text('holds')}</h3>
      {kinds.length === 0 ? <p className="muted">{text('holdsNothing')}</p> : null}
      {kinds.map(({ kind, names }) => (
        <details key={kind} className={styles.sample} open={names.length <= 12}>
          <summary>
            {inventory(`kind.${kind}`)} <span className="muted">{names.length}</span>
          </summary>
          <ul className={styles.findings}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ))}
      {ignored.length > 0 ? <p className="muted">{text('ignored', { files: ignored.join(', ') })}</p> : null}
    </>
  );
};

type EnvironmentTemplatePanelProps = {
  readonly template: EnvironmentTemplateSummary;
  /** Whether it is managed here; one of an ancestor is only used. */
  readonly canWrite: boolean;
  readonly onClose: () => void;
};

/** One template of an environment: what it holds, its name and description, its file, and the environment that starts with it. */
export const EnvironmentTemplatePanel = (props: EnvironmentTemplatePanelProps): ReactNode => {
  const { template } = props;
  const text = useText('environmentTemplates');
  const formats = useFormats();
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const { id } = template;
  const { data, error, refetch } = useQuery(environmentTemplateContentsQuery(call, environmentId, id));
  const { rename, remove } = useEnvironmentTemplateMutations();
  const download = useWrite(getEnvironmentTemplateFile, (templateId: string) => ({ params: { templateId } }), {
    changes: 'nothing',
    onAnswer: saveTemplate,
  });
  const mayAddRoot = may('rootEnvironments:write');
  const mayCreate = mayAddRoot || may('childEnvironments:write');
  // Without a parent that may use the template, the first one by name would be taken.
  const under = mayAddRoot ? {} : { under: environmentId };
  const begin = () => go(hrefOf('/environments', undefined, { do: 'new', template: id, ...under }));
  return (
    <TemplateFrame
      {...props}
      rename={rename}
      remove={remove}
      deleteBody={text('deleteBody')}
      use={mayCreate ? { text: text('use'), onSelect: begin } : null}
      onExport={() => download.mutate(id)}
    >
      <p className="muted">
        {text('madeOf', { source: template.source })} · {formats.dateTime(template.created.at)} · {template.created.by}
      </p>
      <p className="muted">{text('without')}</p>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Contents contents={data} /> : error ? null : <LoadingBlock height={160} />}
    </TemplateFrame>
  );
};
